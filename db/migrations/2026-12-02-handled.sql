-- What a reader is done with («разобрано»). One text is one card, so the mark is upon the cluster: no copy brings the card back, and a
-- text that was edited into another one does.
create table handled_clusters (
  user_id bigint not null references users (id) on delete cascade,
  cluster_id bigint not null,
  message_id bigint not null,
  at timestamptz not null,
  primary key (user_id, cluster_id)
);
comment on table handled_clusters is 'owner: feed';
comment on column handled_clusters.message_id is 'the message that was marked, for the person to read what they did';
