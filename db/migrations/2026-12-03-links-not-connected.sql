-- A link whose network is not listened to is neither unsupported nor not found.
alter table group_links drop constraint group_links_status_check;
alter table group_links add constraint group_links_status_check check (status in ('waiting', 'added', 'duplicate', 'not_found', 'private',
  'unsupported', 'not_connected', 'not_in_demo', 'limit', 'error')) not valid;
alter table group_links validate constraint group_links_status_check;
