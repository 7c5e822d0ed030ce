-- Each channel reads what waits for it along an index of its own; many are due at the same moment, so their order is in it too.
alter table notice_deliveries add column channel text;
comment on column notice_deliveries.channel is 'of its notice; null: of before, and not waiting any more';
update notice_deliveries d set channel = n.channel from notices n where n.id = d.notice_id and d.state in ('waiting', 'handed');
create index notice_deliveries_due_idx on notice_deliveries (channel, next_at, id) where state = 'waiting';
drop index notice_deliveries_waiting_idx;
