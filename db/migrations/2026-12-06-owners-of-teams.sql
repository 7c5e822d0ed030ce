-- Every minute it is asked whose team has ended and who has a place in theirs: of all people and subscriptions these are few.
create index users_team_owners_idx on users (id) where 'teamOwner' = any(roles);
create index subscriptions_teams_idx on subscriptions (user_id, expires_at) where tariff_type = 'team' and ended_at is null;
