-- What a category is about, apart from how people ask for it: such a query alone makes no lead, the judge of topics has its say.
alter table category_queries add column topic boolean not null default false;
comment on column category_queries.topic is 'names what the category is about; positions go on behind the queries that let a message in by themselves';
