-- The newest items of an author first, so that of who wrote a hundred thousand no more are read than are counted.
drop index feed_items_author_idx;
create index feed_items_author_idx on feed_items (author_id, seq_id desc);
