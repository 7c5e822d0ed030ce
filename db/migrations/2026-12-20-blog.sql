-- The blog: articles with their drafts, versions and pictures, and what readers say.
create table article_pictures (
  id bigint generated always as identity primary key,
  width integer not null,
  height integer not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null
);
comment on table article_pictures is 'owner: blog';
comment on column article_pictures.width is 'of the widest file, in pixels';
create index article_pictures_created_idx on article_pictures (created_at);

create table article_picture_files (
  picture_id bigint not null references article_pictures on delete cascade,
  width integer not null,
  bytes bytea not null,
  primary key (picture_id, width)
);
comment on table article_picture_files is 'owner: blog';
comment on column article_picture_files.bytes is 'WebP without metadata';
alter table article_picture_files alter column bytes set storage external;

create table articles (
  id bigint generated always as identity primary key,
  slug text unique,
  title text not null default '',
  excerpt text not null default '',
  tags text[] not null default '{}',
  content text not null default '',
  cover_id bigint references article_pictures on delete set null,
  author_id bigint references users on delete set null,
  published_at timestamptz,
  changed_at timestamptz,
  draft jsonb,
  revision integer not null default 0,
  edited_at timestamptz not null,
  edited_by bigint references users on delete set null,
  created_at timestamptz not null,
  search tsvector not null generated always as (
    setweight(to_tsvector('russian', translate(title, 'ёЁ', 'еЕ')), 'A')
    || setweight(to_tsvector('russian', translate(excerpt, 'ёЁ', 'еЕ')), 'B')
    || setweight(to_tsvector('russian', translate(content, 'ёЁ', 'еЕ')), 'C')
  ) stored
);
comment on table articles is 'owner: blog';
comment on column articles.slug is 'null: it was never published';
comment on column articles.published_at is 'null: a draft; later than now: readers see it from then on';
comment on column articles.changed_at is 'when what readers see was changed last';
comment on column articles.draft is 'as contract/site/blog.ts says, where it differs from what is or will be published';
comment on column articles.author_id is 'null: the service, or an account that is gone';
create index articles_published_idx on articles (published_at desc, id desc) where published_at is not null;
create index articles_search_idx on articles using gin (search);
create index articles_tags_idx on articles using gin (tags);

create table article_slugs (
  slug text primary key,
  article_id bigint not null references articles on delete cascade
);
comment on table article_slugs is 'owner: blog';
comment on column article_slugs.slug is 'it has it or had it: the address leads to it still';
create index article_slugs_article_idx on article_slugs (article_id);

create table article_versions (
  article_id bigint not null references articles on delete cascade,
  number integer not null,
  content jsonb not null,
  user_id bigint references users on delete set null,
  at timestamptz not null,
  primary key (article_id, number)
);
comment on table article_versions is 'owner: blog';
comment on column article_versions.content is 'as a draft: what was published then';

create table blog_comments (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  user_id bigint not null references users on delete cascade,
  message text not null,
  state text not null check (state in ('new', 'shown', 'hidden')),
  created_at timestamptz not null,
  decided_by bigint references users on delete set null,
  decided_at timestamptz
);
comment on table blog_comments is 'owner: blog';
create index blog_comments_article_idx on blog_comments (article_id, id);
create index blog_comments_user_idx on blog_comments (user_id);
create index blog_comments_state_idx on blog_comments (state, id);

create table blog_settings (
  one boolean primary key default true check (one),
  page_limit integer not null
);
comment on table blog_settings is 'owner: blog';
comment on column blog_settings.page_limit is 'articles on a page';

create table blog_seeds (
  slug text primary key,
  seeded_at timestamptz not null
);
comment on table blog_seeds is 'owner: blog';
comment on column blog_seeds.slug is 'of an article that came with the service: it is written down once, whatever becomes of it';
