-- Notices. Whom to tell of what, when: rules of filters and preferences of a person; where to; what was told, and how it went.
create table notice_rules (
  user_id bigint not null references users on delete cascade,
  filter_id bigint not null references filters on delete cascade,
  channel text not null check (channel in ('browser', 'email', 'telegram', 'vk')),
  mode text not null check (mode in ('off', 'now', 'hourly', 'daily')),
  hour smallint not null check (hour between 0 and 23),
  weekdays smallint[] not null,
  level text not null check (level in ('cold', 'warm', 'hot')),
  smallest smallint not null check (smallest >= 1),
  updated_at timestamptz not null,
  primary key (user_id, filter_id, channel)
);
comment on table notice_rules is 'owner: notices';
comment on column notice_rules.user_id is 'who is told: of a filter of the team each member has rules of their own';
create index notice_rules_filter_idx on notice_rules (filter_id);

create table notice_preferences (
  user_id bigint primary key references users on delete cascade,
  quiet_from time,
  quiet_to time,
  paused_until timestamptz,
  ceiling smallint not null,
  alarms jsonb not null
);
comment on table notice_preferences is 'owner: notices';
comment on column notice_preferences.quiet_from is 'of the day in the person''s zone; null: no quiet hours';

-- Up to where each filter has been told of over each channel.
create table notice_states (
  user_id bigint not null references users on delete cascade,
  filter_id bigint not null references filters on delete cascade,
  channel text not null,
  told_up_to bigint not null,
  waiting_since timestamptz,
  due_at timestamptz,
  last_at timestamptz,
  primary key (user_id, filter_id, channel)
);
comment on table notice_states is 'owner: notices';
comment on column notice_states.told_up_to is 'the seqId up to which nothing is told of any more';
comment on column notice_states.waiting_since is 'something may have come above told_up_to: since when; null: nothing has';
comment on column notice_states.due_at is 'when to look what it is, and to tell';
comment on column notice_states.last_at is 'when something was told last';
create index notice_states_due_idx on notice_states (due_at) where due_at is not null;
create index notice_states_filter_idx on notice_states (filter_id);

create table notice_cursors (
  name text primary key,
  up_to bigint not null
);
comment on table notice_cursors is 'owner: notices';
comment on column notice_cursors.up_to is 'a seqId; of `hour N` the newest one there was in that hour since 1970; of «events of VK» their place (ts); of all others the one up to which it is written in notice_states whom an item may concern';

create table notice_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  channel text not null check (channel in ('browser', 'telegram', 'vk')),
  address_key text not null,
  address jsonb not null,
  title text not null,
  is_group boolean not null default false,
  created_at timestamptz not null,
  used_at timestamptz,
  paused_until timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('blocked', 'gone', 'left', 'unlinked'))
);
comment on table notice_addresses is 'owner: notices';
comment on column notice_addresses.address_key is 'what makes it one: the endpoint, the number of the chat';
comment on column notice_addresses.paused_until is 'the network asked to wait';
create unique index notice_addresses_key on notice_addresses (channel, address_key) where ended_at is null;
create index notice_addresses_user_idx on notice_addresses (user_id, channel);

create table notice_link_tokens (
  token_hash text primary key,
  user_id bigint not null references users on delete cascade,
  channel text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table notice_link_tokens is 'owner: notices';
create index notice_link_tokens_user_idx on notice_link_tokens (user_id);

-- What was written or pressed in chats: once each, however often a messenger tells of it.
create table chat_updates (
  id bigint generated always as identity primary key,
  channel text not null,
  update_key text not null,
  sender_key text not null,
  incoming jsonb,
  taken_at timestamptz not null
);
comment on table chat_updates is 'owner: notices';
comment on column chat_updates.update_key is 'what the messenger calls it';
comment on column chat_updates.sender_key is 'whose they are counted as: the number of the person, or of the chat';
comment on column chat_updates.incoming is 'null: it is followed';
create unique index chat_updates_key on chat_updates (channel, update_key);
create index chat_updates_taken_idx on chat_updates (taken_at);
create index chat_updates_sender_idx on chat_updates (channel, sender_key, taken_at);

-- The journal, and with its deliveries the outbox.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  channel text not null,
  kind text not null check (kind in ('messages', 'digest', 'alarm', 'test')),
  filter_id bigint references filters on delete set null,
  title text not null,
  text text not null,
  count integer not null,
  message_ids bigint[] not null default '{}',
  alarm jsonb,
  state text not null check (state in ('waiting', 'sent', 'failed', 'skipped')),
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz
);
comment on table notices is 'owner: notices';
comment on column notices.message_ids is 'the best first, as many as may be shown';
create index notices_user_idx on notices (user_id, id desc);
create index notices_created_idx on notices (created_at);

create table notice_deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices on delete cascade,
  address_id bigint references notice_addresses on delete cascade,
  state text not null check (state in ('waiting', 'handed', 'sent', 'failed', 'skipped')),
  tries smallint not null default 0,
  next_at timestamptz,
  error text,
  external_id text,
  created_at timestamptz not null,
  sent_at timestamptz
);
comment on table notice_deliveries is 'owner: notices';
comment on column notice_deliveries.address_id is 'null: by e-mail';
comment on column notice_deliveries.state is 'handed: it was being handed over; where this is found afterwards the answer is not known, and it is not sent again';
create index notice_deliveries_notice_idx on notice_deliveries (notice_id);
create index notice_deliveries_waiting_idx on notice_deliveries (next_at) where state = 'waiting';
create index notice_deliveries_address_idx on notice_deliveries (address_id);

-- Of each cluster of copies a person is told once over a channel, by however many filters it fits.
create table told_clusters (
  user_id bigint not null references users on delete cascade,
  channel text not null,
  cluster_id bigint not null,
  told_at timestamptz not null,
  primary key (user_id, channel, cluster_id)
);
comment on table told_clusters is 'owner: notices';
create index told_clusters_at_idx on told_clusters (told_at);

-- Told once for each time it begins.
create table notice_alarms (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  subject text not null,
  since timestamptz not null,
  told_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, kind, subject, since)
);
comment on table notice_alarms is 'owner: notices';
create unique index notice_alarms_open_key on notice_alarms (user_id, kind, subject) where ended_at is null;
create index notice_alarms_since_idx on notice_alarms (since);
comment on column notice_alarms.subject is 'which filter, network, group, subscription';
comment on column notice_alarms.ended_at is 'it is over: the next one is another';

-- Of the service itself, made at its first start where no setting gives them.
create table notice_keys (
  name text primary key,
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null
);
comment on table notice_keys is 'owner: notices';
comment on column notice_keys.sealed is 'the private one (kit/seal)';

-- Letters of notices: handed over twice they are one, and they say how to unsubscribe.
alter table letters add column key text;
alter table letters add column headers jsonb;
create unique index letters_key on letters (key);
comment on column letters.key is 'what makes it one, however often it is posted; null: nothing';
comment on column letters.headers is 'those besides the common ones; null once it is sent: they hold links';
