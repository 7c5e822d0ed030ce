-- What the engine says of a message that is kept, and the fingerprint by which its copies are known.
alter table messages
  add column fingerprint bytea,
  add column unwanted real,
  add column intent real;
comment on column messages.fingerprint is '48 bytes of engine/duplicates, of kept messages; null when the text is too short to have copies';
comment on column messages.unwanted is '0 to 1: spam, advertising, a bot; of kept messages';
comment on column messages.intent is '0 to 1: somebody looks for a service or a thing; of kept messages';

-- What was clustered, in the order in which it was: every process follows it from its own mark on, and knows the same.
create table fingerprints (
  id bigint generated always as identity primary key,
  cluster_id bigint not null,
  at timestamptz not null,
  fingerprint bytea not null
);
comment on table fingerprints is 'owner: stream/store';
comment on column fingerprints.id is 'given under the same lock as seqIds, so that it becomes visible in its order';
comment on column fingerprints.at is 'when the text was received; older ones than copies are looked for are deleted';

-- Of passing messages nobody asks for words.
create index messages_terms_idx on messages_kept using gin (terms);

alter table groups add column kind text;
comment on column groups.kind is 'community, channel, chat, person or site; null where the network did not say';

-- Places by name. The seed gives the numbers; a fuller list may be imported over it.
create table locations (
  id bigint primary key,
  type text not null check (type in ('country', 'region', 'town')),
  name text not null,
  -- A town's region, a region's country.
  parent_id bigint references locations,
  -- Words by which texts name it, every case: lower case, ё as е.
  forms text[] not null,
  -- Of those, the ones that mean something else as often; they count beside other signs only.
  doubtful_forms text[] not null default '{}',
  population integer,
  fias_id text unique,
  -- Of the seed that wrote the row; null once an import did.
  seed_hash text
);
create index locations_parent_idx on locations (parent_id);
comment on table locations is 'owner: locations';

-- Feed items carry what filters ask, so that a page is picked from one table.
alter table feed_items
  add column cluster_id bigint,
  add column repeats boolean not null default false,
  add column source_kind text not null default 'community',
  add column location_id bigint,
  add column region_id bigint,
  add column location_source text check (location_source in ('text', 'group', 'author', 'moderator')),
  add column location_confidence real,
  add column intent smallint not null default 0,
  add column unwanted boolean not null default false,
  add column spam_count integer not null default 0,
  add column verdict text check (verdict in ('approved', 'rejected', 'removed'));
update feed_items set cluster_id = message_id;
alter table feed_items alter column cluster_id set not null;
-- Both hold all that says whether an item is shown: a far page and the search for copies are answered without the table.
create index feed_items_cluster_idx on feed_items (cluster_id, seq_id)
  include (product_type, product_id, message_id, author_id, published_at, repeats, gone, unwanted, spam_count, verdict);
drop index feed_items_product_idx;
create index feed_items_product_idx on feed_items (product_type, product_id, seq_id desc)
  include (message_id, cluster_id, author_id, published_at, repeats, gone, unwanted, spam_count, verdict);
create index feed_items_author_idx on feed_items (author_id);
comment on table feed_items is 'owner: feed';
comment on column feed_items.cluster_id is 'the same for all that say nearly the same: the id of the first such message, or a number of its own where that one was edited';
comment on column feed_items.repeats is 'an earlier item of the cluster was there when this one was stored';
comment on column feed_items.source_kind is 'where it was written: community, channel, chat, person, site';
comment on column feed_items.location_id is 'null: undefined';
comment on column feed_items.region_id is 'the region of location_id, or itself';
comment on column feed_items.intent is '0 cold, 1 warm, 2 hot';
comment on column feed_items.spam_count is 'how many people marked the message as spam; 10 and more show it as spam';
comment on column feed_items.verdict is 'what a moderator said; rejected is seen by moderators only, removed by nobody';

-- Filters: a deleted one can be taken back for a while.
alter table filters add column deleted_at timestamptz;

-- Settings of the feed, one row for who ever changed one.
create table feed_settings (
  user_id bigint primary key references users on delete cascade,
  bonus_btn boolean not null default true,
  push boolean not null default false,
  feed_scroll boolean not null default false
);
comment on table feed_settings is 'owner: feed';

-- Teams: a card for everybody a team owner invited.
create table membership_cards (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users on delete cascade,
  email text not null,
  username text not null,
  user_id bigint references users on delete cascade,
  status text not null check (status in ('pending', 'accepted', 'rejected')),
  created_at timestamptz not null,
  check (status <> 'accepted' or user_id is not null)
);
create unique index membership_cards_email_key on membership_cards (owner_id, lower(email));
create index membership_cards_user_idx on membership_cards (user_id) where status = 'accepted';
comment on table membership_cards is 'owner: team';

-- What people do with messages.
create table message_views (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  at timestamptz not null,
  primary key (user_id, message_id)
);
comment on table message_views is 'owner: marks';

create table favorites (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  at timestamptz not null,
  primary key (user_id, message_id)
);
comment on table favorites is 'owner: marks';

create table reactions (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  reaction text not null check (reaction in ('like', 'dislike')),
  at timestamptz not null,
  primary key (user_id, message_id)
);
create index reactions_message_idx on reactions (message_id);
comment on table reactions is 'owner: marks';

create table spam_marks (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  at timestamptz not null,
  primary key (user_id, message_id)
);
create index spam_marks_message_idx on spam_marks (message_id);
comment on table spam_marks is 'owner: marks';

create table notes (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  text text not null,
  updated_at timestamptz not null,
  primary key (user_id, message_id)
);
create index notes_message_idx on notes (message_id);
comment on table notes is 'owner: marks';

create table blacklisted_authors (
  user_id bigint not null references users on delete cascade,
  author_id bigint not null references authors,
  at timestamptz not null,
  primary key (user_id, author_id)
);
comment on table blacklisted_authors is 'owner: marks';

-- Moderation.
create table moderator_log (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  user_id bigint not null references users,
  action text not null,
  details jsonb not null default '{}',
  at timestamptz not null
);
create index moderator_log_message_idx on moderator_log (message_id, id);
create index moderator_log_at_idx on moderator_log (at);
comment on table moderator_log is 'owner: moderation';

create table rejected_authors (
  author_id bigint primary key references authors,
  user_id bigint not null references users,
  at timestamptz not null
);
comment on table rejected_authors is 'owner: moderation';

create table rejected_texts (
  cluster_id bigint primary key,
  user_id bigint not null references users,
  at timestamptz not null
);
comment on table rejected_texts is 'owner: moderation';

-- Exports: the file lies here in pieces for a day, so that any process can make it and any can hand it out.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('messages', 'users')),
  format text not null check (format in ('xlsx', 'csv', 'html')),
  params jsonb not null,
  status text not null check (status in ('waiting', 'active', 'ready', 'empty', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  bytes bigint not null default 0,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index exports_user_idx on exports (user_id, id desc);
comment on table exports is 'owner: exports';

create table export_pieces (
  export_id bigint not null references exports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (export_id, position)
);
comment on table export_pieces is 'owner: exports';
