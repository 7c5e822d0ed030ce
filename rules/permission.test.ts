/** Every call of the contract, asked in every way there is to ask. */
import { describe, expect, it, test } from 'vitest'
import { apiScopes, roleNames, type Access, type RoleName } from '../contract/call.ts'
import { listCalls } from '../contract/request.ts'
import { actorOf, personAsking, type Identity, type Person } from './identity.ts'
import { maskUseOf } from './mask.ts'
import { decidePermission } from './permission.ts'

const person = (...roles: RoleName[]): Person => ({ id: 1, roles })
const actor: Person = { id: 2, roles: ['support', 'admin'] }
const session = (...roles: RoleName[]): Identity => ({ kind: 'session', person: person(...roles), sessionId: 1 })
const key = (scopes: readonly (typeof apiScopes)[number][], ...roles: RoleName[]): Identity => ({
  kind: 'api-key',
  person: person(...roles),
  keyId: 1,
  scopes,
})
const actingAs = (...roles: RoleName[]): Identity => ({
  kind: 'acting-as',
  person: person(...roles),
  actor,
  sessionId: 1,
  maskId: 1,
  until: new Date(0),
})

const calls = listCalls()
const namesWhere = (fits: (call: (typeof calls)[number]) => boolean): string[] =>
  calls
    .filter(fits)
    .map(({ name }) => name)
    .toSorted()
const asked = ({ call, feature, callName }: (typeof calls)[number], identity: Identity) =>
  decidePermission(call, identity, maskUseOf(feature, callName))
const allowed = (identity: Identity): string[] => namesWhere((call) => asked(call, identity) === null)
const withAccess = (...accesses: Access[]): string[] => namesWhere(({ call }) => accesses.includes(call.access))

/** Written out: what no one does in another's name (decisions §4: «without password, e-mail, payout or deletion»). */
const self = [
  'accounts.confirmCodeLogin',
  'accounts.confirmRecovery',
  'accounts.confirmRegistration',
  'accounts.confirmSecondFactor',
  'accounts.createPassword',
  'accounts.endSession',
  'accounts.login',
  'accounts.logoutAllDevices',
  'accounts.register',
  'accounts.removeSecondFactor',
  'accounts.resendRegistration',
  'accounts.startCodeLogin',
  'accounts.startSecondFactor',
  'accounts.takeSecondStep',
  'accounts.updatePassword',
  'mailings.setMailingChoice',
  'masks.startMask',
  'notices.allowVk',
  'notices.linkBrowser',
  'notices.startMessengerLink',
  'partner.enterPartner',
  'partner.getAvailablePayout',
  'partner.listPayouts',
  'partner.requestPayout',
  'partner.sendPayoutCode',
  'privacy.deleteAccount',
  'privacy.downloadMyData',
  'privacy.keepAccount',
  'social.allowLinking',
  'social.finishNetworkSignIn',
  'social.startNetworkSignIn',
  'social.takeVkCallback',
  'social.unlinkNetwork',
  'staff.setStaffRoles',
  'team.acceptInvitation',
  'team.leaveTeam',
  'verification.approveCall',
  'verification.createEmailToken',
  'verification.removeNotificationEmail',
  'verification.removePhone',
  'verification.sendApproveEmail',
  'verification.sendNotificationEmail',
  'verification.verifyEmail',
  'verification.verifyNotificationEmail',
  'verification.verifyPhone',
]

/** Written out: what is pressed beside a notice. */
const byNotice = [
  'feed.getMessage',
  'feed.queryFeed',
  'feed.tryStopWord',
  'filters.listFilters',
  'filters.updateFilter',
  'leads.takeLead',
  'marks.setDislike',
  'marks.setFavorite',
  'marks.setHandled',
  'notices.getNoticeSettings',
  'notices.setNoticePreferences',
  'notices.setNoticeRule',
]
const pressing = (...roles: RoleName[]): Identity => ({ kind: 'notice', person: person(...roles) })

/** Written out: the API. */
const api = ['feed.queryFeed', 'filters.listFilters']

/** rules/mask.test.ts has those of before written out; what an owner of a team alone may ask is theirs here too. */
const masked = namesWhere(
  ({ call, feature, callName }) => call.access !== 'teamOwner' && maskUseOf(feature, callName) !== null,
)

describe.each<[who: string, identity: Identity, calls: string[]]>([
  ['a guest', { kind: 'guest' }, withAccess('anyone')],
  ['a session', session(), withAccess('anyone', 'customer')],
  ...roleNames.map((role): [string, Identity, string[]] => [
    `a session of ${role}`,
    session(role),
    withAccess(
      'anyone',
      'customer',
      role,
      ...(role === 'admin' ? (['moderator', 'categoryEditor', 'blogEditor'] as const) : []),
    ),
  ]),
  ['support acting for a person', actingAs(), masked],
  [
    'support acting for an admin, who is no admin then',
    actingAs('admin', 'moderator', 'support', 'blogEditor', 'categoryEditor'),
    masked,
  ],
  ['support acting for a partner', actingAs('partner'), masked],
  [
    'support acting for the owner of a team',
    actingAs('teamOwner'),
    [...masked, 'team.getMembershipCard', 'team.listMembershipCards'].toSorted(),
  ],
  ['a press beside a notice', pressing(), byNotice],
  ['a press of an admin, who is none then', pressing('admin', 'moderator', 'support'), byNotice],
  ['a key without scopes', key([]), []],
  ['a key to the feed', key(['feed:read']), ['feed.queryFeed']],
  ['a key with every scope', key(apiScopes), api],
  ['a key of an admin', key(apiScopes, 'admin', 'moderator', 'support'), api],
])('%s', (_, identity, expected) => {
  it('may make these calls', () => {
    expect(allowed(identity)).toEqual(expected)
  })

  it('answers whether signing in would help', () => {
    const refused =
      identity.kind === 'guest' ? 'UNAUTHORIZED' : identity.kind === 'acting-as' ? 'MASK_NOT_ALLOWED' : 'FORBIDDEN'
    const ownersOnly = identity.kind === 'acting-as' ? ['FORBIDDEN'] : []
    for (const call of calls) expect([null, refused, ...ownersOnly]).toContain(asked(call, identity))
  })
})

it('what changes a password, an e-mail, a phone, a payout, a session or a deletion is the person’s own', () => {
  const sensitive =
    /pass|e-?mail|phone|approve|payout|wallet|session|devices|delet|keep|recovery\/confirm|user\/network/
  const unmarked = namesWhere(
    ({ call }) =>
      sensitive.test(call.path.toLowerCase()) &&
      (call.method !== 'GET' || call.changes === true) &&
      call.scope !== 'self' &&
      !call.path.startsWith('/admin/') &&
      !call.path.startsWith('/support/'),
  )
  expect(unmarked).toEqual([])
})

test('the lists above are those of the contract', () => {
  expect(namesWhere(({ call }) => call.scope === 'self')).toEqual(self)
  expect(namesWhere(({ call }) => call.scope !== undefined && call.scope !== 'self')).toEqual(api)
  expect(namesWhere(({ call }) => call.byNotice === true)).toEqual(byNotice)
})

test('every scope of keys opens something', () => {
  expect(new Set(calls.flatMap(({ call }) => call.scope ?? []))).toEqual(new Set(['self', ...apiScopes]))
})

test.each<[identity: Identity, person: Person | null]>([
  [{ kind: 'guest' }, null],
  [session('admin'), person('admin')],
  [key([], 'admin', 'partner'), person('partner')],
  [pressing('admin', 'partner'), person('partner')],
  [actingAs('support', 'teamOwner'), person('teamOwner')],
])('%j is asked for by %j', (identity, expected) => {
  expect(personAsking(identity)).toEqual(expected)
  expect(actorOf(identity)).toEqual(identity.kind === 'acting-as' ? actor : expected)
})
