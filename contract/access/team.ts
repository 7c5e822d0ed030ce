/** A team: the people who work with what its owner bought. Who is in one has a membership card (spec §3). */
import { Type, type Static } from 'typebox'
import { call, teamRights } from '../call.ts'
import { ById, Id, Nullable } from '../schemas.ts'

export const membershipStatuses = ['pending', 'accepted', 'rejected'] as const
export type MembershipStatus = (typeof membershipStatuses)[number]

export const MEMBER_NAME_LENGTH = 60
export const INVITATION_DAYS = 14
/** Beside what the tariff pays for: so many cards an owner may have at all, invited and refused ones too. */
export const MAX_MEMBERSHIP_CARDS = 200
/** Of one owner, to anyone; letters go to people who did not ask for them. */
export const INVITATIONS_A_DAY = 100

export const MembershipCardSchema = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  status: Type.Enum([...membershipStatuses]),
  right: Type.Enum([...teamRights]),
  /** They hold one of the places that are paid for; false: they are in the team, and see nothing until a place is free. Null unless accepted. */
  seated: Nullable(Type.Boolean()),
  /** When the last invitation was sent, and until when it can be answered; null unless pending. */
  invitedAt: Nullable(Type.String()),
  expiresAt: Nullable(Type.String()),
  acceptedAt: Nullable(Type.String()),
  /** Someone signed in with this other e-mail wants to take the invitation: the owner is to confirm it. Null: no one, or not pending. */
  claimedBy: Nullable(Type.String()),
  /** When they were last here; null unless accepted. */
  seenAt: Nullable(Type.String()),
})
export type MembershipCard = Static<typeof MembershipCardSchema>

/** What is not the asker's own but of their team: whose, and whether they may change it (`manage`). */
export const OfTeamSchema = Type.Object({ owner: Type.String(), editable: Type.Boolean() })

/** Places of the team: the owner holds one of them. */
const PlacesInTeamSchema = Type.Object({
  /** What the largest team subscription that is running pays for; 0: none runs; null: as many as one likes. */
  total: Nullable(Type.Integer()),
  /** The owner, everyone accepted, everyone invited whose invitation still stands. */
  taken: Type.Integer(),
  /** When fewer are paid for next, and how many from then on (0: the team ends); null: nothing is known to change. */
  next: Nullable(Type.Object({ at: Type.String(), total: Type.Integer() })),
})
export type PlacesInTeam = Static<typeof PlacesInTeamSchema>

/** Trimmed; of what is no e-mail MEMBER_EMAIL_INVALID says more (spec §5). */
const Email = Type.String({ maxLength: 254 })
/** Trimmed; of a blank one MEMBER_NAME_REQUIRED says more than a validation error would. */
const Username = Type.String({ maxLength: MEMBER_NAME_LENGTH })
const Right = Type.Enum([...teamRights])
const One = Type.Object({ card: MembershipCardSchema })
const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const rateLimit = { count: 60, seconds: 60 }

export const invitationStates = ['open', 'claimed', 'accepted', 'declined', 'expired', 'withdrawn'] as const

export const team = {
  listMembershipCards: call('GET', '/membership-cards', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ cards: Type.Array(MembershipCardSchema), places: PlacesInTeamSchema }),
  }),
  getMembershipCard: call('GET', '/membership-card/:id', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'read',
    input: ById,
    result: One,
  }),
  /** Invites by letter. An e-mail that was refused or whose invitation ran out may be invited again: its card is used again. */
  createMembershipCard: call('POST', '/membership-card', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({ email: Email, username: Username, right: Type.Optional(Right) }),
    result: One,
  }),
  /** Of a pending card the e-mail too: the old invitation is void and a new one goes out. A rejected card is not changed (spec §4). */
  updateMembershipCard: call('PUT', '/membership-card/:id', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({
      id: Type.Integer(),
      email: Type.Optional(Email),
      username: Type.Optional(Username),
      right: Type.Optional(Right),
    }),
    result: One,
  }),
  /** Withdraws an invitation, or takes a member out: their notes stay, their leads come back to the team. */
  deleteMembershipCard: call('DELETE', '/membership-card/:id', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: ById,
    result: Type.Object({}),
  }),
  resendInvitation: call('POST', '/membership-card/:id/resend', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 10, seconds: 60 },
    input: ById,
    result: One,
  }),
  /** The owner's word on who claimed the invitation with another e-mail: yes takes them in, no leaves the invitation as it was. */
  confirmClaim: call('POST', '/membership-card/:id/claim', {
    access: 'teamOwner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ id: Type.Integer(), value: Type.Boolean() }),
    result: One,
  }),

  /** What an invitation says, by the token of its letter. Of one that no longer stands it shows nothing but that. */
  getInvitation: call('POST', '/team/invitation', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 60, seconds: 60 },
    guestRateLimit: { count: 30, seconds: 60 },
    input: Token,
    result: Type.Object({
      state: Type.Enum([...invitationStates]),
      /** Null unless it is open or claimed. */
      invitation: Nullable(
        Type.Object({
          owner: Type.String(),
          email: Type.String(),
          username: Type.String(),
          right: Right,
          expiresAt: Type.String(),
          /** Is there an account with this e-mail, so that one signs in rather than registers? */
          registered: Type.Boolean(),
          /** Who asks has taken it with another e-mail, and waits for the owner's word. */
          claimedByMe: Type.Boolean(),
        }),
      ),
      /** Why who is signed in cannot take it; null: they can, or no one is signed in. */
      obstacle: Nullable(Type.Enum(['own', 'sameTeam', 'otherTeam', 'ownsTeam'])),
    }),
  }),
  /** `accepted`: they are in. `claimed`: their e-mail is another than the invited one, and the owner is asked. */
  acceptInvitation: call('POST', '/team/invitation/accept', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 20, seconds: 60 },
    input: Token,
    result: Type.Object({ state: Type.Enum(['accepted', 'claimed']) }),
  }),
  /** With or without an account: who has the letter may say no. */
  declineInvitation: call('POST', '/team/invitation/decline', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 60 },
    input: Token,
    result: Type.Object({}),
  }),

  /** The team the asker is in: their own, or the one they were taken into; null: none. */
  getTeam: call('GET', '/team', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      team: Nullable(
        Type.Object({
          owner: Type.Object({ id: Id, name: Type.String() }),
          /** Is it the asker's own? */
          own: Type.Boolean(),
          /** The asker's; of the owner `manage`. */
          right: Right,
          /** A team subscription of the owner runs. */
          running: Type.Boolean(),
          /** It runs, and there is a place for the asker. */
          seated: Type.Boolean(),
          /** Everybody in it, the owner first, by their names in the team. */
          members: Type.Array(Type.Object({ id: Id, name: Type.String(), right: Right })),
        }),
      ),
    }),
  }),
  /** Whom of the asker's team a subscription for so many people leaves out, those who came last, by their names; they see nothing by it. */
  listLeftOut: call('GET', '/team/left-out', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({ teamSize: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
    result: Type.Object({ names: Type.Array(Type.String()) }),
  }),
  /** Out of the team the asker was taken into. */
  leaveTeam: call('DELETE', '/team/membership', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({}),
  }),
}

export const teamSignals = {
  /** Who is in the team, who is invited, what one may do there, or whether it runs is different now. */
  'team.changed': Type.Object({}),
}
