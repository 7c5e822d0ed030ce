import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
// Rate limits and the letters of a day begin again.
beforeEach(() => world.clock.advance(DAY + HOUR))

let owners = 0
/** An owner of a team for so many people, who was never here before. */
async function newOwner(teamSize: number | null = 3, days = 365): Promise<TestUser> {
  owners += 1
  const owner = await world.customer(`owner${owners}`)
  await hold(owner, teamSize, days)
  return owner
}
async function hold(owner: TestUser, teamSize: number | null, days: number): Promise<void> {
  await world.hold(owner.userId, { thing: { slug: 'photographers' }, tariffType: 'team', days, teamSize })
}
const invite = async (owner: TestUser, email: string, username = 'Вера') =>
  (await owner.asks('team', 'createMembershipCard', { email, username })).card
async function tokenTo(email: string): Promise<string> {
  const { link } = await world.letterTo(email)
  const [address, token = ''] = link.split('#token=')
  expect(address).toBe(`${world.config.siteUrl}/team-invitation`)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  return token
}
const cardsOf = async (owner: TestUser) => owner.asks('team', 'listMembershipCards', {})
const see = (token: string) => world.ask('team', 'getInvitation', { token })
const stateOf = async (token: string) => {
  const answer = await see(token)
  return answer.status === 'ok' ? answer.result.state : answer.code
}
let members = 0
const newMember = () => world.customer(`member${(members += 1)}`)

describe('an invitation', () => {
  it('is a letter whose link takes the invited person in', async () => {
    const owner = await newOwner()
    const vera = await newMember()
    const card = await invite(owner, vera.email.toUpperCase(), '  Вера   Павловна ')
    expect(card).toMatchObject({
      email: vera.email.toUpperCase(),
      username: 'Вера Павловна',
      status: 'pending',
      right: 'work',
      seated: null,
      invitedAt: world.clock.now().toISOString(),
      expiresAt: new Date(world.clock.now().getTime() + 14 * DAY).toISOString(),
      acceptedAt: null,
      claimedBy: null,
      seenAt: null,
    })
    const token = await tokenTo(vera.email.toUpperCase())
    expect(await see(token)).toEqual({
      status: 'ok',
      result: {
        state: 'open',
        invitation: {
          owner: owner.email.split('@')[0],
          email: vera.email.toUpperCase(),
          username: 'Вера Павловна',
          right: 'work',
          expiresAt: card.expiresAt,
          registered: true,
        },
        obstacle: null,
      },
    })
    expect(await vera.asks('team', 'getTeam', {})).toEqual({ team: null })
    expect(await vera.asks('team', 'acceptInvitation', { token })).toEqual({ state: 'accepted' })
    // Pressed twice.
    expect(await vera.asks('team', 'acceptInvitation', { token })).toEqual({ state: 'accepted' })
    expect(await stateOf(token)).toBe('accepted')
    expect((await world.letterTo(owner.email)).subject).toBe('Вера Павловна теперь в вашей команде')
    const { cards, places } = await cardsOf(owner)
    expect(cards).toMatchObject([{ id: card.id, status: 'accepted', seated: true, invitedAt: null, expiresAt: null }])
    expect(places).toMatchObject({ total: 3, taken: 2 })
    const { team } = await vera.asks('team', 'getTeam', {})
    expect(team).toEqual({
      owner: { id: owner.userId, name: owner.email.split('@')[0] },
      own: false,
      right: 'work',
      seated: true,
      members: [
        { id: owner.userId, name: owner.email.split('@')[0], right: 'manage' },
        { id: vera.userId, name: 'Вера Павловна', right: 'work' },
      ],
    })
    expect((await owner.asks('team', 'getTeam', {})).team).toMatchObject({ own: true, right: 'manage', seated: true })
  })

  it('may be declined without an account, once', async () => {
    const owner = await newOwner()
    await invite(owner, 'nobody@example.ru', 'Аня')
    const token = await tokenTo('nobody@example.ru')
    expect(await see(token)).toMatchObject({ result: { state: 'open', invitation: { registered: false } } })
    expect(codeOf(await world.ask('team', 'declineInvitation', { token }))).toBe('ok')
    expect(codeOf(await world.ask('team', 'declineInvitation', { token }))).toBe('ok')
    expect(await stateOf(token)).toBe('declined')
    expect((await cardsOf(owner)).cards).toMatchObject([{ status: 'rejected' }])
    const letters = await world.db.selectFrom('letters').select('id').where('recipient', '=', owner.email).execute()
    expect(letters).toHaveLength(1)
    expect(await (await newMember()).isRefused('team', 'acceptInvitation', { token })).toBe('INVITATION_OVER')
  })
})
