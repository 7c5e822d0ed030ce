-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';

alter table users alter column email drop not null;
alter table users alter column password_hash drop not null;
alter table users add column pending_email text;
alter table users add column phone text;
alter table users add column phone_approve boolean not null default false;
alter table users add column notification_email text;
alter table users add column free_direct_links boolean not null default false;
alter table users add column deletion_at timestamptz;
comment on column users.email is 'null for whoever came through a network and has confirmed none yet';
comment on column users.password_hash is 'null for whoever comes in through a network only';
comment on column users.pending_email is 'where a code was sent to; becomes the email when it is confirmed';
comment on column users.phone is 'confirmed when phone_approve';
comment on column users.notification_email is 'confirmed; null: notices go to the email';
comment on column users.deletion_at is 'when the account will be deleted, unless its owner thinks better of it';

-- Whoever asked for an account and has not shown yet that the email is his.
create table registrations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  username text not null,
  password_hash text not null,
  time_zone text not null,
  referral jsonb not null,
  fp text,
  incognito boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
comment on table registrations is 'owner: accounts';
comment on column registrations.id is 'known to the browser that asked, and to nobody else';
create index registrations_expires_idx on registrations (expires_at);

create table recovery_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table recovery_tokens is 'owner: accounts';
create index recovery_tokens_user_idx on recovery_tokens (user_id);

create table sign_in_failures (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null
);
comment on table sign_in_failures is 'owner: accounts';
comment on column sign_in_failures.key is 'the email in small letters, or the address, each marked as what it is; emails that no account has are counted alike';
create index sign_in_failures_key_idx on sign_in_failures (key, at);

create table captcha_answers (
  challenge text primary key,
  expires_at timestamptz not null
);
comment on table captcha_answers is 'owner: accounts';
comment on column captcha_answers.challenge is 'answered once already';

create table verification_codes (
  id bigint generated always as identity primary key,
  subject text not null,
  purpose text not null check (purpose in ('registration', 'email', 'notices', 'phone')),
  target text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  confirmed_at timestamptz
);
comment on table verification_codes is 'owner: kit/codes';
comment on column verification_codes.subject is 'who has to enter it: a person or a registration';
comment on column verification_codes.target is 'where it went: an email in small letters, or a phone in digits';
comment on column verification_codes.code_hash is 'keyed with the secret of the service: four digits alone would be guessed from any plain hash';
comment on column verification_codes.closed_at is 'too many wrong tries, or a newer code';
create index verification_codes_subject_idx on verification_codes (subject, purpose, id desc);
create index verification_codes_target_idx on verification_codes (target, created_at);
create index verification_codes_ip_idx on verification_codes (ip, created_at);

create table letters (
  id bigint generated always as identity primary key,
  channel text not null default 'mail' check (channel in ('mail', 'call')),
  recipient text not null,
  subject text not null,
  html text,
  plain text,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  error text
);
comment on table letters is 'owner: kit/mail';
comment on column letters.channel is 'call: a phone call that the development mailbox shows instead of making it';
comment on column letters.html is 'null once it is sent: letters hold codes';

create table network_accounts (
  network text not null check (network in ('vk', 'apple')),
  external_id text not null,
  user_id bigint not null references users on delete cascade,
  email text,
  sealed_token bytea,
  created_at timestamptz not null,
  primary key (network, external_id),
  unique (user_id, network)
);
comment on table network_accounts is 'owner: social';
comment on column network_accounts.sealed_token is 'what the network wants back when the account is deleted, encrypted with the secret of the service';

create table network_sign_ins (
  state_hash bytea primary key,
  network text not null,
  intent text not null check (intent in ('auth', 'reg', 'link')),
  user_id bigint references users on delete cascade,
  nonce text not null,
  verifier text not null,
  came_from text not null,
  referral jsonb not null,
  outcome jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table network_sign_ins is 'owner: social';
comment on column network_sign_ins.intent is 'auth: into an account there is; reg: into a new one; link: to the account of user_id';
comment on column network_sign_ins.outcome is 'what came back from the network, until the browser that began comes for it';
create index network_sign_ins_expires_idx on network_sign_ins (expires_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint,
  user_id bigint,
  action text not null,
  ip text not null,
  user_agent text not null,
  details jsonb not null default '{}'
);
comment on table audit_log is 'owner: kit/audit';
comment on column audit_log.actor_id is 'null: nobody who is signed in, or the service itself';
comment on column audit_log.user_id is 'whose account it is about; rows outlive the account';
create index audit_log_user_idx on audit_log (user_id, id desc);
create index audit_log_at_idx on audit_log (at);

create table referral_visits (
  id bigint generated always as identity primary key,
  ref_id bigint not null,
  ref_url text not null,
  referrer text not null,
  params jsonb not null,
  ip text not null,
  user_agent text not null,
  at timestamptz not null
);
comment on table referral_visits is 'owner: partner';
create index referral_visits_ref_idx on referral_visits (ref_id, at);

create table user_referrals (
  user_id bigint primary key references users on delete cascade,
  ref_id bigint not null,
  clip text,
  ref_url text,
  referrer text,
  actionpay text,
  at timestamptz not null
);
comment on table user_referrals is 'owner: partner';
comment on column user_referrals.ref_id is 'the partner who brought this person; 1: nobody did, -1: the cpa network';
create index user_referrals_ref_idx on user_referrals (ref_id);

create table device_prints (
  user_id bigint not null references users on delete cascade,
  fp text not null,
  incognito boolean not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, fp)
);
comment on table device_prints is 'owner: accounts';
create index device_prints_fp_idx on device_prints (fp);

-- A count of calls that a crash forgets costs nobody anything.
alter table call_counts set unlogged;
