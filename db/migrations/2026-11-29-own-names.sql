-- The names of the specification that differ from ours are translated in contract/wire-names.ts; the tables speak ours.
-- Names only (docs/decisions/scores-and-levels.md says why not in two steps).
alter table monitored_projects rename column resources to networks;
alter table monitored_projects rename column resource_types to kinds;

-- Filters, and exports that wait, hold a filter's fields under the names that travel.
create function pg_temp.own_names(fields jsonb) returns jsonb language sql as $$
  select jsonb_object_agg(case key when 'resources' then 'networks' when 'resourceTypes' then 'sourceKinds'
    when 'messageType' then 'kind' else key end, value) from jsonb_each(fields)
$$;
update filters set fields = pg_temp.own_names(fields)
  where fields ?| array['resources', 'resourceTypes', 'messageType'];
update exports set params = jsonb_set(params, '{fields}', pg_temp.own_names(params -> 'fields'))
  where params -> 'fields' ?| array['resources', 'resourceTypes', 'messageType'];
