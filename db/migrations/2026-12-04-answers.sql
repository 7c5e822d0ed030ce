-- What people answer: whom they answered and when, and the words they keep for it.
create table answers (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  at timestamptz not null,
  primary key (user_id, message_id)
);
comment on table answers is 'owner: answers';
create index answers_message_idx on answers (message_id);

create table reply_templates (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  text text not null,
  created_at timestamptz not null
);
comment on table reply_templates is 'owner: answers';
comment on column reply_templates.text is 'with {имя} and {город} where those of the message belong';
create index reply_templates_user_idx on reply_templates (user_id, id);
