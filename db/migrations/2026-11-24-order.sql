-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';

create table tariffs (
  id bigint generated always as identity primary key,
  product text not null check (product in ('category', 'project', 'group')),
  type text not null check (type in ('trial', 'regular', 'team', 'package')),
  title text not null,
  rate bigint not null check (rate >= 0),
  fee bigint not null check (fee >= 0),
  duration integer not null check (duration > 0),
  duration_unit text not null check (duration_unit in ('month', 'day')),
  duration_title text not null,
  team_size integer check (team_size > 1),
  max_quantity integer check (max_quantity > 0),
  position integer not null,
  archived_at timestamptz,
  slug text unique,
  seed_hash text,
  check ((type = 'team') = (team_size is not null))
);
comment on table tariffs is 'owner: tariffs';
comment on column tariffs.rate is 'kopecks for one category, project or group, for one month or day';
comment on column tariffs.fee is 'kopecks: of a team, for each month or day; of groups, once for each group';
comment on column tariffs.slug is 'of a seeded tariff';
comment on column tariffs.seed_hash is 'what the seed last wrote; a tariff that an admin changed has null and is left alone';

create table promo_codes (
  id bigint generated always as identity primary key,
  code text not null,
  product text check (product in ('category', 'project', 'group')),
  tariff_type text not null check (tariff_type in ('trial', 'regular', 'team', 'paid', 'all')),
  type_ctg bigint[] not null default '{}',
  discount_type text not null check (discount_type in ('amount_off', 'percent_off', 'days_extension', 'percentage_extension')),
  value bigint not null check (value >= 0),
  value_by_day bigint check (value_by_day >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_each integer check (max_uses_each > 0),
  first_purchase boolean not null default false,
  user_id bigint references users on delete cascade,
  created_at timestamptz not null,
  archived_at timestamptz
);
comment on table promo_codes is 'owner: promo';
comment on column promo_codes.value is 'kopecks, hundredths of a percent, or days';
comment on column promo_codes.value_by_day is 'the same for tariffs counted in days; null: value holds for them too';
comment on column promo_codes.user_id is 'a present for this person only';
create unique index promo_codes_code_key on promo_codes (lower(code));
create index promo_codes_user_idx on promo_codes (user_id) where user_id is not null;

create table carts (
  id bigint generated always as identity primary key,
  user_id bigint unique references users on delete cascade,
  guest_hash bytea unique,
  items bigint[] not null default '{}',
  product text not null default 'category' check (product in ('category', 'project', 'group')),
  type text not null default 'regular' check (type in ('trial', 'regular', 'team', 'package')),
  tariff_id bigint references tariffs,
  promo_code text,
  quantity integer not null default 1 check (quantity > 0),
  updated_at timestamptz not null,
  check ((user_id is null) <> (guest_hash is null))
);
comment on table carts is 'owner: cart';
comment on column carts.guest_hash is 'of the cookie of whoever is not signed in; his cart goes into his own when he is';
create index carts_guests_idx on carts (updated_at) where user_id is null;

create table orders (
  id bigint generated always as identity primary key,
  account text not null unique,
  user_id bigint references users on delete set null,
  status text not null check (status in ('waiting', 'paid', 'failed', 'refunded')),
  product text not null check (product in ('category', 'project', 'group')),
  type text not null check (type in ('regular', 'team', 'package')),
  tariff_id bigint not null references tariffs,
  tariff jsonb not null,
  items bigint[] not null,
  quantity integer not null check (quantity > 0),
  extends_id bigint,
  price bigint not null check (price >= 0),
  total bigint not null check (total >= 0),
  days integer not null check (days > 0),
  promo_id bigint references promo_codes on delete set null,
  lines jsonb not null,
  contact text not null,
  gateway text not null,
  gateway_id text,
  gateway_asked_at timestamptz,
  receipt_url text,
  created_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz
);
comment on table orders is 'owner: payments';
comment on column orders.account is 'its number as gateways and people know it; not to be guessed';
comment on column orders.user_id is 'null when the account was deleted: the books keep what was paid';
comment on column orders.tariff is 'as it was when it was ordered';
comment on column orders.extends_id is 'the subscription whose groups a package adds to';
comment on column orders.price is 'kopecks without any discount';
comment on column orders.total is 'kopecks to pay';
comment on column orders.days is 'how long what is bought lasts, with what a promo code adds';
comment on column orders.lines is 'what the receipt says: names, quantities, kopecks; their sum is the total';
comment on column orders.gateway_id is 'what the gateway calls it';
create index orders_user_idx on orders (user_id, id desc);
create index orders_promo_idx on orders (promo_id) where promo_id is not null;
create index orders_gateway_idx on orders (gateway, gateway_id) where gateway_id is not null;
create index orders_waiting_idx on orders (created_at) where status = 'waiting';

create table promo_uses (
  id bigint generated always as identity primary key,
  order_id bigint unique,
  promo_id bigint not null references promo_codes,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  released_at timestamptz
);
comment on table promo_uses is 'owner: promo';
comment on column promo_uses.order_id is 'null: a trial';
comment on column promo_uses.released_at is 'the order came to nothing, so the code can be used again';
create index promo_uses_promo_idx on promo_uses (promo_id, user_id);
create index promo_uses_user_idx on promo_uses (user_id);

create table payment_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  external_id text not null,
  kind text not null,
  account text,
  amount bigint,
  body text not null,
  verdict text not null,
  at timestamptz not null
);
comment on table payment_events is 'owner: payments';
comment on column payment_events.external_id is 'what the gateway calls the payment';
comment on column payment_events.verdict is 'settled, repeated, ignored, or why it was refused';
create index payment_events_account_idx on payment_events (account, id);
create index payment_events_at_idx on payment_events (at);

create table money_entries (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete restrict,
  kind text not null check (kind in ('payment', 'refund')),
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  external_id text not null,
  at timestamptz not null,
  unique (order_id, kind)
);
comment on table money_entries is 'owner: payments';
comment on column money_entries.debit is 'what has more by it: a gateway, or «revenue» of a refund';
comment on column money_entries.credit is 'what has less by it';
comment on column money_entries.amount is 'kopecks';

-- Minimal until the watching of projects and groups fills them.
create table monitored_projects (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null default '',
  created_at timestamptz not null
);
comment on table monitored_projects is 'owner: projects';
create index monitored_projects_user_idx on monitored_projects (user_id);

create table monitored_groupsets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null
);
comment on table monitored_groupsets is 'owner: groups';
create unique index monitored_groupsets_user_key on monitored_groupsets (user_id);

alter table subscriptions add column order_id bigint references orders;
alter table subscriptions add column tariff jsonb;
alter table subscriptions add column team_size integer;
alter table subscriptions add column max_size integer;
alter table subscriptions add column frozen_at timestamptz;
alter table subscriptions add column freezes integer not null default 0;
alter table subscriptions add column frozen_days integer not null default 0;
alter table subscriptions add column category_changes_left integer not null default 0;
alter table subscriptions add column ended_at timestamptz;
alter table subscriptions add column reminded_for timestamptz;
comment on column subscriptions.order_id is 'null: given, or a trial';
comment on column subscriptions.tariff is 'as it was when it was bought: title, durationTitle and the rest; null for what was given before there were tariffs';
comment on column subscriptions.max_size is 'of groups: how many it lets watch';
comment on column subscriptions.frozen_at is 'since when it stands still; expires_at holds all the days it may until it runs again';
comment on column subscriptions.frozen_days is 'used up so far';
comment on column subscriptions.ended_at is 'ended before its time: refunded';
comment on column subscriptions.reminded_for is 'when the reminder that was sent last was due; another end makes it due anew';
create index subscriptions_frozen_idx on subscriptions (frozen_at) where frozen_at is not null;
create index subscriptions_order_idx on subscriptions (order_id);
create index subscriptions_ending_idx on subscriptions (expires_at) where ended_at is null and frozen_at is null;

create table trial_uses (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  product text not null check (product in ('category', 'project', 'group')),
  fp text not null,
  incognito boolean not null,
  at timestamptz not null
);
comment on table trial_uses is 'owner: subscriptions';
comment on column trial_uses.user_id is 'null when the account was deleted: the device keeps its trial';
create unique index trial_uses_user_key on trial_uses (user_id, product);
create unique index trial_uses_fp_key on trial_uses (fp, product);

create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  came_from text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  at timestamptz not null
);
comment on table feedback is 'owner: site';
comment on column feedback.came_from is 'the page it was written on';
create index feedback_at_idx on feedback (at);
create index feedback_user_idx on feedback (user_id) where user_id is not null;

-- What is still to be forgotten, for the jobs of the night.
create index audit_log_addresses_idx on audit_log (at) where ip <> '' or user_agent <> '';
create index referral_visits_addresses_idx on referral_visits (at) where ip <> '' or user_agent <> '';
