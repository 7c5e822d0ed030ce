-- No team can be made yet, so nothing is sold for one. The seed takes its own tariffs off sale; this also those an admin has changed.
update tariffs set archived_at = now() where type = 'team' and archived_at is null;
