-- Teams one can be invited into: the invitation, what a member may do, and which of the paid places they hold.
alter table membership_cards
  add column team_right text not null default 'work' check (team_right in ('view', 'work', 'manage')),
  add column place integer check (place > 0),
  add column accepted_at timestamptz,
  add column invited_at timestamptz,
  add column invitation_expires_at timestamptz,
  add column token_hash text,
  add column claimed_by bigint references users on delete set null,
  add column told_of_place boolean not null default true;
comment on column membership_cards.place is 'of accepted cards, from 1 in the order of acceptance: the place of the owner is not counted';
comment on column membership_cards.token_hash is 'of the link in the last invitation: it can be answered while the card is pending, and tells afterwards what became of it';
comment on column membership_cards.told_of_place is 'of accepted cards, what the member knows: that there is a place for them, or that there is none';
comment on column membership_cards.claimed_by is 'who wants to take the invitation with another e-mail than the invited one';

-- One is in one team at most: the first one stays.
update membership_cards c set status = 'rejected', user_id = null
  where status = 'accepted' and exists (
    select from membership_cards earlier
    where earlier.user_id = c.user_id and earlier.status = 'accepted' and earlier.id < c.id);
update membership_cards c set accepted_at = created_at, place = n.place
  from (select id, row_number() over (partition by owner_id order by id) as place
    from membership_cards where status = 'accepted') as n
  where n.id = c.id;
-- Invitations of before had no letter.
update membership_cards set invited_at = created_at, invitation_expires_at = created_at where status = 'pending';

create unique index membership_cards_member_key on membership_cards (user_id) where status = 'accepted';
create unique index membership_cards_place_key on membership_cards (owner_id, place);
create unique index membership_cards_token_key on membership_cards (token_hash);
drop index membership_cards_user_idx;

-- What someone noted while they were in a team, the team goes on reading.
create table former_members (
  owner_id bigint not null references users on delete cascade,
  user_id bigint not null references users on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz not null,
  primary key (owner_id, user_id, left_at)
);
comment on table former_members is 'owner: team';
create index former_members_user_idx on former_members (user_id);
