-- Categories are edited: what is changed and not published, what was published before, and the addresses a category had.
alter table categories add column seed_slug text unique;
comment on column categories.seed_slug is 'by which the seed knows it, whatever its address is now; null: no seed made it';
update categories set seed_slug = slug;

create table category_slugs (
  slug text primary key,
  category_id bigint not null references categories on delete cascade
);
comment on table category_slugs is 'owner: categories';
comment on column category_slugs.slug is 'an address that it had before: it leads to the one it has now';
create index category_slugs_category_idx on category_slugs (category_id);

create table category_drafts (
  category_id bigint primary key,
  revision text not null,
  base integer not null,
  content jsonb not null,
  user_id bigint references users on delete set null,
  updated_at timestamptz not null
);
comment on table category_drafts is 'owner: editing';
comment on column category_drafts.category_id is 'of a category that was never published there is this row alone';
comment on column category_drafts.revision is 'another after every saving: who saves names the one they began from';
comment on column category_drafts.base is 'the version it was made from; 0: none was recorded yet';
create index category_drafts_user_idx on category_drafts (user_id);

create table category_versions (
  category_id bigint not null references categories on delete cascade,
  number integer not null check (number > 0),
  kind text not null check (kind in ('found', 'published', 'restored', 'seeded')),
  restored integer,
  content jsonb not null,
  note text not null,
  user_id bigint references users on delete set null,
  created_at timestamptz not null,
  primary key (category_id, number)
);
comment on table category_versions is 'owner: editing';
comment on column category_versions.kind is 'found: as it stood before an editor changed it; seeded: given back to the seed';
comment on column category_versions.restored is 'the number of the version that was taken again';
create index category_versions_user_idx on category_versions (user_id);
