-- A column of one meaning has one name: a score is 0 to 1, a level is one of three. Until now `intent` and `unwanted` were both.
-- Names only: nothing is rewritten, indexes and partitions follow (docs/decisions/scores-and-levels.md says why not in two steps).
alter table messages rename column intent to intent_score;
alter table messages rename column unwanted to unwanted_score;
alter table feed_items rename column intent to intent_level;
alter table feed_items rename column unwanted to is_unwanted;
comment on column feed_items.intent_level is '0 cold, 1 warm, 2 hot: words outside of the table (feed/items/intent-level.ts)';

-- Why something is not shown: by a filter of its project, or by what a person taught the feed.
alter table feed_items rename column withheld to suppressed_by;
alter table feed_items rename constraint feed_items_withheld_check to feed_items_suppressed_by_check;
alter table unlike_messages rename to dismissed_messages;
alter table dismissed_messages rename constraint unlike_messages_pkey to dismissed_messages_pkey;
alter table dismissed_messages rename constraint unlike_messages_user_id_fkey to dismissed_messages_user_id_fkey;
