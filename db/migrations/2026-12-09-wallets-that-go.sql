-- Where the money went is no one's matter any more when the account is gone and the payout has ended.
alter table payouts alter column wallet drop not null;
alter table payouts alter column other drop not null;
comment on column payouts.wallet is 'sealed, and so is other (kit/seal): where the money goes is read by those who pay it alone; null: the account is gone and the payout has ended';
update payouts p set wallet = null, other = null
where p.status > 3 and not exists (select from users u where u.id = p.partner_id);
