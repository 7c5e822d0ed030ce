-- Support looks for people among all there are, and reads what became of letters to one of them.
create index users_created_idx on users (created_at desc, id desc);
create index users_phone_search_idx on users using gin (phone gin_trgm_ops) where phone is not null;
-- In Latin letters: where the database was made without a locale, letters of others have no trigrams.
create index users_name_search_idx on users using gin (
  translate(lower(username), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeejziiklmnoprstufhcqww7y7309') gin_trgm_ops);
create index sessions_seen_idx on sessions (last_seen_at);
create index orders_buyers_idx on orders (user_id) where paid_at is not null and total > 0;
create index users_partners_idx on users (id) where 'partner' = any (roles);
create index letters_recipient_idx on letters (lower(recipient), id desc);
