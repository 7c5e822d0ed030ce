-- How a person likes their feed: how dense, and in which order. Rows of before keep what everybody has.
alter table feed_settings add column density text default 'auto' not null
  constraint feed_settings_density_check check (density in ('auto', 'compact', 'comfortable'));
alter table feed_settings add column feed_order text default 'new' not null
  constraint feed_settings_order_check check (feed_order in ('new', 'hot'));
comment on column feed_settings.density is 'auto: by the width of the window';
comment on column feed_settings.feed_order is 'new: what came last first; hot: by the level of intent, and then so';

-- The hottest first: what is warm or hot is found level by level. Of the cold, which are most, some lie on every stretch of the feed.
create index feed_items_level_idx on feed_items (product_type, product_id, intent_level, seq_id desc) where intent_level > 0;
