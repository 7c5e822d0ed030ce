-- Work on leads. A lead is of a team (its owner) or of one person, and of the clusters of copies its message is in: a request posted
-- again is the same lead.
create table leads (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users on delete cascade,
  message_id bigint not null,
  product_type text not null check (product_type in ('category', 'project', 'group')),
  product_id bigint not null,
  status text not null check (status in ('new', 'inWork', 'answered', 'won', 'lost')),
  assignee_id bigint references users on delete set null,
  sum_kopecks bigint check (sum_kopecks >= 0),
  remind_at timestamptz,
  reminder text,
  remind_to bigint references users on delete set null,
  reminded_at timestamptz,
  -- What the message said when it was touched first.
  text text not null,
  network text not null,
  kind text not null,
  url text,
  author_id bigint,
  author_name text,
  author_url text,
  group_name text,
  place text,
  product_name text not null,
  is_demo boolean not null,
  published_at timestamptz not null,
  found_at timestamptz not null,
  created_at timestamptz not null,
  taken_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  updated_at timestamptz not null
);
comment on table leads is 'owner: leads';
comment on column leads.found_at is 'when the message was stored for the feed: time to answer counts from here';
comment on column leads.remind_to is 'who set the reminder: it goes to them when the lead is no one''s';
comment on column leads.reminded_at is 'the reminder was sent';
create index leads_status_idx on leads (owner_id, status, updated_at desc, id desc);
create index leads_assignee_idx on leads (assignee_id);
create index leads_author_idx on leads (owner_id, author_id);
create index leads_published_idx on leads (owner_id, published_at);
create index leads_remind_idx on leads (remind_at) where remind_at is not null and reminded_at is null;

-- Several when a message of the lead was edited, and has gone to another cluster since: the lead stays with both.
create table lead_clusters (
  cluster_id bigint not null,
  owner_id bigint not null references users on delete cascade,
  lead_id bigint not null references leads on delete cascade,
  primary key (cluster_id, owner_id)
);
comment on table lead_clusters is 'owner: leads';
comment on column lead_clusters.owner_id is 'as in leads';
create index lead_clusters_lead_idx on lead_clusters (lead_id);
create index lead_clusters_owner_idx on lead_clusters (owner_id);

create table lead_moves (
  id bigint generated always as identity primary key,
  lead_id bigint not null references leads on delete cascade,
  user_id bigint references users on delete set null,
  at timestamptz not null,
  what text not null check (what in ('status', 'assignee', 'sum')),
  from_value text,
  to_value text
);
comment on table lead_moves is 'owner: leads';
comment on column lead_moves.from_value is 'a status, the id of a person, kopecks; what the move before it ended with';
create index lead_moves_lead_idx on lead_moves (lead_id, id);
create index lead_moves_user_idx on lead_moves (user_id);

create table lead_comments (
  id bigint generated always as identity primary key,
  lead_id bigint not null references leads on delete cascade,
  user_id bigint not null references users on delete cascade,
  text text not null,
  at timestamptz not null
);
comment on table lead_comments is 'owner: leads';
create index lead_comments_lead_idx on lead_comments (lead_id, id);
create index lead_comments_user_idx on lead_comments (user_id);
