-- The partner programme. Who brought whom is a matter of its own (referrals); here is who takes part, by which terms, what they are owed and what was paid.
comment on table referral_visits is 'owner: referrals';
comment on table user_referrals is 'owner: referrals';

-- For the future only: the last row that has begun holds for what happens then.
create table partner_terms (
  id bigint generated always as identity primary key,
  begins_at timestamptz not null,
  rate integer not null check (rate between 0 and 10000),
  months integer not null check (months > 0),
  hold_days integer not null check (hold_days >= 0),
  smallest_payout bigint not null check (smallest_payout > 0),
  discount integer not null check (discount between 0 and 10000),
  made_by bigint references users on delete set null
);
comment on table partner_terms is 'owner: partner';
comment on column partner_terms.rate is 'of what a referral really paid, in hundredths of a percent';
comment on column partner_terms.months is 'from the first payment of a referral';
comment on column partner_terms.smallest_payout is 'kopecks';
comment on column partner_terms.discount is 'of the partner''s promo code, for a first purchase, in hundredths of a percent';
create unique index partner_terms_begins_key on partner_terms (begins_at);
insert into partner_terms (begins_at, rate, months, hold_days, smallest_payout, discount)
  values ('2016-01-01T00:00:00Z', 2000, 12, 14, 100000, 1000);

create table partners (
  user_id bigint primary key references users on delete cascade,
  joined_at timestamptz not null,
  letters boolean not null default true
);
comment on table partners is 'owner: partner';
comment on column partners.letters is 'write of what was earned and paid';

alter table promo_codes add column partner_id bigint references users on delete set null;
comment on column promo_codes.partner_id is 'whose code it is: who pays with it was brought by them';
create index promo_codes_partner_idx on promo_codes (partner_id) where partner_id is not null;

-- The first payment binds a person to who brought them, for the term of the programme.
create table referral_bindings (
  user_id bigint primary key,
  partner_id bigint not null,
  by text not null check (by in ('promo', 'link')),
  first_order_id bigint not null,
  bound_at timestamptz not null,
  ends_at timestamptz not null,
  suspicions text[] not null default '{}'
);
comment on table referral_bindings is 'owner: partner';
comment on column referral_bindings.user_id is 'who was brought; kept when their account is gone, as money hangs on it';
comment on column referral_bindings.suspicions is 'why it may be the partner themselves';
create index referral_bindings_partner_idx on referral_bindings (partner_id, bound_at);

create table commissions (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders on delete restrict,
  partner_id bigint not null,
  user_id bigint not null,
  paid bigint not null check (paid > 0),
  amount bigint not null check (amount >= 0),
  rate integer not null,
  by text not null check (by in ('promo', 'link')),
  state text not null check (state in ('held', 'suspected', 'available', 'reversed', 'refused', 'none')),
  earned_at timestamptz not null,
  available_at timestamptz not null,
  settled_at timestamptz,
  why text
);
comment on table commissions is 'owner: partner';
comment on column commissions.paid is 'what the referral paid, in kopecks, and amount what the partner earned of it';
comment on column commissions.state is 'held: until the refund window is over; suspected: an admin decides; available: the partner''s; reversed: the payment went back; refused: by an admin; none: it earns nothing';
comment on column commissions.why is 'of refused: what the admin says; of none: self, or over';
create index commissions_partner_idx on commissions (partner_id, earned_at);
create index commissions_held_idx on commissions (available_at) where state = 'held';

create table payouts (
  id bigint generated always as identity primary key,
  partner_id bigint not null,
  method text not null check (method in ('card', 'sbp', 'yoomoney', 'account')),
  sum bigint not null check (sum > 0),
  wallet bytea not null,
  other bytea not null,
  status smallint not null check (status in (0, 1, 2, 3, 5, 10, 11, 12)),
  comment text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table payouts is 'owner: partner';
comment on column payouts.sum is 'kopecks';
comment on column payouts.wallet is 'sealed, and so is other (kit/seal): where the money goes is read by those who pay it alone';
create index payouts_partner_idx on payouts (partner_id, id desc);
create index payouts_open_idx on payouts (status, id);

-- Entries of partners stand in the same journal as payments and refunds.
alter table money_entries alter column order_id drop not null;
alter table money_entries add column payout_id bigint references payouts on delete restrict;
alter table money_entries drop constraint money_entries_kind_check;
alter table money_entries add constraint money_entries_kind_check check (kind in
  ('payment', 'refund', 'commission', 'release', 'reversal', 'payout request', 'payout paid', 'payout returned'));
alter table money_entries add constraint money_entries_about_check check ((order_id is null) <> (payout_id is null));
create unique index money_entries_payout_key on money_entries (payout_id, kind) where payout_id is not null;
create index money_entries_debit_idx on money_entries (debit) where debit like 'partner%';
create index money_entries_credit_idx on money_entries (credit) where credit like 'partner%';

create table short_links (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  code text not null unique,
  path text not null,
  created_at timestamptz not null,
  unique (user_id, path)
);
comment on table short_links is 'owner: partner';
comment on column short_links.path is 'of our own site, with its query';
alter table referral_visits add column short_link_id bigint references short_links on delete set null;
create index referral_visits_short_link_idx on referral_visits (short_link_id) where short_link_id is not null;

alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes
  add constraint verification_codes_purpose_check check (purpose in ('registration', 'login', 'email', 'notices', 'phone', 'payout'));
