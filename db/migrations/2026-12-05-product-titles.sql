-- One name of a product everywhere. The price list alone: what was bought keeps the name it was bought by, and so does what an admin has named.
update tariffs set title = 'Упоминания' where product = 'project' and title = 'Мониторинг упоминаний';
update tariffs set title = 'Группы' where product = 'group' and title = 'Мониторинг групп';
