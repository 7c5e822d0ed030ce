-- What is stored of a group is looked for whenever it comes onto a list that did not have it: others listen to it already.
create index messages_kept_group_idx on messages_kept (group_id, received_at);
