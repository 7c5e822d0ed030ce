-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';

-- What a person's own marks taught. Always worked out from the marks there are, so that a mark taken back is unlearnt.
create table personal_layers (
  user_id bigint primary key references users on delete cascade,
  layer bytea not null default '',
  model text not null default '',
  boundary double precision not null default 0,
  likes integer not null default 0,
  dislikes integer not null default 0,
  learnt_at timestamptz,
  forget_before timestamptz,
  version integer not null default 0,
  judged_up_to bigint not null default 0,
  judged_products text[] not null default '{}'
);
comment on table personal_layers is 'owner: learning';
comment on column personal_layers.layer is 'as engine/relevance/personal.ts writes it; empty: nothing is learnt';
comment on column personal_layers.model is 'a fingerprint of the model whose traits were learnt: to another one the layer means nothing';
comment on column personal_layers.boundary is 'in log-odds: what the layer moves further down is unlike';
comment on column personal_layers.dislikes is 'dislikes and spam marks';
comment on column personal_layers.forget_before is 'marks up to this moment are not learnt';
comment on column personal_layers.version is 'grows with every learning: what an earlier layer judged meanwhile does not count';
comment on column personal_layers.judged_up_to is 'items of judged_products up to this seq_id are judged';

create table unlike_messages (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  primary key (user_id, message_id)
);
comment on table unlike_messages is 'owner: learning';
