-- How many messages came, by steps of ten minutes: pages for visitors say it without counting them again.
create table heard_messages (
  until timestamptz not null,
  network text not null,
  messages integer not null,
  demo integer not null,
  primary key (until, network)
);
comment on table heard_messages is 'owner: sources';
comment on column heard_messages.until is 'the end of the ten minutes in which they were received';
comment on column heard_messages.demo is 'those of them that are made up';
