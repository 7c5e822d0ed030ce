-- Made from db/migrations by npm run db:dump; do not edit.

create extension pg_trgm;

create sequence feed_seq;

create sequence message_id_seq;

create sequence message_segment_positions;

-- owner: answers
create table answers (
  user_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  constraint answers_pkey PRIMARY KEY (user_id, message_id),
  constraint answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX answers_message_idx ON public.answers USING btree (message_id);

-- owner: blog
create table article_picture_files (
  picture_id bigint not null,
  width integer not null,
  bytes bytea not null,
  constraint article_picture_files_pkey PRIMARY KEY (picture_id, width),
  constraint article_picture_files_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES article_pictures(id) ON DELETE CASCADE
);
comment on column article_picture_files.bytes is 'WebP without metadata';

-- owner: blog
create table article_pictures (
  id bigint generated always as identity,
  width integer not null,
  height integer not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint article_pictures_pkey PRIMARY KEY (id),
  constraint article_pictures_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX article_pictures_created_idx ON public.article_pictures USING btree (created_at);
comment on column article_pictures.width is 'of the widest file, in pixels';

-- owner: blog
create table article_slugs (
  slug text not null,
  article_id bigint not null,
  constraint article_slugs_pkey PRIMARY KEY (slug),
  constraint article_slugs_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE INDEX article_slugs_article_idx ON public.article_slugs USING btree (article_id);
comment on column article_slugs.slug is 'it has it or had it: the address leads to it still';

-- owner: blog
create table article_versions (
  article_id bigint not null,
  number integer not null,
  content jsonb not null,
  user_id bigint,
  at timestamp with time zone not null,
  constraint article_versions_pkey PRIMARY KEY (article_id, number),
  constraint article_versions_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
comment on column article_versions.content is 'as a draft: what was published then';

-- owner: blog
create table articles (
  id bigint generated always as identity,
  slug text,
  title text default ''::text not null,
  excerpt text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  content text default ''::text not null,
  cover_id bigint,
  author_id bigint,
  published_at timestamp with time zone,
  changed_at timestamp with time zone,
  draft jsonb,
  revision integer default 0 not null,
  edited_at timestamp with time zone not null,
  edited_by bigint,
  created_at timestamp with time zone not null,
  search tsvector generated always as (((setweight(to_tsvector('russian'::regconfig, translate(title, 'ёЁ'::text, 'еЕ'::text)), 'A'::"char") || setweight(to_tsvector('russian'::regconfig, translate(excerpt, 'ёЁ'::text, 'еЕ'::text)), 'B'::"char")) || setweight(to_tsvector('russian'::regconfig, translate(content, 'ёЁ'::text, 'еЕ'::text)), 'C'::"char"))) stored not null,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_slug_key UNIQUE (slug),
  constraint articles_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint articles_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES article_pictures(id) ON DELETE SET NULL,
  constraint articles_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX articles_published_idx ON public.articles USING btree (published_at DESC, id DESC) WHERE (published_at IS NOT NULL);
CREATE INDEX articles_search_idx ON public.articles USING gin (search);
CREATE INDEX articles_tags_idx ON public.articles USING gin (tags);
comment on column articles.slug is 'null: it was never published';
comment on column articles.author_id is 'null: the service, or an account that is gone';
comment on column articles.published_at is 'null: a draft; later than now: readers see it from then on';
comment on column articles.changed_at is 'when what readers see was changed last';
comment on column articles.draft is 'as contract/site/blog.ts says, where it differs from what is or will be published';

-- owner: kit/audit
create table audit_log (
  id bigint generated always as identity,
  at timestamp with time zone not null,
  actor_id bigint,
  user_id bigint,
  action text not null,
  ip text not null,
  user_agent text not null,
  details jsonb default '{}'::jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action_idx ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor_idx ON public.audit_log USING btree (actor_id, id DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_addresses_idx ON public.audit_log USING btree (at) WHERE ((ip <> ''::text) OR (user_agent <> ''::text));
CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at);
CREATE INDEX audit_log_user_idx ON public.audit_log USING btree (user_id, id DESC);
comment on column audit_log.actor_id is 'null: nobody who is signed in, or the service itself';
comment on column audit_log.user_id is 'whose account it is about; rows outlive the account';

-- owner: stream/store
create table authors (
  id bigint generated always as identity,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  avatar_asked_at timestamp with time zone,
  constraint authors_pkey PRIMARY KEY (id),
  constraint authors_network_external_id_key UNIQUE (network, external_id)
);
CREATE INDEX authors_without_avatar ON public.authors USING btree (network, id DESC) WHERE (avatar IS NULL);
comment on column authors.avatar_asked_at is 'when the network was asked for the avatar; null: never';

-- owner: marks
create table blacklisted_authors (
  user_id bigint not null,
  author_id bigint not null,
  at timestamp with time zone not null,
  constraint blacklisted_authors_pkey PRIMARY KEY (user_id, author_id),
  constraint blacklisted_authors_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint blacklisted_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- owner: blog
create table blog_comments (
  id bigint generated always as identity,
  article_id bigint not null,
  user_id bigint not null,
  message text not null,
  state text not null,
  created_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint blog_comments_pkey PRIMARY KEY (id),
  constraint blog_comments_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint blog_comments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint blog_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blog_comments_state_check CHECK ((state = ANY (ARRAY['new'::text, 'shown'::text, 'hidden'::text])))
);
CREATE INDEX blog_comments_article_idx ON public.blog_comments USING btree (article_id, id);
CREATE INDEX blog_comments_state_idx ON public.blog_comments USING btree (state, id);
CREATE INDEX blog_comments_user_idx ON public.blog_comments USING btree (user_id);

-- owner: blog
create table blog_seeds (
  slug text not null,
  seeded_at timestamp with time zone not null,
  constraint blog_seeds_pkey PRIMARY KEY (slug)
);
comment on column blog_seeds.slug is 'of an article that came with the service: it is written down once, whatever becomes of it';

-- owner: blog
create table blog_settings (
  one boolean default true not null,
  page_limit integer not null,
  constraint blog_settings_pkey PRIMARY KEY (one),
  constraint blog_settings_one_check CHECK (one)
);
comment on column blog_settings.page_limit is 'articles on a page';

-- owner: gate
create unlogged table call_counts (
  key text not null,
  period_start timestamp with time zone not null,
  count integer not null,
  constraint call_counts_pkey PRIMARY KEY (key, period_start)
);

-- owner: accounts
create table captcha_answers (
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint captcha_answers_pkey PRIMARY KEY (challenge)
);
comment on column captcha_answers.challenge is 'answered once already';

-- owner: cart
create table carts (
  id bigint generated always as identity,
  user_id bigint,
  guest_hash bytea,
  items bigint[] default '{}'::bigint[] not null,
  product text default 'category'::text not null,
  type text default 'regular'::text not null,
  tariff_id bigint,
  promo_code text,
  quantity integer default 1 not null,
  updated_at timestamp with time zone not null,
  constraint carts_pkey PRIMARY KEY (id),
  constraint carts_guest_hash_key UNIQUE (guest_hash),
  constraint carts_user_id_key UNIQUE (user_id),
  constraint carts_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint carts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint carts_check CHECK (((user_id IS NULL) <> (guest_hash IS NULL))),
  constraint carts_items_check CHECK ((cardinality(items) <= 500)),
  constraint carts_product_check CHECK ((product = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint carts_promo_code_check CHECK ((char_length(promo_code) <= 40)),
  constraint carts_quantity_check CHECK ((quantity > 0)),
  constraint carts_type_check CHECK ((type = ANY (ARRAY['trial'::text, 'regular'::text, 'team'::text, 'package'::text])))
);
CREATE INDEX carts_guests_idx ON public.carts USING btree (updated_at) WHERE (user_id IS NULL);
comment on column carts.guest_hash is 'of the cookie of whoever is not signed in; his cart goes into his own when he is';

-- owner: categories
create table categories (
  id bigint generated always as identity,
  slug text not null,
  name text not null,
  description text not null,
  icon text not null,
  free boolean not null,
  "position" integer not null,
  seed_hash text,
  updated_at timestamp with time zone not null,
  seed_slug text,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_seed_slug_key UNIQUE (seed_slug),
  constraint categories_slug_key UNIQUE (slug)
);
comment on column categories.seed_hash is 'what the seed last wrote; a category that an editor changed has null and is left alone';
comment on column categories.seed_slug is 'by which the seed knows it, whatever its address is now; null: no seed made it';

-- owner: editing
create table category_drafts (
  category_id bigint not null,
  revision text not null,
  base integer not null,
  content jsonb not null,
  user_id bigint,
  updated_at timestamp with time zone not null,
  constraint category_drafts_pkey PRIMARY KEY (category_id),
  constraint category_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX category_drafts_user_idx ON public.category_drafts USING btree (user_id);
comment on column category_drafts.category_id is 'of a category that was never published there is this row alone';
comment on column category_drafts.revision is 'another after every saving: who saves names the one they began from';
comment on column category_drafts.base is 'the version it was made from; 0: none was recorded yet';

-- owner: categories
create table category_queries (
  category_id bigint not null,
  excluded boolean not null,
  "position" integer not null,
  text text not null,
  topic boolean default false not null,
  constraint category_queries_pkey PRIMARY KEY (category_id, excluded, "position"),
  constraint category_queries_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE
);
comment on column category_queries.topic is 'names what the category is about; positions go on behind the queries that let a message in by themselves';

-- owner: categories
create table category_slugs (
  slug text not null,
  category_id bigint not null,
  constraint category_slugs_pkey PRIMARY KEY (slug),
  constraint category_slugs_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE
);
CREATE INDEX category_slugs_category_idx ON public.category_slugs USING btree (category_id);
comment on column category_slugs.slug is 'an address that it had before: it leads to the one it has now';

-- owner: editing
create table category_versions (
  category_id bigint not null,
  number integer not null,
  kind text not null,
  restored integer,
  content jsonb not null,
  note text not null,
  user_id bigint,
  created_at timestamp with time zone not null,
  constraint category_versions_pkey PRIMARY KEY (category_id, number),
  constraint category_versions_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint category_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint category_versions_kind_check CHECK ((kind = ANY (ARRAY['found'::text, 'published'::text, 'restored'::text, 'seeded'::text]))),
  constraint category_versions_number_check CHECK ((number > 0))
);
CREATE INDEX category_versions_user_idx ON public.category_versions USING btree (user_id);
comment on column category_versions.kind is 'found: as it stood before an editor changed it; seeded: given back to the seed';
comment on column category_versions.restored is 'the number of the version that was taken again';

-- owner: archive
create table changed_texts (
  id bigint generated always as identity,
  message_id bigint not null,
  received_at timestamp with time zone not null,
  constraint changed_texts_pkey PRIMARY KEY (id)
);

-- owner: notices
create table chat_updates (
  id bigint generated always as identity,
  channel text not null,
  update_key text not null,
  sender_key text not null,
  incoming jsonb,
  taken_at timestamp with time zone not null,
  constraint chat_updates_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX chat_updates_key ON public.chat_updates USING btree (channel, update_key);
CREATE INDEX chat_updates_sender_idx ON public.chat_updates USING btree (channel, sender_key, taken_at);
CREATE INDEX chat_updates_taken_idx ON public.chat_updates USING btree (taken_at);
comment on column chat_updates.update_key is 'what the messenger calls it';
comment on column chat_updates.sender_key is 'whose they are counted as: the number of the person, or of the chat';
comment on column chat_updates.incoming is 'null: it is followed';

-- owner: partner
create table commissions (
  id bigint generated always as identity,
  order_id bigint not null,
  partner_id bigint not null,
  user_id bigint not null,
  paid bigint not null,
  amount bigint not null,
  rate integer not null,
  by text not null,
  state text not null,
  earned_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  why text,
  told text,
  constraint commissions_pkey PRIMARY KEY (id),
  constraint commissions_order_id_key UNIQUE (order_id),
  constraint commissions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint commissions_amount_check CHECK ((amount >= 0)),
  constraint commissions_by_check CHECK ((by = ANY (ARRAY['promo'::text, 'link'::text]))),
  constraint commissions_paid_check CHECK ((paid > 0)),
  constraint commissions_state_check CHECK ((state = ANY (ARRAY['held'::text, 'suspected'::text, 'available'::text, 'reversed'::text, 'refused'::text, 'none'::text])))
);
CREATE INDEX commissions_held_idx ON public.commissions USING btree (available_at) WHERE (state = 'held'::text);
CREATE INDEX commissions_partner_idx ON public.commissions USING btree (partner_id, earned_at);
CREATE INDEX commissions_untold_idx ON public.commissions USING btree (partner_id) WHERE (told IS DISTINCT FROM state);
comment on column commissions.paid is 'what the referral paid, in kopecks, and amount what the partner earned of it';
comment on column commissions.state is 'held: until the refund window is over; suspected: an admin decides; available: the partner''s; reversed: the payment went back; refused: by an admin; none: it earns nothing';
comment on column commissions.why is 'of refused: what the admin says; of none: self, over, or direct (the first payment was no one''s)';
comment on column commissions.told is 'the state that the partner was written of, or would have been if they wanted letters; null: none yet';

-- owner: accounts
create table consents (
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  text_version text not null,
  given_at timestamp with time zone not null,
  place text not null,
  ip text not null,
  user_agent text not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint consents_kind_check CHECK ((kind = 'advertising'::text)),
  constraint consents_place_check CHECK ((place = ANY (ARRAY['registration'::text, 'profile'::text]))),
  constraint consents_withdrawn_by_check CHECK ((withdrawn_by = ANY (ARRAY['profile'::text, 'letter'::text, 'mail service'::text, 'complaint'::text])))
);
CREATE UNIQUE INDEX consents_given_key ON public.consents USING btree (user_id, kind) WHERE (withdrawn_at IS NULL);
CREATE INDEX consents_user_idx ON public.consents USING btree (user_id);
comment on column consents.text_version is 'of the words they agreed to (contract/people/accounts.ts)';

-- owner: accounts
create table device_prints (
  user_id bigint not null,
  fp text not null,
  incognito boolean not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint device_prints_pkey PRIMARY KEY (user_id, fp),
  constraint device_prints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX device_prints_fp_idx ON public.device_prints USING btree (fp);

-- owner: learning
create table dismissed_messages (
  user_id bigint not null,
  message_id bigint not null,
  constraint dismissed_messages_pkey PRIMARY KEY (user_id, message_id),
  constraint dismissed_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- owner: exports
create table export_pieces (
  export_id bigint not null,
  "position" integer not null,
  bytes bytea not null,
  constraint export_pieces_pkey PRIMARY KEY (export_id, "position"),
  constraint export_pieces_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE CASCADE
);

-- owner: exports
create table exports (
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  format text not null,
  params jsonb not null,
  status text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  bytes bigint default 0 not null,
  error text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exports_format_check CHECK ((format = ANY (ARRAY['xlsx'::text, 'csv'::text, 'html'::text]))),
  constraint exports_kind_check CHECK ((kind = ANY (ARRAY['messages'::text, 'users'::text]))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'active'::text, 'ready'::text, 'empty'::text, 'failed'::text])))
);
CREATE INDEX exports_user_idx ON public.exports USING btree (user_id, id DESC);

-- owner: kit/jobs
create table facts (
  id bigint generated always as identity,
  name text not null,
  payload jsonb not null,
  happened_at timestamp with time zone not null,
  constraint facts_pkey PRIMARY KEY (id)
);
CREATE INDEX facts_name_idx ON public.facts USING btree (name, id);

-- owner: marks
create table favorites (
  user_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  constraint favorites_pkey PRIMARY KEY (user_id, message_id),
  constraint favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- owner: feed
create table feed_items (
  seq_id bigint not null,
  product_type text not null,
  product_id bigint not null,
  message_id bigint not null,
  received_at timestamp with time zone not null,
  published_at timestamp with time zone not null,
  network text not null,
  kind text not null,
  author_id bigint,
  group_id bigint,
  demo boolean not null,
  gone boolean default false not null,
  keyword text,
  spans integer[] not null,
  cluster_id bigint not null,
  repeats boolean default false not null,
  source_kind text default 'community'::text not null,
  location_id bigint,
  region_id bigint,
  location_source text,
  location_confidence real,
  intent_level smallint default 0 not null,
  is_unwanted boolean default false not null,
  spam_count integer default 0 not null,
  verdict text,
  suppressed_by text,
  constraint feed_items_pkey PRIMARY KEY (seq_id),
  constraint feed_items_message_id_product_type_product_id_key UNIQUE (message_id, product_type, product_id),
  constraint feed_items_location_source_check CHECK ((location_source = ANY (ARRAY['text'::text, 'group'::text, 'author'::text, 'moderator'::text]))),
  constraint feed_items_suppressed_by_check CHECK ((suppressed_by = ANY (ARRAY['censor'::text, 'neural'::text]))),
  constraint feed_items_verdict_check CHECK ((verdict = ANY (ARRAY['approved'::text, 'rejected'::text, 'removed'::text])))
);
CREATE INDEX feed_items_author_idx ON public.feed_items USING btree (author_id, seq_id DESC);
CREATE INDEX feed_items_cluster_idx ON public.feed_items USING btree (cluster_id, seq_id) INCLUDE (product_type, product_id, message_id, author_id, published_at, repeats, gone, is_unwanted, spam_count, verdict, suppressed_by);
CREATE INDEX feed_items_groups_idx ON public.feed_items USING btree (product_id, group_id) WHERE (product_type = 'group'::text);
CREATE INDEX feed_items_level_idx ON public.feed_items USING btree (product_type, product_id, intent_level, seq_id DESC) WHERE (intent_level > 0);
CREATE INDEX feed_items_product_idx ON public.feed_items USING btree (product_type, product_id, seq_id DESC) INCLUDE (message_id, cluster_id, author_id, published_at, repeats, gone, is_unwanted, spam_count, verdict, suppressed_by);
CREATE INDEX feed_items_published_idx ON public.feed_items USING btree (product_type, product_id, (published_at AT TIME ZONE 'UTC'::text) DESC);
comment on column feed_items.seq_id is 'given under a lock held to the end of the transaction: who has seen N never meets a new item below N';
comment on column feed_items.keyword is 'the query that let the message in, where it is short enough to be read';
comment on column feed_items.spans is 'start, end, start, end … in UTF-16 units of the text';
comment on column feed_items.cluster_id is 'the same for all that say nearly the same: the id of the first such message, or a number of its own where that one was edited';
comment on column feed_items.repeats is 'an earlier item of the cluster was there when this one was stored';
comment on column feed_items.source_kind is 'where it was written: community, channel, chat, person, site';
comment on column feed_items.location_id is 'null: undefined';
comment on column feed_items.region_id is 'the region of location_id, or itself';
comment on column feed_items.intent_level is '0 cold, 1 warm, 2 hot: words outside of the table (feed/items/intent-level.ts)';
comment on column feed_items.spam_count is 'how many people marked the message as spam; 10 and more show it as spam';
comment on column feed_items.verdict is 'what a moderator said; rejected is seen by moderators only, removed by nobody';
comment on column feed_items.suppressed_by is 'by which filter of its project it is kept from the feed; null: it is not';

-- owner: feed
create table feed_settings (
  user_id bigint not null,
  bonus_btn boolean default true not null,
  push boolean default false not null,
  feed_scroll boolean default false not null,
  density text default 'auto'::text not null,
  feed_order text default 'new'::text not null,
  constraint feed_settings_pkey PRIMARY KEY (user_id),
  constraint feed_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint feed_settings_density_check CHECK ((density = ANY (ARRAY['auto'::text, 'compact'::text, 'comfortable'::text]))),
  constraint feed_settings_order_check CHECK ((feed_order = ANY (ARRAY['new'::text, 'hot'::text])))
);
comment on column feed_settings.density is 'auto: by the width of the window';
comment on column feed_settings.feed_order is 'new: what came last first; hot: by the level of intent, and then so';

-- owner: feedback
create table feedback (
  id bigint generated always as identity,
  user_id bigint,
  came_from text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  at timestamp with time zone not null,
  fp text,
  state text default 'new'::text not null,
  changed_at timestamp with time zone,
  changed_by bigint,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feedback_state_check CHECK ((state = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX feedback_at_idx ON public.feedback USING btree (at);
CREATE INDEX feedback_changed_by_idx ON public.feedback USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX feedback_state_idx ON public.feedback USING btree (state, id DESC);
CREATE INDEX feedback_user_idx ON public.feedback USING btree (user_id) WHERE (user_id IS NOT NULL);
comment on column feedback.came_from is 'the page it was written on';
comment on column feedback.fp is 'the print of the device it was written on; null when the browser gave none';
comment on column feedback.changed_at is 'when its state became what it is; null: as it came';
comment on column feedback.changed_by is 'who changed it; null: no one, or their account is gone';

-- owner: feedback
create table feedback_answers (
  id bigint generated always as identity,
  feedback_id bigint not null,
  author_id bigint,
  text text not null,
  at timestamp with time zone not null,
  constraint feedback_answers_pkey PRIMARY KEY (id),
  constraint feedback_answers_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feedback_answers_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE
);
CREATE INDEX feedback_answers_author_id_idx ON public.feedback_answers USING btree (author_id);
CREATE INDEX feedback_answers_feedback_id_idx ON public.feedback_answers USING btree (feedback_id);
comment on column feedback_answers.author_id is 'who of support wrote it; null: their account is gone';

-- owner: feedback
create table feedback_files (
  id bigint generated always as identity,
  feedback_id bigint not null,
  answer_id bigint,
  name text not null,
  type text not null,
  bytes bytea not null,
  preview bytea,
  width integer,
  height integer,
  digest bytea not null,
  constraint feedback_files_pkey PRIMARY KEY (id),
  constraint feedback_files_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES feedback_answers(id) ON DELETE CASCADE,
  constraint feedback_files_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE,
  constraint feedback_files_check CHECK ((((preview IS NULL) = (width IS NULL)) AND ((preview IS NULL) = (height IS NULL))))
);
CREATE INDEX feedback_files_answer_idx ON public.feedback_files USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX feedback_files_feedback_idx ON public.feedback_files USING btree (feedback_id);
comment on column feedback_files.answer_id is 'the answer it came with; null: with the letter itself';
comment on column feedback_files.bytes is 'of a picture as it was drawn again, of anything else as it came';
comment on column feedback_files.preview is 'of a picture, in webp; null: it is none';
comment on column feedback_files.width is 'of the picture, in pixels';
comment on column feedback_files.height is 'of the picture, in pixels';
comment on column feedback_files.digest is 'sha256 of what was sent: by it the same letter sent twice is known';

-- owner: filters
create table filters (
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  is_default boolean default false not null,
  scope text default 'local'::text not null,
  "position" integer default 0 not null,
  fields jsonb not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint filters_pkey PRIMARY KEY (id),
  constraint filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint filters_scope_check CHECK ((scope = ANY (ARRAY['local'::text, 'team'::text])))
);
CREATE UNIQUE INDEX filters_default_key ON public.filters USING btree (user_id) WHERE is_default;
CREATE INDEX filters_user_id_idx ON public.filters USING btree (user_id, "position");

-- owner: stream/store
create table fingerprints (
  id bigint generated always as identity,
  cluster_id bigint not null,
  at timestamp with time zone not null,
  fingerprint bytea not null,
  words bytea,
  constraint fingerprints_pkey PRIMARY KEY (id)
);
comment on column fingerprints.id is 'given under the same lock as seqIds, so that it becomes visible in its order';
comment on column fingerprints.at is 'when the text was received; older ones than copies are looked for are deleted';
comment on column fingerprints.fingerprint is '48 bytes of engine/duplicates';
comment on column fingerprints.words is 'a word print of engine/duplicates, 2 to 74 bytes; null: stored by a release that knew none';

-- owner: team
create table former_members (
  owner_id bigint not null,
  user_id bigint not null,
  joined_at timestamp with time zone not null,
  left_at timestamp with time zone not null,
  constraint former_members_pkey PRIMARY KEY (owner_id, user_id, left_at),
  constraint former_members_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint former_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX former_members_user_idx ON public.former_members USING btree (user_id);

-- owner: groups
create table group_additions (
  id bigint generated always as identity,
  groupset_id bigint not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint group_additions_pkey PRIMARY KEY (id),
  constraint group_additions_groupset_id_fkey FOREIGN KEY (groupset_id) REFERENCES monitored_groupsets(id) ON DELETE CASCADE
);
CREATE INDEX group_additions_groupset_idx ON public.group_additions USING btree (groupset_id, id DESC);
CREATE INDEX group_additions_unfinished_idx ON public.group_additions USING btree (created_at) WHERE (finished_at IS NULL);

-- owner: groups
create table group_links (
  addition_id bigint not null,
  "position" integer not null,
  link text not null,
  address text not null,
  status text not null,
  network text,
  key text,
  group_id bigint,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  constraint group_links_pkey PRIMARY KEY (addition_id, "position"),
  constraint group_links_addition_id_fkey FOREIGN KEY (addition_id) REFERENCES group_additions(id) ON DELETE CASCADE,
  constraint group_links_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint group_links_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'added'::text, 'duplicate'::text, 'not_found'::text, 'private'::text, 'unsupported'::text, 'not_connected'::text, 'not_in_demo'::text, 'limit'::text, 'error'::text])))
);
CREATE INDEX group_links_address_idx ON public.group_links USING btree (address) WHERE (group_id IS NOT NULL);
CREATE INDEX group_links_key_idx ON public.group_links USING btree (network, key) WHERE (group_id IS NOT NULL);
CREATE INDEX group_links_waiting_idx ON public.group_links USING btree (next_try_at) WHERE (status = 'waiting'::text);
comment on column group_links.link is 'as it was pasted';
comment on column group_links.address is 'the same for links that are written differently and lead to one place';
comment on column group_links.key is 'what the network calls the place the link leads to, before anything was asked';

-- owner: stream/store
create table groups (
  id bigint generated always as identity,
  network text not null,
  external_id text not null,
  name text not null,
  avatar text,
  url text,
  city text,
  followers bigint,
  kind text,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_network_external_id_key UNIQUE (network, external_id)
);
comment on column groups.kind is 'community, channel, chat, person or site; null where the network did not say';

-- owner: feed
create table handled_clusters (
  user_id bigint not null,
  cluster_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  constraint handled_clusters_pkey PRIMARY KEY (user_id, cluster_id),
  constraint handled_clusters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column handled_clusters.message_id is 'the message that was marked, for the person to read what they did';

-- owner: sources
create table heard_messages (
  until timestamp with time zone not null,
  network text not null,
  messages integer not null,
  demo integer not null,
  constraint heard_messages_pkey PRIMARY KEY (until, network)
);
comment on column heard_messages.until is 'the end of the ten minutes in which they were received';
comment on column heard_messages.demo is 'those of them that are made up';

-- owner: hubs
create table hub_subscriptions (
  group_id bigint not null,
  callback_id text not null,
  hub text not null,
  topic text not null,
  state text default 'asking'::text not null,
  created_at timestamp with time zone not null,
  ask_at timestamp with time zone not null,
  tries integer default 0 not null,
  lease_until timestamp with time zone,
  news_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint hub_subscriptions_pkey PRIMARY KEY (group_id),
  constraint hub_subscriptions_callback_id_key UNIQUE (callback_id),
  constraint hub_subscriptions_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint hub_subscriptions_state_check CHECK ((state = ANY (ARRAY['asking'::text, 'active'::text, 'refused'::text, 'ending'::text])))
);
CREATE INDEX hub_subscriptions_ask_idx ON public.hub_subscriptions USING btree (ask_at);
CREATE INDEX hub_subscriptions_news_idx ON public.hub_subscriptions USING btree (group_id) WHERE (news_at IS NOT NULL);
comment on column hub_subscriptions.callback_id is 'random: the address at which the hub tells of news; the secret of its signatures is made of it and the secret of the service';
comment on column hub_subscriptions.state is 'active: the hub asked back and was told that we want it; refused: asked again much later; ending: the hub is asked to stop';
comment on column hub_subscriptions.ask_at is 'when the hub is asked next: at first, again, to renew the lease, to stop';
comment on column hub_subscriptions.tries is 'how often it was asked since it last asked back';
comment on column hub_subscriptions.news_at is 'the hub told of news that were not read yet';
comment on column hub_subscriptions.told_at is 'when the hub last told of news; null: never, or it has missed some since, and is not relied on';

-- owner: archive
create table indexed_marks (
  name text not null,
  message_id bigint not null,
  constraint indexed_marks_pkey PRIMARY KEY (name)
);
comment on column indexed_marks.message_id is 'up to which messages are in segments';

-- owner: kit/job-workers
create table job_workers (
  id text not null,
  seen_at timestamp with time zone not null,
  since timestamp with time zone not null,
  constraint job_workers_pkey PRIMARY KEY (id)
);
comment on column job_workers.id is 'as jobs name who has locked them';
comment on column job_workers.since is 'seen without a gap since then';

-- owner: leads
create table lead_clusters (
  cluster_id bigint not null,
  owner_id bigint not null,
  lead_id bigint not null,
  constraint lead_clusters_pkey PRIMARY KEY (cluster_id, owner_id),
  constraint lead_clusters_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  constraint lead_clusters_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX lead_clusters_lead_idx ON public.lead_clusters USING btree (lead_id);
CREATE INDEX lead_clusters_owner_idx ON public.lead_clusters USING btree (owner_id);
comment on column lead_clusters.owner_id is 'as in leads';

-- owner: leads
create table lead_comments (
  id bigint generated always as identity,
  lead_id bigint not null,
  user_id bigint not null,
  text text not null,
  at timestamp with time zone not null,
  constraint lead_comments_pkey PRIMARY KEY (id),
  constraint lead_comments_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  constraint lead_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX lead_comments_lead_idx ON public.lead_comments USING btree (lead_id, id);
CREATE INDEX lead_comments_user_idx ON public.lead_comments USING btree (user_id);

-- owner: leads
create table lead_moves (
  id bigint generated always as identity,
  lead_id bigint not null,
  user_id bigint,
  at timestamp with time zone not null,
  what text not null,
  from_value text,
  to_value text,
  constraint lead_moves_pkey PRIMARY KEY (id),
  constraint lead_moves_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE,
  constraint lead_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint lead_moves_what_check CHECK ((what = ANY (ARRAY['status'::text, 'assignee'::text, 'sum'::text])))
);
CREATE INDEX lead_moves_lead_idx ON public.lead_moves USING btree (lead_id, id);
CREATE INDEX lead_moves_user_idx ON public.lead_moves USING btree (user_id);
comment on column lead_moves.from_value is 'a status, the id of a person, kopecks; what the move before it ended with';

-- owner: leads
create table leads (
  id bigint generated always as identity,
  owner_id bigint not null,
  message_id bigint not null,
  product_type text not null,
  product_id bigint not null,
  status text not null,
  assignee_id bigint,
  sum_kopecks bigint,
  remind_at timestamp with time zone,
  reminder text,
  remind_to bigint,
  reminded_at timestamp with time zone,
  text text not null,
  network text not null,
  kind text not null,
  url text,
  author_id bigint,
  author_name text,
  author_url text,
  group_name text,
  place text,
  product_name text not null,
  is_demo boolean not null,
  published_at timestamp with time zone not null,
  found_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint leads_pkey PRIMARY KEY (id),
  constraint leads_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint leads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint leads_remind_to_fkey FOREIGN KEY (remind_to) REFERENCES users(id) ON DELETE SET NULL,
  constraint leads_product_type_check CHECK ((product_type = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'inWork'::text, 'answered'::text, 'won'::text, 'lost'::text]))),
  constraint leads_sum_kopecks_check CHECK ((sum_kopecks >= 0))
);
CREATE INDEX leads_assignee_idx ON public.leads USING btree (assignee_id);
CREATE INDEX leads_author_idx ON public.leads USING btree (owner_id, author_id);
CREATE INDEX leads_published_idx ON public.leads USING btree (owner_id, published_at);
CREATE INDEX leads_remind_idx ON public.leads USING btree (remind_at) WHERE ((remind_at IS NOT NULL) AND (reminded_at IS NULL));
CREATE INDEX leads_status_idx ON public.leads USING btree (owner_id, status, updated_at DESC, id DESC);
comment on column leads.remind_to is 'who set the reminder: it goes to them when the lead is no one''s';
comment on column leads.reminded_at is 'the reminder was sent';
comment on column leads.found_at is 'when the message was stored for the feed: time to answer counts from here';

-- owner: kit/mail
create table letter_files (
  id bigint generated always as identity,
  letter_id bigint not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  constraint letter_files_pkey PRIMARY KEY (id),
  constraint letter_files_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES letters(id) ON DELETE CASCADE
);
CREATE INDEX letter_files_letter_idx ON public.letter_files USING btree (letter_id);

-- owner: kit/mail
create table letters (
  id bigint generated always as identity,
  channel text default 'mail'::text not null,
  recipient text not null,
  subject text not null,
  html text,
  plain text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  handed_over_at timestamp with time zone,
  key text,
  headers jsonb,
  constraint letters_pkey PRIMARY KEY (id),
  constraint letters_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'call'::text])))
);
CREATE UNIQUE INDEX letters_key ON public.letters USING btree (key);
CREATE INDEX letters_recipient_idx ON public.letters USING btree (lower(recipient), id DESC);
comment on column letters.channel is 'call: a phone call that the development mailbox shows instead of making it';
comment on column letters.html is 'null once it is sent: letters hold codes';
comment on column letters.handed_over_at is 'all but the last line is with the mail server, whose answer is not known yet';
comment on column letters.key is 'what makes it one, however often it is posted; null: nothing';
comment on column letters.headers is 'those besides the common ones; null once it is sent: they hold links';

-- owner: locations
create table locations (
  id bigint not null,
  type text not null,
  name text not null,
  parent_id bigint,
  forms text[] not null,
  doubtful_forms text[] default '{}'::text[] not null,
  population integer,
  fias_id text,
  seed_hash text,
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_fias_id_key UNIQUE (fias_id),
  constraint locations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES locations(id),
  constraint locations_type_check CHECK ((type = ANY (ARRAY['country'::text, 'region'::text, 'town'::text])))
);
CREATE INDEX locations_parent_idx ON public.locations USING btree (parent_id);

-- owner: mailings
create table mail_holds (
  holder text not null,
  why text not null,
  since timestamp with time zone not null,
  constraint mail_holds_pkey PRIMARY KEY (holder)
);

-- owner: mailings
create table mail_suppressions (
  email text not null,
  reason text not null,
  detail text not null,
  at timestamp with time zone not null,
  constraint mail_suppressions_pkey PRIMARY KEY (email),
  constraint mail_suppressions_reason_check CHECK ((reason = ANY (ARRAY['dead'::text, 'disabled'::text, 'full'::text, 'complaint'::text, 'unsubscribed'::text])))
);
comment on column mail_suppressions.email is 'in small letters; no mailing goes there';
comment on column mail_suppressions.detail is 'what the server said';

-- owner: mailings
create table mailing_recipients (
  id bigint generated always as identity,
  mailing_id bigint not null,
  user_id bigint,
  email text,
  state text default 'wait'::text not null,
  lane text not null,
  holder text not null,
  due_at timestamp with time zone not null,
  attempt integer default 0 not null,
  refusals smallint default 0 not null,
  first_tried_at timestamp with time zone,
  handed_at timestamp with time zone,
  settled_at timestamp with time zone,
  bounce text,
  reason text,
  constraint mailing_recipients_pkey PRIMARY KEY (id),
  constraint mailing_recipients_mailing_id_fkey FOREIGN KEY (mailing_id) REFERENCES mailings(id) ON DELETE CASCADE,
  constraint mailing_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint mailing_recipients_bounce_check CHECK ((bounce = ANY (ARRAY['dead'::text, 'disabled'::text, 'full'::text]))),
  constraint mailing_recipients_state_check CHECK ((state = ANY (ARRAY['wait'::text, 'active'::text, 'sent'::text, 'failed'::text, 'bounced'::text, 'unsubscribed'::text, 'skipped'::text, 'unknown'::text])))
);
CREATE INDEX mailing_recipients_active_idx ON public.mailing_recipients USING btree (id) WHERE (state = 'active'::text);
CREATE INDEX mailing_recipients_bounce_idx ON public.mailing_recipients USING btree (lower(email), settled_at) WHERE (bounce IS NOT NULL);
CREATE INDEX mailing_recipients_due_idx ON public.mailing_recipients USING btree (mailing_id, lane, due_at, id) WHERE (state = 'wait'::text);
CREATE UNIQUE INDEX mailing_recipients_email_key ON public.mailing_recipients USING btree (mailing_id, lower(email)) WHERE (user_id IS NULL);
CREATE INDEX mailing_recipients_person_idx ON public.mailing_recipients USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX mailing_recipients_state_idx ON public.mailing_recipients USING btree (mailing_id, state);
CREATE UNIQUE INDEX mailing_recipients_user_key ON public.mailing_recipients USING btree (mailing_id, user_id);
comment on column mailing_recipients.email is 'where it goes, or went; null: the account is gone';
comment on column mailing_recipients.state is 'active: on its way; unknown: handed over whole, and the answer was lost; skipped: it was not to be sent any more';
comment on column mailing_recipients.holder is 'what is held when its service does not want us: a family of services, or a domain';
comment on column mailing_recipients.attempt is 'who works on it says the number they took it under: of two only one goes on';
comment on column mailing_recipients.refusals is 'how often its service did not want us';
comment on column mailing_recipients.handed_at is 'the server has all of it but the last line';

-- owner: mailings
create table mailings (
  id bigint generated always as identity,
  type text not null,
  rec_group text not null,
  addresses text[] default '{}'::text[] not null,
  subject text not null,
  body text not null,
  status text not null,
  trouble jsonb,
  send_at timestamp with time zone not null,
  listed_at timestamp with time zone,
  expected integer not null,
  counts jsonb,
  key uuid,
  created_by bigint,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  bounces_seen jsonb,
  constraint mailings_pkey PRIMARY KEY (id),
  constraint mailings_key_key UNIQUE (key),
  constraint mailings_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint mailings_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'active'::text, 'paused'::text, 'completed'::text]))),
  constraint mailings_type_check CHECK ((type = ANY (ARRAY['info'::text, 'advertising'::text])))
);
CREATE INDEX mailings_open_idx ON public.mailings USING btree (status, id) WHERE (status <> 'completed'::text);
comment on column mailings.addresses is 'of the group any, until its recipients are listed';
comment on column mailings.trouble is 'why the service paused it; null: it did not';
comment on column mailings.listed_at is 'when its recipients were written down; null: when it begins';
comment on column mailings.counts is 'of a completed one: its recipients by state';
comment on column mailings.bounces_seen is 'how many were tried and came back when an admin let it go on; null: it did not stop of that';

-- owner: masks
create table mask_calls (
  mask_id bigint not null,
  call text not null,
  refused boolean not null,
  count integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint mask_calls_pkey PRIMARY KEY (mask_id, call, refused),
  constraint mask_calls_mask_id_fkey FOREIGN KEY (mask_id) REFERENCES masks(id) ON DELETE CASCADE
);
comment on column mask_calls.call is 'what only reads, or was refused; each change is a line of the audit log';

-- owner: masks
create table masks (
  id bigint generated always as identity,
  session_id bigint,
  actor_id bigint,
  user_id bigint not null,
  reason text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint masks_pkey PRIMARY KEY (id),
  constraint masks_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint masks_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  constraint masks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX masks_actor_id_idx ON public.masks USING btree (actor_id);
CREATE UNIQUE INDEX masks_open_key ON public.masks USING btree (session_id) WHERE (ended_at IS NULL);
CREATE INDEX masks_session_id_idx ON public.masks USING btree (session_id);
CREATE INDEX masks_user_id_idx ON public.masks USING btree (user_id, id DESC);
comment on column masks.session_id is 'of the one who wears it: their own';
comment on column masks.actor_id is 'who wears it; null: their account is gone';
comment on column masks.user_id is 'as whom the service is seen';
comment on column masks.ended_at is 'null: on, until expires_at';

-- owner: team
create table membership_cards (
  id bigint generated always as identity,
  owner_id bigint not null,
  email text not null,
  username text not null,
  user_id bigint,
  status text not null,
  created_at timestamp with time zone not null,
  team_right text default 'work'::text not null,
  place integer,
  accepted_at timestamp with time zone,
  invited_at timestamp with time zone,
  invitation_expires_at timestamp with time zone,
  token_hash text,
  claimed_by bigint,
  told_of_place boolean default true not null,
  constraint membership_cards_pkey PRIMARY KEY (id),
  constraint membership_cards_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint membership_cards_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint membership_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint membership_cards_check CHECK (((status <> 'accepted'::text) OR (user_id IS NOT NULL))),
  constraint membership_cards_place_check CHECK ((place > 0)),
  constraint membership_cards_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text]))),
  constraint membership_cards_team_right_check CHECK ((team_right = ANY (ARRAY['view'::text, 'work'::text, 'manage'::text])))
);
CREATE UNIQUE INDEX membership_cards_email_key ON public.membership_cards USING btree (owner_id, lower(email));
CREATE UNIQUE INDEX membership_cards_member_key ON public.membership_cards USING btree (user_id) WHERE (status = 'accepted'::text);
CREATE UNIQUE INDEX membership_cards_place_key ON public.membership_cards USING btree (owner_id, place);
CREATE UNIQUE INDEX membership_cards_token_key ON public.membership_cards USING btree (token_hash);
comment on column membership_cards.place is 'of accepted cards, from 1 in the order of acceptance: the place of the owner is not counted';
comment on column membership_cards.token_hash is 'of the link in the last invitation: it can be answered while the card is pending, and tells afterwards what became of it';
comment on column membership_cards.claimed_by is 'who wants to take the invitation with another e-mail than the invited one';
comment on column membership_cards.told_of_place is 'of accepted cards, what the member knows: that there is a place for them, or that there is none';

-- owner: stream/store
create table message_keys (
  network text not null,
  external_id text not null,
  message_id bigint not null,
  received_at timestamp with time zone not null,
  kept boolean not null,
  constraint message_keys_pkey PRIMARY KEY (network, external_id)
);
CREATE INDEX message_keys_passing_idx ON public.message_keys USING btree (received_at) WHERE (NOT kept);

-- owner: archive
create table message_postings (
  segment_id bigint not null,
  first_term bytea not null,
  block bytea not null,
  constraint message_postings_pkey PRIMARY KEY (segment_id, first_term),
  constraint message_postings_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES message_segments(id) ON DELETE CASCADE
);
comment on column message_postings.first_term is 'in UTF-16, high byte first: so are terms sorted';
comment on column message_postings.block is 'some terms that follow each other, each with the places where it stands';

-- owner: archive
create table message_segments (
  id bigint generated always as identity,
  "position" bigint not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  size integer not null,
  messages bytea not null,
  constraint message_segments_pkey PRIMARY KEY (id),
  constraint message_segments_position_key UNIQUE ("position")
);
comment on column message_segments."position" is 'a message that stands in several is as the segment of the greatest position has it';
comment on column message_segments.messages is 'ids and times, in the order of the places in the postings';

-- owner: marks
create table message_views (
  user_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  constraint message_views_pkey PRIMARY KEY (user_id, message_id),
  constraint message_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- owner: stream/store
create table messages (
  id bigint not null,
  received_at timestamp with time zone not null,
  kept boolean not null,
  network text not null,
  external_id text not null,
  kind text not null,
  published_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  author_id bigint,
  group_id bigint,
  url text,
  demo boolean not null,
  text text not null,
  terms text[],
  fingerprint bytea,
  unwanted_score real,
  intent_score real,
  constraint messages_pkey PRIMARY KEY (id, kept, received_at)
) partition by list (kept);
comment on column messages.terms is 'lemmas, and exact forms after "=", of kept messages: the words of filters meet them';
comment on column messages.fingerprint is '48 bytes of engine/duplicates, of kept messages; null when the text is too short to have copies';
comment on column messages.unwanted_score is '0 to 1: spam, advertising, a bot; of kept messages';
comment on column messages.intent_score is '0 to 1: somebody looks for a service or a thing; of kept messages';

create table messages_kept partition of messages for values in (true) partition by range (received_at);
CREATE INDEX messages_kept_group_idx ON ONLY public.messages_kept USING btree (group_id, received_at);
CREATE INDEX messages_terms_idx ON ONLY public.messages_kept USING gin (terms);

create table messages_passing partition of messages for values in (false) partition by range (received_at);

-- owner: db
create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

-- owner: moderation
create table moderator_log (
  id bigint generated always as identity,
  message_id bigint not null,
  user_id bigint not null,
  action text not null,
  details jsonb default '{}'::jsonb not null,
  at timestamp with time zone not null,
  constraint moderator_log_pkey PRIMARY KEY (id),
  constraint moderator_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX moderator_log_at_idx ON public.moderator_log USING btree (at);
CREATE INDEX moderator_log_message_idx ON public.moderator_log USING btree (message_id, id);

-- owner: payments
create table money_entries (
  id bigint generated always as identity,
  order_id bigint,
  kind text not null,
  debit text not null,
  credit text not null,
  amount bigint not null,
  external_id text not null,
  at timestamp with time zone not null,
  payout_id bigint,
  constraint money_entries_pkey PRIMARY KEY (id),
  constraint money_entries_order_id_kind_key UNIQUE (order_id, kind),
  constraint money_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint money_entries_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE RESTRICT,
  constraint money_entries_about_check CHECK (((order_id IS NULL) <> (payout_id IS NULL))),
  constraint money_entries_amount_check CHECK ((amount > 0)),
  constraint money_entries_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'commission'::text, 'release'::text, 'reversal'::text, 'payout request'::text, 'payout paid'::text, 'payout returned'::text])))
);
CREATE INDEX money_entries_at_idx ON public.money_entries USING btree (at) WHERE (kind = ANY (ARRAY['payment'::text, 'refund'::text]));
CREATE INDEX money_entries_credit_idx ON public.money_entries USING btree (credit) WHERE (credit ~~ 'partner%'::text);
CREATE INDEX money_entries_debit_idx ON public.money_entries USING btree (debit) WHERE (debit ~~ 'partner%'::text);
CREATE UNIQUE INDEX money_entries_payout_key ON public.money_entries USING btree (payout_id, kind) WHERE (payout_id IS NOT NULL);
comment on column money_entries.debit is 'what has more by it: a gateway, or «revenue» of a refund';
comment on column money_entries.credit is 'what has less by it';
comment on column money_entries.amount is 'kopecks';

-- owner: groups
create table monitored_groups (
  id bigint generated always as identity,
  groupset_id bigint not null,
  group_id bigint not null,
  enabled boolean default true not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  noted text,
  noted_was text,
  noted_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint monitored_groups_pkey PRIMARY KEY (id),
  constraint monitored_groups_groupset_id_group_id_key UNIQUE (groupset_id, group_id),
  constraint monitored_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint monitored_groups_groupset_id_fkey FOREIGN KEY (groupset_id) REFERENCES monitored_groupsets(id) ON DELETE CASCADE,
  constraint monitored_groups_noted_check CHECK ((noted = ANY (ARRAY['closed'::text, 'gone'::text, 'renamed'::text])))
);
CREATE INDEX monitored_groups_group_idx ON public.monitored_groups USING btree (group_id) WHERE (removed_at IS NULL);
CREATE INDEX monitored_groups_removed_idx ON public.monitored_groups USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX monitored_groups_untold_idx ON public.monitored_groups USING btree (groupset_id) WHERE ((noted_at IS NOT NULL) AND (told_at IS NULL));
comment on column monitored_groups.created_at is 'when it was added, or added again';
comment on column monitored_groups.removed_at is 'taken off the list; can be put back for a while';
comment on column monitored_groups.noted is 'what happened to the group last that its owner is to be told';
comment on column monitored_groups.noted_was is 'what it was called before it was renamed';
comment on column monitored_groups.told_at is 'null with noted_at: the letter is still to be written';

-- owner: groups
create table monitored_groupsets (
  id bigint generated always as identity,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  constraint monitored_groupsets_pkey PRIMARY KEY (id),
  constraint monitored_groupsets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX monitored_groupsets_user_key ON public.monitored_groupsets USING btree (user_id);

-- owner: projects
create table monitored_projects (
  id bigint generated always as identity,
  user_id bigint not null,
  name text default ''::text not null,
  created_at timestamp with time zone not null,
  keywords text[] default '{}'::text[] not null,
  context text[] default '{}'::text[] not null,
  excluded_keywords text[] default '{}'::text[] not null,
  censor_filter boolean default false not null,
  neural_filter boolean default false not null,
  networks text[] default '{}'::text[] not null,
  kinds text[] default '{}'::text[] not null,
  version integer default 0 not null,
  searched_version integer default 0 not null,
  progress jsonb,
  saved_at timestamp with time zone,
  constraint monitored_projects_pkey PRIMARY KEY (id),
  constraint monitored_projects_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX monitored_projects_user_idx ON public.monitored_projects USING btree (user_id);
comment on column monitored_projects.name is 'empty only where a release that left it so made the project';
comment on column monitored_projects.networks is 'networks; empty: all';
comment on column monitored_projects.kinds is 'post, comment; empty: both';
comment on column monitored_projects.version is 'grows with everything that changes what it looks for';
comment on column monitored_projects.searched_version is 'up to which version what is stored was searched';
comment on column monitored_projects.progress is 'how far the last saving got, as it is told to browsers';

-- owner: social
create table network_accounts (
  network text not null,
  external_id text not null,
  user_id bigint not null,
  email text,
  sealed_token bytea,
  created_at timestamp with time zone not null,
  constraint network_accounts_pkey PRIMARY KEY (network, external_id),
  constraint network_accounts_user_id_network_key UNIQUE (user_id, network),
  constraint network_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint network_accounts_network_check CHECK ((network = ANY (ARRAY['vk'::text, 'apple'::text])))
);
comment on column network_accounts.sealed_token is 'what the network wants back when the account is deleted, encrypted with the secret of the service';

-- owner: stream/plan
create table network_searches (
  network text not null,
  key text not null,
  words text[] not null,
  weight real not null,
  next_read_at timestamp with time zone not null,
  seconds_between integer not null,
  per_day real default 0 not null,
  read_at timestamp with time zone,
  failures integer default 0 not null,
  constraint network_searches_pkey PRIMARY KEY (network, key)
);
CREATE INDEX network_searches_next_idx ON public.network_searches USING btree (network, next_read_at);
comment on column network_searches.key is 'its words in one order: the same search of many customers is one';
comment on column network_searches.weight is 'how many customers wait for it; 0: nobody any more, but what it brought is still known';

-- owner: social
create table network_sign_ins (
  state_hash bytea not null,
  network text not null,
  intent text not null,
  user_id bigint,
  nonce text not null,
  verifier text not null,
  came_from text not null,
  referral jsonb not null,
  outcome jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  on_registered text default '/order'::text not null,
  constraint network_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint network_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint network_sign_ins_intent_check CHECK ((intent = ANY (ARRAY['auth'::text, 'reg'::text, 'link'::text])))
);
CREATE INDEX network_sign_ins_expires_idx ON public.network_sign_ins USING btree (expires_at);
comment on column network_sign_ins.intent is 'auth: into an account there is; reg: into a new one; link: to the account of user_id';
comment on column network_sign_ins.outcome is 'what came back from the network, until the browser that began comes for it';
comment on column network_sign_ins.on_registered is 'a path of ours, to which goes who makes an account by it';

-- owner: marks
create table notes (
  user_id bigint not null,
  message_id bigint not null,
  text text not null,
  updated_at timestamp with time zone not null,
  constraint notes_pkey PRIMARY KEY (user_id, message_id),
  constraint notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notes_message_idx ON public.notes USING btree (message_id);

-- owner: notices
create table notice_addresses (
  id bigint generated always as identity,
  user_id bigint not null,
  channel text not null,
  address_key text not null,
  address jsonb not null,
  title text not null,
  is_group boolean default false not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  paused_until timestamp with time zone,
  ended_at timestamp with time zone,
  ended_because text,
  constraint notice_addresses_pkey PRIMARY KEY (id),
  constraint notice_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notice_addresses_channel_check CHECK ((channel = ANY (ARRAY['browser'::text, 'telegram'::text, 'vk'::text]))),
  constraint notice_addresses_ended_because_check CHECK ((ended_because = ANY (ARRAY['blocked'::text, 'gone'::text, 'left'::text, 'unlinked'::text])))
);
CREATE UNIQUE INDEX notice_addresses_key ON public.notice_addresses USING btree (channel, address_key) WHERE (ended_at IS NULL);
CREATE INDEX notice_addresses_user_idx ON public.notice_addresses USING btree (user_id, channel);
comment on column notice_addresses.address_key is 'what makes it one: the endpoint, the number of the chat';
comment on column notice_addresses.paused_until is 'the network asked to wait';

-- owner: notices
create table notice_alarms (
  user_id bigint not null,
  kind text not null,
  subject text not null,
  since timestamp with time zone not null,
  told_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint notice_alarms_pkey PRIMARY KEY (user_id, kind, subject, since),
  constraint notice_alarms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notice_alarms_open_key ON public.notice_alarms USING btree (user_id, kind, subject) WHERE (ended_at IS NULL);
CREATE INDEX notice_alarms_since_idx ON public.notice_alarms USING btree (since);
comment on column notice_alarms.subject is 'which filter, network, group, subscription';
comment on column notice_alarms.ended_at is 'it is over: the next one is another';

-- owner: notices
create table notice_cursors (
  name text not null,
  up_to bigint not null,
  constraint notice_cursors_pkey PRIMARY KEY (name)
);
comment on column notice_cursors.up_to is 'a seqId; of `hour N` the newest one there was in that hour since 1970; of «events of VK» their place (ts); of all others the one up to which it is written in notice_states whom an item may concern';

-- owner: notices
create table notice_deliveries (
  id bigint generated always as identity,
  notice_id bigint not null,
  address_id bigint,
  state text not null,
  tries smallint default 0 not null,
  next_at timestamp with time zone,
  error text,
  external_id text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  channel text,
  constraint notice_deliveries_pkey PRIMARY KEY (id),
  constraint notice_deliveries_address_id_fkey FOREIGN KEY (address_id) REFERENCES notice_addresses(id) ON DELETE CASCADE,
  constraint notice_deliveries_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint notice_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'handed'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX notice_deliveries_address_idx ON public.notice_deliveries USING btree (address_id);
CREATE INDEX notice_deliveries_due_idx ON public.notice_deliveries USING btree (channel, next_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX notice_deliveries_notice_idx ON public.notice_deliveries USING btree (notice_id);
comment on column notice_deliveries.address_id is 'null: by e-mail';
comment on column notice_deliveries.state is 'handed: it was being handed over; where this is found afterwards the answer is not known, and it is not sent again';
comment on column notice_deliveries.channel is 'of its notice; null: of before, and not waiting any more';

-- owner: notices
create table notice_keys (
  name text not null,
  public_key text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint notice_keys_pkey PRIMARY KEY (name)
);
comment on column notice_keys.sealed is 'the private one (kit/seal)';

-- owner: notices
create table notice_link_tokens (
  token_hash text not null,
  user_id bigint not null,
  channel text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint notice_link_tokens_pkey PRIMARY KEY (token_hash),
  constraint notice_link_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notice_link_tokens_user_idx ON public.notice_link_tokens USING btree (user_id);

-- owner: notices
create table notice_preferences (
  user_id bigint not null,
  quiet_from time without time zone,
  quiet_to time without time zone,
  paused_until timestamp with time zone,
  ceiling smallint not null,
  alarms jsonb not null,
  constraint notice_preferences_pkey PRIMARY KEY (user_id),
  constraint notice_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column notice_preferences.quiet_from is 'of the day in the person''s zone; null: no quiet hours';

-- owner: notices
create table notice_rules (
  user_id bigint not null,
  filter_id bigint not null,
  channel text not null,
  mode text not null,
  hour smallint not null,
  weekdays smallint[] not null,
  level text not null,
  smallest smallint not null,
  updated_at timestamp with time zone not null,
  constraint notice_rules_pkey PRIMARY KEY (user_id, filter_id, channel),
  constraint notice_rules_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filters(id) ON DELETE CASCADE,
  constraint notice_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notice_rules_channel_check CHECK ((channel = ANY (ARRAY['browser'::text, 'email'::text, 'telegram'::text, 'vk'::text]))),
  constraint notice_rules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint notice_rules_level_check CHECK ((level = ANY (ARRAY['cold'::text, 'warm'::text, 'hot'::text]))),
  constraint notice_rules_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'now'::text, 'hourly'::text, 'daily'::text]))),
  constraint notice_rules_smallest_check CHECK ((smallest >= 1))
);
CREATE INDEX notice_rules_filter_idx ON public.notice_rules USING btree (filter_id);
comment on column notice_rules.user_id is 'who is told: of a filter of the team each member has rules of their own';

-- owner: notices
create table notice_states (
  user_id bigint not null,
  filter_id bigint not null,
  channel text not null,
  told_up_to bigint not null,
  waiting_since timestamp with time zone,
  due_at timestamp with time zone,
  last_at timestamp with time zone,
  constraint notice_states_pkey PRIMARY KEY (user_id, filter_id, channel),
  constraint notice_states_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filters(id) ON DELETE CASCADE,
  constraint notice_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notice_states_due_idx ON public.notice_states USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notice_states_filter_idx ON public.notice_states USING btree (filter_id);
comment on column notice_states.told_up_to is 'the seqId up to which nothing is told of any more';
comment on column notice_states.waiting_since is 'something may have come above told_up_to: since when; null: nothing has';
comment on column notice_states.due_at is 'when to look what it is, and to tell';
comment on column notice_states.last_at is 'when something was told last';

-- owner: notices
create table notices (
  id bigint generated always as identity,
  user_id bigint not null,
  channel text not null,
  kind text not null,
  filter_id bigint,
  title text not null,
  text text not null,
  count integer not null,
  message_ids bigint[] default '{}'::bigint[] not null,
  alarm jsonb,
  state text not null,
  reason text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filters(id) ON DELETE SET NULL,
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['messages'::text, 'digest'::text, 'alarm'::text, 'test'::text]))),
  constraint notices_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX notices_created_idx ON public.notices USING btree (created_at);
CREATE INDEX notices_user_idx ON public.notices USING btree (user_id, id DESC);
comment on column notices.message_ids is 'the best first, as many as may be shown';

-- owner: payments
create table orders (
  id bigint generated always as identity,
  account text not null,
  user_id bigint,
  status text not null,
  product text not null,
  type text not null,
  tariff_id bigint not null,
  tariff jsonb not null,
  items bigint[] not null,
  quantity integer not null,
  extends_id bigint,
  price bigint not null,
  total bigint not null,
  days integer not null,
  promo_id bigint,
  lines jsonb not null,
  contact text not null,
  gateway text not null,
  gateway_id text,
  gateway_asked_at timestamp with time zone,
  receipt_url text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  opened_at timestamp with time zone,
  purchase text,
  after_trial boolean default false not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_account_key UNIQUE (account),
  constraint orders_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES promo_codes(id) ON DELETE SET NULL,
  constraint orders_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint orders_days_check CHECK ((days > 0)),
  constraint orders_price_check CHECK ((price >= 0)),
  constraint orders_product_check CHECK ((product = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint orders_purchase_check CHECK ((purchase = ANY (ARRAY['first'::text, 'prolonged'::text, 'added'::text]))),
  constraint orders_quantity_check CHECK ((quantity > 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'paid'::text, 'failed'::text, 'refunded'::text]))),
  constraint orders_total_check CHECK ((total >= 0)),
  constraint orders_type_check CHECK ((type = ANY (ARRAY['regular'::text, 'team'::text, 'package'::text])))
);
CREATE INDEX orders_buyers_idx ON public.orders USING btree (user_id) WHERE ((paid_at IS NOT NULL) AND (total > 0));
CREATE INDEX orders_free_idx ON public.orders USING btree (paid_at) WHERE ((total = 0) AND (paid_at IS NOT NULL));
CREATE INDEX orders_gateway_idx ON public.orders USING btree (gateway, gateway_id) WHERE (gateway_id IS NOT NULL);
CREATE INDEX orders_promo_idx ON public.orders USING btree (promo_id) WHERE (promo_id IS NOT NULL);
CREATE INDEX orders_search_idx ON public.orders USING gin (contact gin_trgm_ops, account gin_trgm_ops, gateway_id gin_trgm_ops);
CREATE INDEX orders_user_idx ON public.orders USING btree (user_id, id DESC);
CREATE INDEX orders_waiting_idx ON public.orders USING btree (created_at) WHERE (status = 'waiting'::text);
comment on column orders.account is 'its number as gateways and people know it; not to be guessed';
comment on column orders.user_id is 'null when the account was deleted: the books keep what was paid';
comment on column orders.tariff is 'as it was when it was ordered';
comment on column orders.extends_id is 'the subscription whose groups a package adds to';
comment on column orders.price is 'kopecks without any discount';
comment on column orders.total is 'kopecks to pay';
comment on column orders.days is 'how long what is bought lasts, with what a promo code adds';
comment on column orders.lines is 'what the receipt says: names, quantities, kopecks; their sum is the total';
comment on column orders.gateway_id is 'what the gateway calls it';
comment on column orders.opened_at is 'when what was bought was opened; null: it was not';
comment on column orders.purchase is 'the first that the person paid, more time of what they had, or something besides; null: it opened nothing';
comment on column orders.after_trial is 'who paid it had a trial before';

-- owner: partner
create table partner_terms (
  id bigint generated always as identity,
  begins_at timestamp with time zone not null,
  rate integer not null,
  months integer not null,
  hold_days integer not null,
  smallest_payout bigint not null,
  discount integer not null,
  made_by bigint,
  constraint partner_terms_pkey PRIMARY KEY (id),
  constraint partner_terms_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint partner_terms_discount_check CHECK (((discount >= 0) AND (discount <= 10000))),
  constraint partner_terms_hold_days_check CHECK ((hold_days >= 0)),
  constraint partner_terms_months_check CHECK ((months > 0)),
  constraint partner_terms_rate_check CHECK (((rate >= 0) AND (rate <= 10000))),
  constraint partner_terms_smallest_payout_check CHECK ((smallest_payout > 0))
);
CREATE UNIQUE INDEX partner_terms_begins_key ON public.partner_terms USING btree (begins_at);
comment on column partner_terms.rate is 'of what a referral really paid, in hundredths of a percent';
comment on column partner_terms.months is 'from the first payment of a referral';
comment on column partner_terms.smallest_payout is 'kopecks';
comment on column partner_terms.discount is 'of the partner''s promo code, for a first purchase, in hundredths of a percent';

-- owner: partner
create table partners (
  user_id bigint not null,
  joined_at timestamp with time zone not null,
  letters boolean default true not null,
  lettered_at timestamp with time zone,
  constraint partners_pkey PRIMARY KEY (user_id),
  constraint partners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column partners.letters is 'write of what was earned and paid';
comment on column partners.lettered_at is 'when the last letter of earnings went: there is one a day at most';

-- owner: payments
create table payer_prints (
  user_id bigint not null,
  kind text not null,
  print bytea not null,
  first_seen_at timestamp with time zone not null,
  constraint payer_prints_pkey PRIMARY KEY (user_id, print),
  constraint payer_prints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint payer_prints_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'token'::text, 'phone'::text])))
);
CREATE INDEX payer_prints_print_idx ON public.payer_prints USING btree (print);
comment on column payer_prints.kind is 'card: its first six and last four digits; token: what a gateway calls it; phone: from whose balance it was paid';
comment on column payer_prints.print is 'a keyed hash: it tells the same card from another, and not which one it is';

-- owner: payments
create table payment_events (
  id bigint generated always as identity,
  gateway text not null,
  external_id text not null,
  kind text not null,
  account text,
  amount bigint,
  body text not null,
  verdict text not null,
  at timestamp with time zone not null,
  constraint payment_events_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_events_account_idx ON public.payment_events USING btree (account, id);
CREATE INDEX payment_events_at_idx ON public.payment_events USING btree (at);
comment on column payment_events.external_id is 'what the gateway calls the payment';
comment on column payment_events.verdict is 'settled, repeated, ignored, or why it was refused';

-- owner: partner
create table payouts (
  id bigint generated always as identity,
  partner_id bigint not null,
  method text not null,
  sum bigint not null,
  wallet bytea,
  other bytea,
  status smallint not null,
  comment text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_method_check CHECK ((method = ANY (ARRAY['card'::text, 'sbp'::text, 'yoomoney'::text, 'account'::text]))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY[0, 1, 2, 3, 5, 10, 11, 12]))),
  constraint payouts_sum_check CHECK ((sum > 0))
);
CREATE INDEX payouts_open_idx ON public.payouts USING btree (status, id);
CREATE INDEX payouts_partner_idx ON public.payouts USING btree (partner_id, id DESC);
comment on column payouts.sum is 'kopecks';
comment on column payouts.wallet is 'sealed, and so is other (kit/seal): where the money goes is read by those who pay it alone; null: the account is gone and the payout has ended';

-- owner: learning
create table personal_layers (
  user_id bigint not null,
  layer bytea default '\x'::bytea not null,
  model text default ''::text not null,
  boundary double precision default 0 not null,
  likes integer default 0 not null,
  dislikes integer default 0 not null,
  learnt_at timestamp with time zone,
  forget_before timestamp with time zone,
  version integer default 0 not null,
  judged_up_to bigint default 0 not null,
  judged_products text[] default '{}'::text[] not null,
  constraint personal_layers_pkey PRIMARY KEY (user_id),
  constraint personal_layers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column personal_layers.layer is 'as engine/relevance/personal.ts writes it; empty: nothing is learnt';
comment on column personal_layers.model is 'a fingerprint of the model whose traits were learnt: to another one the layer means nothing';
comment on column personal_layers.boundary is 'in log-odds: what the layer moves further down is unlike';
comment on column personal_layers.dislikes is 'dislikes and spam marks';
comment on column personal_layers.forget_before is 'marks up to this moment are not learnt';
comment on column personal_layers.version is 'grows with every learning: what an earlier layer judged meanwhile does not count';
comment on column personal_layers.judged_up_to is 'items of judged_products up to this seq_id are judged';

-- owner: projects
create table project_previews (
  user_id bigint not null,
  day date not null,
  count integer not null,
  constraint project_previews_pkey PRIMARY KEY (user_id),
  constraint project_previews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column project_previews.day is 'by the clocks of Moscow';
comment on column project_previews.count is 'previews with examples on that day';

-- owner: promo
create table promo_codes (
  id bigint generated always as identity,
  code text not null,
  product text,
  tariff_type text not null,
  type_ctg bigint[] default '{}'::bigint[] not null,
  discount_type text not null,
  value bigint not null,
  value_by_day bigint,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  max_uses integer,
  max_uses_each integer,
  first_purchase boolean default false not null,
  user_id bigint,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  partner_id bigint,
  constraint promo_codes_pkey PRIMARY KEY (id),
  constraint promo_codes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint promo_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint promo_codes_discount_type_check CHECK ((discount_type = ANY (ARRAY['amount_off'::text, 'percent_off'::text, 'days_extension'::text, 'percentage_extension'::text]))),
  constraint promo_codes_max_uses_check CHECK ((max_uses > 0)),
  constraint promo_codes_max_uses_each_check CHECK ((max_uses_each > 0)),
  constraint promo_codes_product_check CHECK ((product = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint promo_codes_tariff_type_check CHECK ((tariff_type = ANY (ARRAY['trial'::text, 'regular'::text, 'team'::text, 'paid'::text, 'all'::text]))),
  constraint promo_codes_value_by_day_check CHECK ((value_by_day >= 0)),
  constraint promo_codes_value_check CHECK ((value >= 0))
);
CREATE UNIQUE INDEX promo_codes_code_key ON public.promo_codes USING btree (lower(code));
CREATE INDEX promo_codes_partner_idx ON public.promo_codes USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX promo_codes_user_idx ON public.promo_codes USING btree (user_id) WHERE (user_id IS NOT NULL);
comment on column promo_codes.value is 'kopecks, hundredths of a percent, or days';
comment on column promo_codes.value_by_day is 'the same for tariffs counted in days; null: value holds for them too';
comment on column promo_codes.user_id is 'a present for this person only';
comment on column promo_codes.partner_id is 'whose code it is: who pays with it was brought by them';

-- owner: promo
create table promo_uses (
  id bigint generated always as identity,
  order_id bigint,
  promo_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint promo_uses_pkey PRIMARY KEY (id),
  constraint promo_uses_order_id_key UNIQUE (order_id),
  constraint promo_uses_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES promo_codes(id),
  constraint promo_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX promo_uses_promo_idx ON public.promo_uses USING btree (promo_id, user_id);
CREATE INDEX promo_uses_user_idx ON public.promo_uses USING btree (user_id);
comment on column promo_uses.order_id is 'null: a trial';
comment on column promo_uses.released_at is 'the order came to nothing, so the code can be used again';

-- owner: marks
create table reactions (
  user_id bigint not null,
  message_id bigint not null,
  reaction text not null,
  at timestamp with time zone not null,
  constraint reactions_pkey PRIMARY KEY (user_id, message_id),
  constraint reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reactions_reaction_check CHECK ((reaction = ANY (ARRAY['like'::text, 'dislike'::text])))
);
CREATE INDEX reactions_message_idx ON public.reactions USING btree (message_id);

-- owner: accounts
create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column recovery_codes.code_hash is 'keyed with the secret of the service';

-- owner: accounts
create table recovery_letters (
  id bigint generated always as identity,
  user_id bigint not null,
  asker text not null,
  sent_at timestamp with time zone not null,
  constraint recovery_letters_pkey PRIMARY KEY (id),
  constraint recovery_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_letters_user_idx ON public.recovery_letters USING btree (user_id, sent_at);
comment on column recovery_letters.asker is 'a keyed hash of the network address from which it was asked for';

-- owner: accounts
create table recovery_tokens (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  sealed_token bytea,
  constraint recovery_tokens_pkey PRIMARY KEY (token_hash),
  constraint recovery_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_tokens_user_idx ON public.recovery_tokens USING btree (user_id);
comment on column recovery_tokens.sealed_token is 'encrypted with the secret of the service, to be sent again; null for links made before';

-- owner: partner
create table referral_bindings (
  user_id bigint not null,
  partner_id bigint not null,
  by text not null,
  first_order_id bigint not null,
  bound_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  suspicions text[] default '{}'::text[] not null,
  constraint referral_bindings_pkey PRIMARY KEY (user_id),
  constraint referral_bindings_by_check CHECK ((by = ANY (ARRAY['promo'::text, 'link'::text])))
);
CREATE INDEX referral_bindings_partner_idx ON public.referral_bindings USING btree (partner_id, bound_at);
comment on column referral_bindings.user_id is 'who was brought; kept when their account is gone, as money hangs on it';
comment on column referral_bindings.suspicions is 'why it may be the partner themselves';

-- owner: referrals
create table referral_visits (
  id bigint generated always as identity,
  ref_id bigint not null,
  ref_url text not null,
  referrer text not null,
  params jsonb not null,
  ip text not null,
  user_agent text not null,
  at timestamp with time zone not null,
  short_link_id bigint,
  constraint referral_visits_pkey PRIMARY KEY (id),
  constraint referral_visits_short_link_id_fkey FOREIGN KEY (short_link_id) REFERENCES short_links(id) ON DELETE SET NULL
);
CREATE INDEX referral_visits_addresses_idx ON public.referral_visits USING btree (at) WHERE ((ip <> ''::text) OR (user_agent <> ''::text));
CREATE INDEX referral_visits_ref_idx ON public.referral_visits USING btree (ref_id, at);
CREATE INDEX referral_visits_short_link_idx ON public.referral_visits USING btree (short_link_id) WHERE (short_link_id IS NOT NULL);

-- owner: accounts
create table registrations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  username text not null,
  password_hash text,
  time_zone text not null,
  referral jsonb not null,
  fp text,
  incognito boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  advertising boolean default false not null,
  constraint registrations_pkey PRIMARY KEY (id)
);
CREATE INDEX registrations_expires_idx ON public.registrations USING btree (expires_at);
comment on column registrations.id is 'known to the browser that asked, and to nobody else';
comment on column registrations.password_hash is 'null: registered without a password';
comment on column registrations.advertising is 'they agreed to advertising: a consent when the registration is confirmed';

-- owner: moderation
create table rejected_authors (
  author_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint rejected_authors_pkey PRIMARY KEY (author_id),
  constraint rejected_authors_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint rejected_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- owner: moderation
create table rejected_texts (
  cluster_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint rejected_texts_pkey PRIMARY KEY (cluster_id),
  constraint rejected_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- owner: answers
create table reply_templates (
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint reply_templates_pkey PRIMARY KEY (id),
  constraint reply_templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reply_templates_user_idx ON public.reply_templates USING btree (user_id, id);
comment on column reply_templates.text is 'with {имя} and {город} where those of the message belong';

-- owner: reviews
create table reviews (
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  trade text not null,
  city text not null,
  text text not null,
  written_at timestamp with time zone not null,
  version integer default 1 not null,
  state text default 'new'::text not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  reason text default ''::text not null,
  reply text default ''::text not null,
  replied_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_user_id_key UNIQUE (user_id),
  constraint reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['new'::text, 'shown'::text, 'hidden'::text])))
);
CREATE INDEX reviews_decided_by_idx ON public.reviews USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX reviews_state_idx ON public.reviews USING btree (state, written_at DESC, id DESC);
comment on column reviews.name is 'as the author wants to be shown';
comment on column reviews.trade is 'empty: not said';
comment on column reviews.city is 'empty: not said';
comment on column reviews.written_at is 'when it became what it is';
comment on column reviews.version is 'one more with every change by its author: what is approved is what was read';
comment on column reviews.decided_by is 'who of staff decided; null: no one yet, or their account is gone';
comment on column reviews.reason is 'why it is hidden, for its author to read';
comment on column reviews.reply is 'what the service answers beneath it; empty: nothing';

-- owner: accounts
create table second_factors (
  user_id bigint not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column second_factors.sealed_secret is 'what the app and we make codes of, encrypted with the secret of the service';
comment on column second_factors.confirmed_at is 'null: being set up, no code is asked for yet';
comment on column second_factors.last_step is 'the half minute, counted from 1970, of the last code that was taken: none is taken twice';

-- owner: accounts
create table sessions (
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ip text not null,
  user_agent text not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_seen_idx ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id, created_at DESC);

-- owner: partner
create table short_links (
  id bigint generated always as identity,
  user_id bigint not null,
  code text not null,
  path text not null,
  created_at timestamp with time zone not null,
  constraint short_links_pkey PRIMARY KEY (id),
  constraint short_links_code_key UNIQUE (code),
  constraint short_links_user_id_path_key UNIQUE (user_id, path),
  constraint short_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on column short_links.path is 'of our own site, with its query';

-- owner: accounts
create table sign_in_failures (
  id bigint generated always as identity,
  key text not null,
  at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_failures_key_idx ON public.sign_in_failures USING btree (key, at);
comment on column sign_in_failures.key is 'the email in small letters, or the address, each marked as what it is; emails that no account has are counted alike';

-- owner: stream/store
create table source_cursors (
  source text not null,
  cursor jsonb not null,
  messages bigint default 0 not null,
  updated_at timestamp with time zone not null,
  constraint source_cursors_pkey PRIMARY KEY (source)
);

-- owner: stream/plan
create table source_health (
  network text not null,
  part text not null,
  ok_at timestamp with time zone,
  heard_at timestamp with time zone,
  lag_seconds real,
  waiting integer default 0 not null,
  trouble text,
  trouble_at timestamp with time zone,
  details jsonb default '{}'::jsonb not null,
  updated_at timestamp with time zone not null,
  constraint source_health_pkey PRIMARY KEY (network, part),
  constraint source_health_part_check CHECK ((part = ANY (ARRAY['groups'::text, 'searches'::text, 'stream'::text, 'links'::text])))
);
comment on column source_health.lag_seconds is 'half of the messages lately came later than this after they were written';
comment on column source_health.waiting is 'groups, searches or links whose turn has come and gone';

-- owner: stream/plan
create table source_lags (
  network text not null,
  part text not null,
  at timestamp with time zone not null,
  lag_seconds real,
  waiting integer not null,
  troubled boolean not null,
  constraint source_lags_pkey PRIMARY KEY (network, part, at)
);
CREATE INDEX source_lags_at_idx ON public.source_lags USING btree (at);
comment on column source_lags.at is 'when the step of ten minutes began; the worst of it stands here';

-- owner: marks
create table spam_marks (
  user_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  constraint spam_marks_pkey PRIMARY KEY (user_id, message_id),
  constraint spam_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX spam_marks_message_idx ON public.spam_marks USING btree (message_id);

-- owner: subscriptions
create table subscriptions (
  id bigint generated always as identity,
  user_id bigint not null,
  product_type text not null,
  product_id bigint not null,
  tariff_type text not null,
  starts_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  order_id bigint,
  tariff jsonb,
  team_size integer,
  max_size integer,
  frozen_at timestamp with time zone,
  freezes integer default 0 not null,
  frozen_days integer default 0 not null,
  category_changes_left integer default 0 not null,
  ended_at timestamp with time zone,
  reminded_for timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint subscriptions_check CHECK ((expires_at > starts_at)),
  constraint subscriptions_product_type_check CHECK ((product_type = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint subscriptions_tariff_type_check CHECK ((tariff_type = ANY (ARRAY['trial'::text, 'regular'::text, 'team'::text, 'package'::text])))
);
CREATE INDEX subscriptions_ending_idx ON public.subscriptions USING btree (expires_at) WHERE ((ended_at IS NULL) AND (frozen_at IS NULL));
CREATE INDEX subscriptions_frozen_idx ON public.subscriptions USING btree (frozen_at) WHERE (frozen_at IS NOT NULL);
CREATE INDEX subscriptions_order_idx ON public.subscriptions USING btree (order_id);
CREATE INDEX subscriptions_product_idx ON public.subscriptions USING btree (product_type, product_id);
CREATE INDEX subscriptions_teams_idx ON public.subscriptions USING btree (user_id, expires_at) WHERE ((tariff_type = 'team'::text) AND (ended_at IS NULL));
CREATE INDEX subscriptions_user_id_idx ON public.subscriptions USING btree (user_id, expires_at);
comment on column subscriptions.order_id is 'null: given, or a trial';
comment on column subscriptions.tariff is 'as it was when it was bought: title, durationTitle and the rest; null for what was given before there were tariffs';
comment on column subscriptions.max_size is 'of groups: how many it lets watch';
comment on column subscriptions.frozen_at is 'since when it stands still; expires_at holds all the days it may until it runs again';
comment on column subscriptions.frozen_days is 'used up so far';
comment on column subscriptions.ended_at is 'ended before its time: refunded';
comment on column subscriptions.reminded_for is 'when the reminder that was sent last was due; another end makes it due anew';

-- owner: tariffs
create table tariffs (
  id bigint generated always as identity,
  product text not null,
  type text not null,
  title text not null,
  rate bigint not null,
  fee bigint not null,
  duration integer not null,
  duration_unit text not null,
  duration_title text not null,
  team_size integer,
  max_quantity integer,
  "position" integer not null,
  archived_at timestamp with time zone,
  slug text,
  seed_hash text,
  constraint tariffs_pkey PRIMARY KEY (id),
  constraint tariffs_slug_key UNIQUE (slug),
  constraint tariffs_check CHECK (((type = 'team'::text) = (team_size IS NOT NULL))),
  constraint tariffs_duration_check CHECK ((duration > 0)),
  constraint tariffs_duration_unit_check CHECK ((duration_unit = ANY (ARRAY['month'::text, 'day'::text]))),
  constraint tariffs_fee_check CHECK ((fee >= 0)),
  constraint tariffs_max_quantity_check CHECK ((max_quantity > 0)),
  constraint tariffs_product_check CHECK ((product = ANY (ARRAY['category'::text, 'project'::text, 'group'::text]))),
  constraint tariffs_rate_check CHECK ((rate >= 0)),
  constraint tariffs_team_size_check CHECK ((team_size > 1)),
  constraint tariffs_type_check CHECK ((type = ANY (ARRAY['trial'::text, 'regular'::text, 'team'::text, 'package'::text])))
);
comment on column tariffs.rate is 'kopecks for one category, project or group, for one month or day';
comment on column tariffs.fee is 'kopecks: of a team, for each month or day; of groups, once for each group';
comment on column tariffs.slug is 'of a seeded tariff';
comment on column tariffs.seed_hash is 'what the seed last wrote; a tariff that an admin changed has null and is left alone';

-- owner: stream/plan
create table token_uses (
  network text not null,
  day text not null,
  token text not null,
  method text not null,
  calls integer not null,
  constraint token_uses_pkey PRIMARY KEY (network, day, token, method)
);
comment on column token_uses.token is 'a fingerprint of it';

-- owner: notices
create table told_clusters (
  user_id bigint not null,
  channel text not null,
  cluster_id bigint not null,
  told_at timestamp with time zone not null,
  constraint told_clusters_pkey PRIMARY KEY (user_id, channel, cluster_id),
  constraint told_clusters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX told_clusters_at_idx ON public.told_clusters USING btree (told_at);

-- owner: fulfilment
create table trial_uses (
  id bigint generated always as identity,
  user_id bigint,
  product text not null,
  fp text not null,
  incognito boolean not null,
  at timestamp with time zone not null,
  constraint trial_uses_pkey PRIMARY KEY (id),
  constraint trial_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint trial_uses_product_check CHECK ((product = ANY (ARRAY['category'::text, 'project'::text, 'group'::text])))
);
CREATE UNIQUE INDEX trial_uses_fp_key ON public.trial_uses USING btree (fp, product);
CREATE UNIQUE INDEX trial_uses_user_key ON public.trial_uses USING btree (user_id, product);
comment on column trial_uses.user_id is 'null when the account was deleted: the device keeps its trial';

-- owner: referrals
create table user_referrals (
  user_id bigint not null,
  ref_id bigint not null,
  clip text,
  ref_url text,
  referrer text,
  actionpay text,
  at timestamp with time zone not null,
  constraint user_referrals_pkey PRIMARY KEY (user_id),
  constraint user_referrals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_referrals_ref_idx ON public.user_referrals USING btree (ref_id);
comment on column user_referrals.ref_id is 'the partner who brought this person; 1: nobody did, -1: the cpa network';

-- owner: accounts
create table users (
  id bigint generated always as identity,
  email text,
  username text not null,
  password_hash text,
  email_approve boolean default false not null,
  roles text[] default '{}'::text[] not null,
  time_zone text default 'Europe/Moscow'::text not null,
  created_at timestamp with time zone not null,
  pending_email text,
  phone text,
  phone_approve boolean default false not null,
  notification_email text,
  free_direct_links boolean default false not null,
  deletion_at timestamp with time zone,
  news_refused_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_created_idx ON public.users USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_email_search_idx ON public.users USING gin (email gin_trgm_ops);
CREATE INDEX users_name_search_idx ON public.users USING gin (translate(lower(username), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'::text, 'abvgdeejziiklmnoprstufhcqww7y7309'::text) gin_trgm_ops);
CREATE INDEX users_partners_idx ON public.users USING btree (id) WHERE ('partner'::text = ANY (roles));
CREATE INDEX users_phone_search_idx ON public.users USING gin (phone gin_trgm_ops) WHERE (phone IS NOT NULL);
CREATE INDEX users_team_owners_idx ON public.users USING btree (id) WHERE ('teamOwner'::text = ANY (roles));
comment on column users.email is 'null for whoever came through a network and has confirmed none yet';
comment on column users.password_hash is 'null for whoever comes in through a network only';
comment on column users.pending_email is 'where a code was sent to; becomes the email when it is confirmed';
comment on column users.phone is 'confirmed when phone_approve';
comment on column users.notification_email is 'confirmed; null: notices go to the email';
comment on column users.deletion_at is 'when the account will be deleted, unless its owner thinks better of it';
comment on column users.news_refused_at is 'since when they want no mailings of news; null: they are sent them';

-- owner: kit/codes
create table verification_codes (
  id bigint generated always as identity,
  subject text not null,
  purpose text not null,
  target text not null,
  code_hash bytea not null,
  tries smallint default 0 not null,
  ip text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint verification_codes_pkey PRIMARY KEY (id),
  constraint verification_codes_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'login'::text, 'email'::text, 'notices'::text, 'phone'::text, 'payout'::text])))
);
CREATE INDEX verification_codes_ip_idx ON public.verification_codes USING btree (ip, created_at);
CREATE INDEX verification_codes_subject_idx ON public.verification_codes USING btree (subject, purpose, id DESC);
CREATE INDEX verification_codes_target_idx ON public.verification_codes USING btree (target, created_at);
comment on column verification_codes.subject is 'who has to enter it: a person, a registration, or an attempt to come in';
comment on column verification_codes.target is 'where it went: an email in small letters, or a phone in digits';
comment on column verification_codes.code_hash is 'keyed with the secret of the service: a few digits alone would be guessed from any plain hash';
comment on column verification_codes.closed_at is 'too many wrong tries, or a newer code';

-- owner: stream/plan
create table watched_groups (
  group_id bigint not null,
  next_read_at timestamp with time zone not null,
  seconds_between integer not null,
  per_day real default 0 not null,
  read_at timestamp with time zone,
  heard_at timestamp with time zone,
  failures integer default 0 not null,
  name text,
  trouble text,
  trouble_at timestamp with time zone,
  hub text,
  hub_topic text,
  constraint watched_groups_pkey PRIMARY KEY (group_id),
  constraint watched_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint watched_groups_trouble_check CHECK ((trouble = ANY (ARRAY['closed'::text, 'gone'::text, 'renamed'::text, 'failing'::text])))
);
CREATE INDEX watched_groups_next_idx ON public.watched_groups USING btree (next_read_at);
comment on column watched_groups.per_day is 'messages a day, as it was lately';
comment on column watched_groups.heard_at is 'when its newest message was written';
comment on column watched_groups.name is 'as its network called it when it was read last: by it a new name is known';
comment on column watched_groups.trouble_at is 'since when it does not answer, whether it counts as trouble yet or not';
comment on column watched_groups.hub is 'the hub (WebSub) that its feed names; null: none';
comment on column watched_groups.hub_topic is 'as what the hub knows the feed';
