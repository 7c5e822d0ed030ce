-- A message may come without the avatar of its author: their network is asked for it, and not again for a while.
alter table authors add column avatar_asked_at timestamptz;
comment on column authors.avatar_asked_at is 'when the network was asked for the avatar; null: never';
create index authors_without_avatar on authors (network, id desc) where avatar is null;
