-- A paid order may open nothing: its money goes back, and then nothing of what others opened may end.
alter table orders add column opened_at timestamptz;
comment on column orders.opened_at is 'when what was bought was opened; null: it was not';
update orders set opened_at = paid_at where status in ('paid', 'refunded');
