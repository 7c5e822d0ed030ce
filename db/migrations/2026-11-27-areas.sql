-- Owners by their new names: what was the feature `recent` is server/archive, what was `site` is the feature `feedback`.
comment on table changed_texts is 'owner: archive';
comment on table indexed_marks is 'owner: archive';
comment on table message_postings is 'owner: archive';
comment on table message_segments is 'owner: archive';
comment on table feedback is 'owner: feedback';
