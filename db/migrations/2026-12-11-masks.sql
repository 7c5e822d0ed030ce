-- Support looks at the service as someone else sees it: while a mask of a session is open, its cookie is the other person's.
create table masks (
  id bigint generated always as identity primary key,
  session_id bigint references sessions (id) on delete set null,
  actor_id bigint references users (id) on delete set null,
  user_id bigint not null references users (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
comment on table masks is 'owner: masks';
comment on column masks.session_id is 'of the one who wears it: their own';
comment on column masks.actor_id is 'who wears it; null: their account is gone';
comment on column masks.user_id is 'as whom the service is seen';
comment on column masks.ended_at is 'null: on, until expires_at';
create unique index masks_open_key on masks (session_id) where ended_at is null;
create index masks_session_id_idx on masks (session_id);
create index masks_actor_id_idx on masks (actor_id);
create index masks_user_id_idx on masks (user_id, id desc);

create table mask_calls (
  mask_id bigint not null references masks (id) on delete cascade,
  call text not null,
  refused boolean not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (mask_id, call, refused)
);
comment on table mask_calls is 'owner: masks';
comment on column mask_calls.call is 'what only reads, or was refused; each change is a line of the audit log';
