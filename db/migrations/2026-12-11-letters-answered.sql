-- Letters to support become a queue: answered on the spot, closed, opened again.
alter table feedback
  add column state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  add column changed_at timestamptz,
  add column changed_by bigint references users (id) on delete set null;
comment on column feedback.changed_at is 'when its state became what it is; null: as it came';
comment on column feedback.changed_by is 'who changed it; null: no one, or their account is gone';
create index feedback_state_idx on feedback (state, id desc);
create index feedback_changed_by_idx on feedback (changed_by) where changed_by is not null;

create table feedback_answers (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback (id) on delete cascade,
  author_id bigint references users (id) on delete set null,
  text text not null,
  at timestamptz not null
);
comment on table feedback_answers is 'owner: feedback';
comment on column feedback_answers.author_id is 'who of support wrote it; null: their account is gone';
create index feedback_answers_feedback_id_idx on feedback_answers (feedback_id);
create index feedback_answers_author_id_idx on feedback_answers (author_id);
