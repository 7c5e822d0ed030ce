-- Files come with letters to support and with the answers to them; letters carry files.
create table feedback_files (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback (id) on delete cascade,
  answer_id bigint references feedback_answers (id) on delete cascade,
  name text not null,
  type text not null,
  bytes bytea not null,
  preview bytea,
  width integer,
  height integer,
  digest bytea not null,
  check ((preview is null) = (width is null) and (preview is null) = (height is null))
);
comment on table feedback_files is 'owner: feedback';
comment on column feedback_files.answer_id is 'the answer it came with; null: with the letter itself';
comment on column feedback_files.bytes is 'of a picture as it was drawn again, of anything else as it came';
comment on column feedback_files.preview is 'of a picture, in webp; null: it is none';
comment on column feedback_files.width is 'of the picture, in pixels';
comment on column feedback_files.height is 'of the picture, in pixels';
comment on column feedback_files.digest is 'sha256 of what was sent: by it the same letter sent twice is known';
create index feedback_files_feedback_idx on feedback_files (feedback_id);
create index feedback_files_answer_idx on feedback_files (answer_id) where answer_id is not null;

create table letter_files (
  id bigint generated always as identity primary key,
  letter_id bigint not null references letters (id) on delete cascade,
  name text not null,
  type text not null,
  bytes bytea not null
);
comment on table letter_files is 'owner: kit/mail';
create index letter_files_letter_idx on letter_files (letter_id);

-- What customers say of the service, shown after approval.
create table reviews (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  name text not null,
  trade text not null,
  city text not null,
  text text not null,
  written_at timestamptz not null,
  version integer not null default 1,
  state text not null default 'new' check (state in ('new', 'shown', 'hidden')),
  decided_at timestamptz,
  decided_by bigint references users (id) on delete set null,
  reason text not null default '',
  reply text not null default '',
  replied_at timestamptz
);
comment on table reviews is 'owner: reviews';
comment on column reviews.name is 'as the author wants to be shown';
comment on column reviews.trade is 'empty: not said';
comment on column reviews.city is 'empty: not said';
comment on column reviews.written_at is 'when it became what it is';
comment on column reviews.version is 'one more with every change by its author: what is approved is what was read';
comment on column reviews.decided_by is 'who of staff decided; null: no one yet, or their account is gone';
comment on column reviews.reason is 'why it is hidden, for its author to read';
comment on column reviews.reply is 'what the service answers beneath it; empty: nothing';
create index reviews_state_idx on reviews (state, written_at desc, id desc);
create index reviews_decided_by_idx on reviews (decided_by) where decided_by is not null;
