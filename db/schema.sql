-- Made from db/migrations by npm run db:dump; do not edit.

create sequence feed_seq;

create sequence message_id_seq;

-- owner: stream/store
create table authors (
  id bigint generated always as identity,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  constraint authors_pkey PRIMARY KEY (id),
  constraint authors_network_external_id_key UNIQUE (network, external_id)
);

-- owner: gate
create table call_counts (
  key text not null,
  period_start timestamp with time zone not null,
  count integer not null,
  constraint call_counts_pkey PRIMARY KEY (key, period_start)
);

-- owner: categories
create table categories (
  id bigint generated always as identity,
  slug text not null,
  name text not null,
  description text not null,
  icon text not null,
  free boolean not null,
  "position" integer not null,
  seed_hash text,
  updated_at timestamp with time zone not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_key UNIQUE (slug)
);
comment on column categories.seed_hash is 'what the seed last wrote; a category that an editor changed has null and is left alone';

-- owner: categories
create table category_queries (
  category_id bigint not null,
  excluded boolean not null,
  "position" integer not null,
  text text not null,
  constraint category_queries_pkey PRIMARY KEY (category_id, excluded, "position"),
  constraint category_queries_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE
);

-- owner: kit/jobs
create table facts (
  id bigint generated always as identity,
  name text not null,
  payload jsonb not null,
  happened_at timestamp with time zone not null,
  constraint facts_pkey PRIMARY KEY (id)
);
CREATE INDEX facts_name_idx ON public.facts USING btree (name, id);

-- owner: stream/store
create table feed_items (
  seq_id bigint not null,
  product_type text not null,
  product_id bigint not null,
  message_id bigint not null,
  received_at timestamp with time zone not null,
  published_at timestamp with time zone not null,
  network text not null,
  kind text not null,
  author_id bigint,
  group_id bigint,
  demo boolean not null,
  gone boolean default false not null,
  keyword text,
  spans integer[] not null,
  constraint feed_items_pkey PRIMARY KEY (seq_id),
  constraint feed_items_message_id_product_type_product_id_key UNIQUE (message_id, product_type, product_id)
);
CREATE INDEX feed_items_product_idx ON public.feed_items USING btree (product_type, product_id, seq_id DESC);
comment on column feed_items.seq_id is 'given under a lock held to the end of the transaction: who has seen N never meets a new item below N';
comment on column feed_items.keyword is 'the query that let the message in, where it is short enough to be read';
comment on column feed_items.spans is 'start, end, start, end … in UTF-16 units of the text';

-- owner: filters
create table filters (
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  is_default boolean default false not null,
  scope text default 'local'::text not null,
  "position" integer default 0 not null,
  fields jsonb not null,
  created_at timestamp with time zone not null,
  constraint filters_pkey PRIMARY KEY (id),
  constraint filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint filters_scope_check CHECK ((scope = ANY (ARRAY['local'::text, 'team'::text])))
);
CREATE UNIQUE INDEX filters_default_key ON public.filters USING btree (user_id) WHERE is_default;
CREATE INDEX filters_user_id_idx ON public.filters USING btree (user_id, "position");

-- owner: stream/store
create table groups (
  id bigint generated always as identity,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  followers bigint,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_network_external_id_key UNIQUE (network, external_id)
);

-- owner: stream/store
create table message_keys (
  network text not null,
  external_id text not null,
  message_id bigint not null,
  received_at timestamp with time zone not null,
  kept boolean not null,
  constraint message_keys_pkey PRIMARY KEY (network, external_id)
);
CREATE INDEX message_keys_passing_idx ON public.message_keys USING btree (received_at) WHERE (NOT kept);

-- owner: stream/store
create table messages (
  id bigint not null,
  received_at timestamp with time zone not null,
  kept boolean not null,
  network text not null,
  external_id text not null,
  kind text not null,
  published_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  author_id bigint,
  group_id bigint,
  url text,
  demo boolean not null,
  text text not null,
  terms text[],
  constraint messages_pkey PRIMARY KEY (id, kept, received_at)
) partition by list (kept);
comment on column messages.terms is 'lemmas, and exact forms after "=", of kept messages: the words of filters meet them';

create table messages_kept partition of messages for values in (true) partition by range (received_at);

create table messages_passing partition of messages for values in (false) partition by range (received_at);

-- owner: db
create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

-- owner: accounts
create table sessions (
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ip text not null,
  user_agent text not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id, created_at DESC);

-- owner: stream/store
create table source_cursors (
  source text not null,
  cursor jsonb not null,
  messages bigint default 0 not null,
  updated_at timestamp with time zone not null,
  constraint source_cursors_pkey PRIMARY KEY (source)
);

-- owner: subscriptions
create table subscriptions (
  id bigint generated always as identity,
  user_id bigint not null,
  product_type text not null,
  product_id bigint not null,
  tariff_type text not null,
  starts_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint subscriptions_check CHECK ((expires_at > starts_at)),
  constraint subscriptions_product_type_check CHECK ((product_type = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint subscriptions_tariff_type_check CHECK ((tariff_type = ANY (ARRAY['trial'::text, 'regular'::text, 'team'::text, 'package'::text])))
);
CREATE INDEX subscriptions_user_id_idx ON public.subscriptions USING btree (user_id, expires_at);

-- owner: accounts
create table users (
  id bigint generated always as identity,
  email text not null,
  username text not null,
  password_hash text not null,
  email_approve boolean default false not null,
  roles text[] default '{}'::text[] not null,
  time_zone text default 'Europe/Moscow'::text not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
