-- Items by when they were published, for a filter by days and for what a trial hides: of a product of years only the last days are read.
-- An expression, so that only who asks in these words is led by it.
create index feed_items_published_idx on feed_items (product_type, product_id, (published_at at time zone 'UTC') desc);
