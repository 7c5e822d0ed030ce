-- What an order was to who paid it, written down when it is paid: later their other orders, or they themselves, may be gone.
alter table orders add column purchase text check (purchase in ('first', 'prolonged', 'added'));
alter table orders add column after_trial boolean not null default false;
comment on column orders.purchase is 'the first that the person paid, more time of what they had, or something besides; null: it opened nothing';
comment on column orders.after_trial is 'who paid it had a trial before';
update orders o set
  purchase = case
    when not exists (
      select from orders b where b.user_id = o.user_id and b.status = 'paid' and b.id <> o.id and (b.opened_at, b.id) < (o.opened_at, o.id)
    ) then 'first'
    when o.extends_id is null and exists (
      select from orders b where b.user_id = o.user_id and b.status = 'paid' and b.id <> o.id and (b.opened_at, b.id) < (o.opened_at, o.id)
        and b.product = o.product and (o.product <> 'category' or b.items && o.items)
    ) then 'prolonged'
    else 'added' end,
  after_trial = exists (
    select from subscriptions s where s.user_id = o.user_id and s.tariff_type = 'trial' and s.starts_at < o.opened_at)
where o.opened_at is not null;

create index money_entries_at_idx on money_entries (at) where kind in ('payment', 'refund');
create index orders_free_idx on orders (paid_at) where total = 0 and paid_at is not null;

-- What is looked for in the log by who did it, and by what was done.
create index audit_log_actor_idx on audit_log (actor_id, id desc) where actor_id is not null;
create index audit_log_action_idx on audit_log (action, id desc);

-- How far networks lagged, for charts.
create table source_lags (
  network text not null,
  part text not null,
  at timestamptz not null,
  lag_seconds real,
  waiting integer not null,
  troubled boolean not null,
  primary key (network, part, at)
);
comment on table source_lags is 'owner: stream/plan';
comment on column source_lags.at is 'when the step of ten minutes began; the worst of it stands here';
create index source_lags_at_idx on source_lags (at);
