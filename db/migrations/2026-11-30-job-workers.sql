-- Who works the queue now: jobs of a worker that is not seen any more are taken over by the others.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null,
  since timestamptz not null
);
comment on table job_workers is 'owner: kit/job-workers';
comment on column job_workers.id is 'as jobs name who has locked them';
comment on column job_workers.since is 'seen without a gap since then';

alter table letters add column handed_over_at timestamptz;
comment on column letters.handed_over_at is 'all but the last line is with the mail server, whose answer is not known yet';
