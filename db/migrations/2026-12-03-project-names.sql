-- A project that no one has named was called by its id, which grows over the whole service; now by its number among those of its owner.
update monitored_projects set name = 'Проект ' || numbered.number
from (select id, row_number() over (partition by user_id order by id) as number from monitored_projects) as numbered
where numbered.id = monitored_projects.id and monitored_projects.name = '';
comment on column monitored_projects.name is 'empty only where a release that left it so made the project';
