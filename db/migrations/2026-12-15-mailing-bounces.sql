-- A mailing of which too much comes back stops itself; what an admin has seen of that and let go on is not held against it again.
alter table mailings add column bounces_seen jsonb;
comment on column mailings.bounces_seen is 'how many were tried and came back when an admin let it go on; null: it did not stop of that';
