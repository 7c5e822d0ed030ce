-- The words of a text beside its letters: what tells copies of a line or two. Rows of before have none and are compared by their
-- letters, as they were; after as many days as copies are looked for there are none of them.
alter table fingerprints add column words bytea;
comment on column fingerprints.words is 'a word print of engine/duplicates, 2 to 74 bytes; null: stored by a release that knew none';
comment on column fingerprints.fingerprint is '48 bytes of engine/duplicates';
