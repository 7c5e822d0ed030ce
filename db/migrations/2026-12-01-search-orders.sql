-- An admin looks an order up by any part of an e-mail or of its number: without trigrams all orders and all people are read.
create extension if not exists pg_trgm;

create index orders_search_idx on orders using gin (contact gin_trgm_ops, account gin_trgm_ops, gateway_id gin_trgm_ops);
create index users_email_search_idx on users using gin (email gin_trgm_ops);
