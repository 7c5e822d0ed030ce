-- Strangers may ask for someone's recovery: letters are counted by who asks, and a link that holds is sent again.
alter table recovery_tokens add column sealed_token bytea;
comment on column recovery_tokens.sealed_token is 'encrypted with the secret of the service, to be sent again; null for links made before';

create table recovery_letters (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  asker text not null,
  sent_at timestamptz not null
);
create index recovery_letters_user_idx on recovery_letters (user_id, sent_at);
comment on table recovery_letters is 'owner: accounts';
comment on column recovery_letters.asker is 'a keyed hash of the network address from which it was asked for';
