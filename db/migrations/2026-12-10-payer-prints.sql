-- By what a payer can be known again, as far as a gateway tells it.
create table payer_prints (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('card', 'token', 'phone')),
  print bytea not null,
  first_seen_at timestamptz not null,
  primary key (user_id, print)
);
comment on table payer_prints is 'owner: payments';
comment on column payer_prints.kind is 'card: its first six and last four digits; token: what a gateway calls it; phone: from whose balance it was paid';
comment on column payer_prints.print is 'a keyed hash: it tells the same card from another, and not which one it is';
create index payer_prints_print_idx on payer_prints (print);

comment on column commissions.why is 'of refused: what the admin says; of none: self, over, or direct (the first payment was no one''s)';
