-- Accounts: people and the sessions they are signed in with.
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  username text not null,
  password_hash text not null,
  email_approve boolean not null default false,
  roles text[] not null default '{}',
  time_zone text not null default 'Europe/Moscow',
  created_at timestamptz not null
);
create unique index users_email_key on users (lower(email));
comment on table users is 'owner: accounts';

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null,
  user_agent text not null
);
create index sessions_user_id_idx on sessions (user_id, created_at desc);
comment on table sessions is 'owner: accounts';

-- Categories: queries that editors keep, in the query language.
create table categories (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  icon text not null,
  free boolean not null,
  position integer not null,
  seed_hash text,
  updated_at timestamptz not null
);
comment on table categories is 'owner: categories';
comment on column categories.seed_hash is 'what the seed last wrote; a category that an editor changed has null and is left alone';

create table category_queries (
  category_id bigint not null references categories on delete cascade,
  -- What must not be there, whichever of the other queries fits.
  excluded boolean not null,
  position integer not null,
  text text not null,
  primary key (category_id, excluded, position)
);
comment on table category_queries is 'owner: categories';

create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  product_type text not null check (product_type in ('category', 'project', 'group')),
  product_id bigint not null,
  tariff_type text not null check (tariff_type in ('trial', 'regular', 'team', 'package')),
  starts_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > starts_at)
);
create index subscriptions_user_id_idx on subscriptions (user_id, expires_at);
comment on table subscriptions is 'owner: subscriptions';

create table filters (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  is_default boolean not null default false,
  scope text not null default 'local' check (scope in ('local', 'team')),
  position integer not null default 0,
  fields jsonb not null,
  created_at timestamptz not null
);
create index filters_user_id_idx on filters (user_id, position);
create unique index filters_default_key on filters (user_id) where is_default;
comment on table filters is 'owner: filters';

-- The stream. Authors and groups are what adapters last read of them.
create table authors (
  id bigint generated always as identity primary key,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  unique (network, external_id)
);
comment on table authors is 'owner: stream/store';

create table groups (
  id bigint generated always as identity primary key,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  followers bigint,
  unique (network, external_id)
);
comment on table groups is 'owner: stream/store';

create sequence message_id_seq;

-- One row a message, so that (network, external id) is unique over all partitions. Rows go with their message.
create table message_keys (
  network text not null,
  external_id text not null,
  message_id bigint not null,
  received_at timestamptz not null,
  kept boolean not null,
  primary key (network, external_id)
);
create index message_keys_passing_idx on message_keys (received_at) where not kept;
comment on table message_keys is 'owner: stream/store';

-- Kept messages fitted something and stay for good, by month; the others pass: by day, and whole days are dropped.
create table messages (
  id bigint not null,
  received_at timestamptz not null,
  kept boolean not null,
  network text not null,
  external_id text not null,
  kind text not null,
  published_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  author_id bigint,
  group_id bigint,
  url text,
  demo boolean not null,
  text text not null,
  terms text[],
  primary key (id, kept, received_at)
) partition by list (kept);
comment on table messages is 'owner: stream/store';
comment on column messages.terms is 'lemmas, and exact forms after "=", of kept messages: the words of filters meet them';

create table messages_kept partition of messages for values in (true) partition by range (received_at);
create table messages_passing partition of messages for values in (false) partition by range (received_at);

create sequence feed_seq;

create table feed_items (
  seq_id bigint primary key,
  product_type text not null,
  product_id bigint not null,
  message_id bigint not null,
  received_at timestamptz not null,
  published_at timestamptz not null,
  network text not null,
  kind text not null,
  author_id bigint,
  group_id bigint,
  demo boolean not null,
  gone boolean not null default false,
  keyword text,
  spans integer[] not null,
  unique (message_id, product_type, product_id)
);
create index feed_items_product_idx on feed_items (product_type, product_id, seq_id desc);
comment on table feed_items is 'owner: stream/store';
comment on column feed_items.seq_id is 'given under a lock held to the end of the transaction: who has seen N never meets a new item below N';
comment on column feed_items.keyword is 'the query that let the message in, where it is short enough to be read';
comment on column feed_items.spans is 'start, end, start, end … in UTF-16 units of the text';

create table source_cursors (
  source text primary key,
  cursor jsonb not null,
  messages bigint not null default 0,
  updated_at timestamptz not null
);
comment on table source_cursors is 'owner: stream/store';

-- What happened, written with what it happened to.
create table facts (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  happened_at timestamptz not null
);
create index facts_name_idx on facts (name, id);
comment on table facts is 'owner: kit/jobs';

-- Counters of the pace of calls; they need not survive a crash.
create unlogged table call_counts (
  key text not null,
  period_start timestamptz not null,
  count integer not null,
  primary key (key, period_start)
);
comment on table call_counts is 'owner: gate';
