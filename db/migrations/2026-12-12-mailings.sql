-- What people agree to be sent, what is written to many at once, to whom, and what became of it for each of them.
alter table registrations add column advertising boolean not null default false;
comment on column registrations.advertising is 'they agreed to advertising: a consent when the registration is confirmed';

alter table users add column news_refused_at timestamptz;
comment on column users.news_refused_at is 'since when they want no mailings of news; null: they are sent them';

create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('advertising')),
  text_version text not null,
  given_at timestamptz not null,
  place text not null check (place in ('registration', 'profile')),
  ip text not null,
  user_agent text not null,
  withdrawn_at timestamptz,
  withdrawn_by text check (withdrawn_by in ('profile', 'letter', 'mail service', 'complaint'))
);
comment on table consents is 'owner: accounts';
comment on column consents.text_version is 'of the words they agreed to (contract/people/accounts.ts)';
create unique index consents_given_key on consents (user_id, kind) where withdrawn_at is null;
create index consents_user_idx on consents (user_id);

create table mailings (
  id bigint generated always as identity primary key,
  type text not null check (type in ('info', 'advertising')),
  rec_group text not null,
  addresses text[] not null default '{}',
  subject text not null,
  body text not null,
  status text not null check (status in ('waiting', 'active', 'paused', 'completed')),
  trouble jsonb,
  send_at timestamptz not null,
  listed_at timestamptz,
  expected integer not null,
  counts jsonb,
  key uuid unique,
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  completed_at timestamptz
);
comment on table mailings is 'owner: mailings';
comment on column mailings.addresses is 'of the group any, until its recipients are listed';
comment on column mailings.trouble is 'why the service paused it; null: it did not';
comment on column mailings.listed_at is 'when its recipients were written down; null: when it begins';
comment on column mailings.counts is 'of a completed one: its recipients by state';
create index mailings_open_idx on mailings (status, id) where status <> 'completed';

create table mailing_recipients (
  id bigint generated always as identity primary key,
  mailing_id bigint not null references mailings on delete cascade,
  user_id bigint references users on delete set null,
  email text,
  state text not null default 'wait'
    check (state in ('wait', 'active', 'sent', 'failed', 'bounced', 'unsubscribed', 'skipped', 'unknown')),
  lane text not null,
  holder text not null,
  due_at timestamptz not null,
  attempt integer not null default 0,
  refusals smallint not null default 0,
  first_tried_at timestamptz,
  handed_at timestamptz,
  settled_at timestamptz,
  bounce text check (bounce in ('dead', 'disabled', 'full')),
  reason text
);
comment on table mailing_recipients is 'owner: mailings';
comment on column mailing_recipients.email is 'where it goes, or went; null: the account is gone';
comment on column mailing_recipients.state is 'active: on its way; unknown: handed over whole, and the answer was lost; skipped: it was not to be sent any more';
comment on column mailing_recipients.holder is 'what is held when its service does not want us: a family of services, or a domain';
comment on column mailing_recipients.attempt is 'who works on it says the number they took it under: of two only one goes on';
comment on column mailing_recipients.refusals is 'how often its service did not want us';
comment on column mailing_recipients.handed_at is 'the server has all of it but the last line';
create unique index mailing_recipients_user_key on mailing_recipients (mailing_id, user_id);
create unique index mailing_recipients_email_key on mailing_recipients (mailing_id, lower(email)) where user_id is null;
create index mailing_recipients_due_idx on mailing_recipients (mailing_id, lane, due_at, id) where state = 'wait';
create index mailing_recipients_active_idx on mailing_recipients (id) where state = 'active';
create index mailing_recipients_state_idx on mailing_recipients (mailing_id, state);
create index mailing_recipients_person_idx on mailing_recipients (user_id) where user_id is not null;
create index mailing_recipients_bounce_idx on mailing_recipients (lower(email), settled_at) where bounce is not null;

create table mail_holds (
  holder text primary key,
  why text not null,
  since timestamptz not null
);
comment on table mail_holds is 'owner: mailings';

create table mail_suppressions (
  email text primary key,
  reason text not null check (reason in ('dead', 'disabled', 'full', 'complaint', 'unsubscribed')),
  detail text not null,
  at timestamptz not null
);
comment on table mail_suppressions is 'owner: mailings';
comment on column mail_suppressions.email is 'in small letters; no mailing goes there';
comment on column mail_suppressions.detail is 'what the server said';
