-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';

alter table monitored_projects
  add column keywords text[] not null default '{}',
  add column context text[] not null default '{}',
  add column excluded_keywords text[] not null default '{}',
  add column censor_filter boolean not null default false,
  add column neural_filter boolean not null default false,
  add column resources text[] not null default '{}',
  add column resource_types text[] not null default '{}',
  add column version integer not null default 0,
  add column searched_version integer not null default 0,
  add column progress jsonb,
  add column saved_at timestamptz;
comment on column monitored_projects.resources is 'networks; empty: all';
comment on column monitored_projects.resource_types is 'post, comment; empty: both';
comment on column monitored_projects.version is 'grows with everything that changes what it looks for';
comment on column monitored_projects.searched_version is 'up to which version what is stored was searched';
comment on column monitored_projects.progress is 'how far the last saving got, as it is told to browsers';

-- What an item's own product keeps away from its readers: never deleted, and shown among what is hidden.
alter table feed_items add column withheld text check (withheld in ('censor', 'neural'));
comment on column feed_items.withheld is 'by which filter of its project it is kept from the feed; null: it is not';
drop index feed_items_product_idx;
create index feed_items_product_idx on feed_items (product_type, product_id, seq_id desc)
  include (message_id, cluster_id, author_id, published_at, repeats, gone, unwanted, spam_count, verdict, withheld);
drop index feed_items_cluster_idx;
create index feed_items_cluster_idx on feed_items (cluster_id, seq_id)
  include (product_type, product_id, message_id, author_id, published_at, repeats, gone, unwanted, spam_count, verdict, withheld);
create index feed_items_groups_idx on feed_items (product_id, group_id) where product_type = 'group';

create table monitored_groups (
  id bigint generated always as identity primary key,
  groupset_id bigint not null references monitored_groupsets (id) on delete cascade,
  group_id bigint not null references groups (id),
  enabled boolean not null default true,
  created_at timestamptz not null,
  removed_at timestamptz,
  noted text check (noted in ('closed', 'gone', 'renamed')),
  noted_was text,
  noted_at timestamptz,
  told_at timestamptz,
  unique (groupset_id, group_id)
);
create index monitored_groups_group_idx on monitored_groups (group_id) where removed_at is null;
create index monitored_groups_removed_idx on monitored_groups (removed_at) where removed_at is not null;
create index monitored_groups_untold_idx on monitored_groups (groupset_id) where noted_at is not null and told_at is null;
comment on table monitored_groups is 'owner: groups';
comment on column monitored_groups.created_at is 'when it was added, or added again';
comment on column monitored_groups.removed_at is 'taken off the list; can be put back for a while';
comment on column monitored_groups.noted is 'what happened to the group last that its owner is to be told';
comment on column monitored_groups.noted_was is 'what it was called before it was renamed';
comment on column monitored_groups.told_at is 'null with noted_at: the letter is still to be written';

create table group_additions (
  id bigint generated always as identity primary key,
  groupset_id bigint not null references monitored_groupsets (id) on delete cascade,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index group_additions_groupset_idx on group_additions (groupset_id, id desc);
create index group_additions_unfinished_idx on group_additions (created_at) where finished_at is null;
comment on table group_additions is 'owner: groups';

create table group_links (
  addition_id bigint not null references group_additions (id) on delete cascade,
  position integer not null,
  link text not null,
  address text not null,
  status text not null check (status in ('waiting', 'added', 'duplicate', 'not_found', 'private', 'unsupported', 'limit', 'error')),
  network text,
  key text,
  group_id bigint references groups (id),
  tries integer not null default 0,
  next_try_at timestamptz,
  primary key (addition_id, position)
);
create index group_links_waiting_idx on group_links (next_try_at) where status = 'waiting';
create index group_links_key_idx on group_links (network, key) where group_id is not null;
create index group_links_address_idx on group_links (address) where group_id is not null;
comment on table group_links is 'owner: groups';
comment on column group_links.link is 'as it was pasted';
comment on column group_links.address is 'the same for links that are written differently and lead to one place';
comment on column group_links.key is 'what the network calls the place the link leads to, before anything was asked';

create table watched_groups (
  group_id bigint primary key references groups (id),
  next_read_at timestamptz not null,
  seconds_between integer not null,
  per_day real not null default 0,
  read_at timestamptz,
  heard_at timestamptz,
  failures integer not null default 0,
  name text,
  trouble text check (trouble in ('closed', 'gone', 'renamed', 'failing')),
  trouble_at timestamptz
);
create index watched_groups_next_idx on watched_groups (next_read_at);
comment on table watched_groups is 'owner: stream/plan';
comment on column watched_groups.per_day is 'messages a day, as it was lately';
comment on column watched_groups.name is 'as its network called it when it was read last: by it a new name is known';
comment on column watched_groups.trouble_at is 'since when it does not answer, whether it counts as trouble yet or not';
comment on column watched_groups.heard_at is 'when its newest message was written';

create table network_searches (
  network text not null,
  key text not null,
  words text[] not null,
  weight real not null,
  next_read_at timestamptz not null,
  seconds_between integer not null,
  per_day real not null default 0,
  read_at timestamptz,
  failures integer not null default 0,
  primary key (network, key)
);
create index network_searches_next_idx on network_searches (network, next_read_at);
comment on table network_searches is 'owner: stream/plan';
comment on column network_searches.key is 'its words in one order: the same search of many customers is one';
comment on column network_searches.weight is 'how many customers wait for it; 0: nobody any more, but what it brought is still known';

create table token_uses (
  network text not null,
  day text not null,
  token text not null,
  method text not null,
  calls integer not null,
  primary key (network, day, token, method)
);
comment on table token_uses is 'owner: stream/plan';
comment on column token_uses.token is 'a fingerprint of it';

create table source_health (
  network text not null,
  part text not null check (part in ('groups', 'searches', 'stream', 'links')),
  ok_at timestamptz,
  heard_at timestamptz,
  lag_seconds real,
  waiting integer not null default 0,
  trouble text,
  trouble_at timestamptz,
  details jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (network, part)
);
comment on table source_health is 'owner: stream/plan';
comment on column source_health.lag_seconds is 'half of the messages lately came later than this after they were written';
comment on column source_health.waiting is 'groups, searches or links whose turn has come and gone';

-- The words of all messages of the last days, in segments: previews, the search of categories and the search back read them.
create table message_segments (
  id bigint generated always as identity primary key,
  position bigint not null unique,
  from_at timestamptz not null,
  to_at timestamptz not null,
  size integer not null,
  messages bytea not null
);
alter table message_segments alter column messages set storage external;
create sequence message_segment_positions;
comment on table message_segments is 'owner: recent';
comment on column message_segments.position is 'a message that stands in several is as the segment of the greatest position has it';
comment on column message_segments.messages is 'ids and times, in the order of the places in the postings';

create table message_postings (
  segment_id bigint not null references message_segments (id) on delete cascade,
  first_term bytea not null,
  block bytea not null,
  primary key (segment_id, first_term)
);
alter table message_postings alter column block set storage external;
comment on table message_postings is 'owner: recent';
comment on column message_postings.first_term is 'in UTF-16, high byte first: so are terms sorted';
comment on column message_postings.block is 'some terms that follow each other, each with the places where it stands';

create table indexed_marks (
  name text primary key,
  message_id bigint not null
);
comment on table indexed_marks is 'owner: recent';
comment on column indexed_marks.message_id is 'up to which messages are in segments';

-- Few rows, read often: each is a message whose text is another one since it was put into a segment, or that is gone or back.
create table changed_texts (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  received_at timestamptz not null
);
comment on table changed_texts is 'owner: recent';

create index subscriptions_product_idx on subscriptions (product_type, product_id);
