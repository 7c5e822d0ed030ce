-- Forward only: expand before contract, and never edit this file after it has landed.
-- Every new table says who writes to it: comment on table t is 'owner: feature';

-- Each category once, in the order in which they were put in, and no more than the contract lets a cart hold.
update carts set items = array(
  select id from unnest(items) with ordinality as item (id, place) group by id order by min(place) limit 500
) where cardinality(items) > 0;
update carts set promo_code = null where char_length(promo_code) > 40;
-- A package is bought beside its subscription, and never was a cart.
update carts set type = 'regular', tariff_id = null where type = 'package';

alter table carts add constraint carts_items_check check (cardinality(items) <= 500);
alter table carts add constraint carts_promo_code_check check (char_length(promo_code) <= 40);
