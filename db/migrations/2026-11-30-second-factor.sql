create table second_factors (
  user_id bigint primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table second_factors is 'owner: accounts';
comment on column second_factors.sealed_secret is 'what the app and we make codes of, encrypted with the secret of the service';
comment on column second_factors.confirmed_at is 'null: being set up, no code is asked for yet';
comment on column second_factors.last_step is 'the half minute, counted from 1970, of the last code that was taken: none is taken twice';

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'owner: accounts';
comment on column recovery_codes.code_hash is 'keyed with the secret of the service';
