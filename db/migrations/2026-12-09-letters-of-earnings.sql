-- What a partner was written of their commissions, so that nothing is written twice and nothing is left out.
alter table commissions add column told text;
comment on column commissions.told is 'the state that the partner was written of, or would have been if they wanted letters; null: none yet';
update commissions set told = state;
create index commissions_untold_idx on commissions (partner_id) where told is distinct from state;

alter table partners add column lettered_at timestamptz;
comment on column partners.lettered_at is 'when the last letter of earnings went: there is one a day at most';
