-- Examples of messages in previews of projects are shown so often a day, and no more.
create table project_previews (
  user_id bigint primary key references users (id) on delete cascade,
  day date not null,
  count integer not null
);
comment on table project_previews is 'owner: projects';
comment on column project_previews.day is 'by the clocks of Moscow';
comment on column project_previews.count is 'previews with examples on that day';
