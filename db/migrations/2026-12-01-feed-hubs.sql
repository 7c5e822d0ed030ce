alter table watched_groups add column hub text;
alter table watched_groups add column hub_topic text;
comment on column watched_groups.hub is 'the hub (WebSub) that its feed names; null: none';
comment on column watched_groups.hub_topic is 'as what the hub knows the feed';

create table hub_subscriptions (
  group_id bigint primary key references groups,
  callback_id text not null unique,
  hub text not null,
  topic text not null,
  state text not null default 'asking' check (state in ('asking', 'active', 'refused', 'ending')),
  created_at timestamptz not null,
  ask_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  news_at timestamptz,
  told_at timestamptz
);
comment on table hub_subscriptions is 'owner: hubs';
comment on column hub_subscriptions.callback_id is 'random: the address at which the hub tells of news; the secret of its signatures is made of it and the secret of the service';
comment on column hub_subscriptions.state is 'active: the hub asked back and was told that we want it; refused: asked again much later; ending: the hub is asked to stop';
comment on column hub_subscriptions.ask_at is 'when the hub is asked next: at first, again, to renew the lease, to stop';
comment on column hub_subscriptions.tries is 'how often it was asked since it last asked back';
comment on column hub_subscriptions.news_at is 'the hub told of news that were not read yet';
comment on column hub_subscriptions.told_at is 'when the hub last told of news; null: never, or it has missed some since, and is not relied on';
create index hub_subscriptions_ask_idx on hub_subscriptions (ask_at);
create index hub_subscriptions_news_idx on hub_subscriptions (group_id) where news_at is not null;
