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

const confirm = ({ userId }: TestUser) =>
  world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()

let owners = 0
/** An owner of a team for so many people, who was never here before. */
async function newOwner(teamSize: number | null = 3, days = 365): Promise<TestUser> {
  owners += 1
  const owner = await world.customer(`owner${owners}`)
  await confirm(owner)
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
          claimedByMe: false,
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
      running: true,
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
    expect(await (await newMember()).isRefused('team', 'acceptInvitation', { token })).toBe('INVITATION_EXPIRED')
  })

  it('ends by itself after 14 days, and is sent again with another link', async () => {
    const owner = await newOwner()
    const vera = await newMember()
    const { id } = await invite(owner, vera.email)
    const first = await tokenTo(vera.email)
    world.clock.advance(14 * DAY - 1)
    expect(await stateOf(first)).toBe('open')
    world.clock.advance(1)
    expect(await stateOf(first)).toBe('expired')
    expect(await vera.isRefused('team', 'acceptInvitation', { token: first })).toBe('INVITATION_EXPIRED')
    expect(codeOf(await world.ask('team', 'declineInvitation', { token: first }))).toBe('INVITATION_EXPIRED')
    expect((await cardsOf(owner)).places).toMatchObject({ taken: 1 })
    const { card } = await owner.asks('team', 'resendInvitation', { id })
    expect(card).toMatchObject({ id, status: 'pending', invitedAt: world.clock.now().toISOString() })
    const second = await tokenTo(vera.email)
    expect(second).not.toBe(first)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['withdrawn', 'open'])
    expect(await vera.isRefused('team', 'acceptInvitation', { token: first })).toBe('INVITATION_EXPIRED')
    await vera.asks('team', 'acceptInvitation', { token: second })
    expect(await owner.isRefused('team', 'resendInvitation', { id })).toBe('MEMBER_ALREADY_INVITED')
  })

  it('is void when it is withdrawn, and when its e-mail is another one', async () => {
    const owner = await newOwner()
    const [vera, gleb] = [await newMember(), await newMember()]
    const { id } = await invite(owner, vera.email)
    const toVera = await tokenTo(vera.email)
    const { card } = await owner.asks('team', 'updateMembershipCard', { id, email: gleb.email, username: 'Глеб' })
    expect(card).toMatchObject({ id, email: gleb.email, username: 'Глеб' })
    expect(await stateOf(toVera)).toBe('withdrawn')
    const toGleb = await tokenTo(gleb.email)
    // Only the name: the letter that is there holds.
    await owner.asks('team', 'updateMembershipCard', { id, username: 'Глеб Петрович' })
    expect(await stateOf(toGleb)).toBe('open')
    await owner.asks('team', 'deleteMembershipCard', { id })
    expect(await stateOf(toGleb)).toBe('withdrawn')
    expect(await gleb.isRefused('team', 'acceptInvitation', { token: toGleb })).toBe('INVITATION_EXPIRED')
    expect((await cardsOf(owner)).cards).toEqual([])
    // What is gone is not there to be changed: its row goes from the list (spec §8).
    expect(await owner.isRefused('team', 'updateMembershipCard', { id, username: 'Поздно' })).toBe('NOT_FOUND')
  })

  it('that was refused is not changed, and its e-mail is invited again', async () => {
    const owner = await newOwner()
    const vera = await newMember()
    const { id } = await invite(owner, vera.email)
    await world.ask('team', 'declineInvitation', { token: await tokenTo(vera.email) })
    expect(await owner.isRefused('team', 'updateMembershipCard', { id, username: 'Другая' })).toBe(
      'MEMBERSHIP_CARD_READ_ONLY',
    )
    expect(await owner.isRefused('team', 'resendInvitation', { id })).toBe('MEMBERSHIP_CARD_READ_ONLY')
    expect(await invite(owner, vera.email, 'Снова Вера')).toMatchObject({
      id,
      status: 'pending',
      username: 'Снова Вера',
    })
    await vera.asks('team', 'acceptInvitation', { token: await tokenTo(vera.email) })
    expect(await owner.isRefused('team', 'updateMembershipCard', { id, email: 'other@example.ru' })).toBe(
      'MEMBER_EMAIL_READ_ONLY',
    )
    const { card } = await owner.asks('team', 'updateMembershipCard', { id, username: 'Вера', right: 'view' })
    expect(card).toMatchObject({ username: 'Вера', right: 'view', status: 'accepted' })
    expect((await vera.asks('team', 'getTeam', {})).team).toMatchObject({ right: 'view' })
  })

  it('is not for who is in a team already, owns one, or owns this one', async () => {
    const [owner, other] = [await newOwner(5), await newOwner()]
    const vera = await newMember()
    await invite(owner, vera.email)
    await invite(other, vera.email)
    await invite(owner, other.email)
    await invite(owner, 'mine@example.ru')
    const [first, second] = await Promise.all(
      [owner, other].map(async ({ userId }) => {
        const { rows } = await world.database.pool.query<{ plain: string }>(
          `select l.plain from letters l join users u on l.plain like '%' || u.username || ' приглашает%'
           where u.id = $1 and l.recipient = $2`,
          [userId, vera.email],
        )
        return /#token=(\S+)/.exec(rows[0]?.plain ?? '')?.[1] ?? ''
      }),
    )
    const mine = await tokenTo('mine@example.ru')
    expect(codeOf(await world.ask('team', 'getInvitation', { token: mine }, owner))).toBe('ok')
    expect(await owner.asks('team', 'getInvitation', { token: mine })).toMatchObject({ obstacle: 'own' })
    expect(await owner.isRefused('team', 'acceptInvitation', { token: mine })).toBe('TEAM_ALREADY_OWNED')
    const toOther = await tokenTo(other.email)
    expect(await other.asks('team', 'getInvitation', { token: toOther })).toMatchObject({ obstacle: 'ownsTeam' })
    expect(await other.isRefused('team', 'acceptInvitation', { token: toOther })).toBe('TEAM_ALREADY_OWNED')
    await vera.asks('team', 'acceptInvitation', { token: first ?? '' })
    expect(await vera.asks('team', 'getInvitation', { token: second ?? '' })).toMatchObject({ obstacle: 'otherTeam' })
    expect(await vera.isRefused('team', 'acceptInvitation', { token: second ?? '' })).toBe('TEAM_ALREADY_JOINED')
    // By another address they are in this team already.
    await invite(owner, 'vera-again@example.ru')
    const again = { token: await tokenTo('vera-again@example.ru') }
    expect(await vera.asks('team', 'getInvitation', again)).toMatchObject({ obstacle: 'sameTeam' })
    expect(await vera.isRefused('team', 'acceptInvitation', again)).toBe('TEAM_ALREADY_JOINED')
    await vera.asks('team', 'leaveTeam', {})
    await vera.asks('team', 'acceptInvitation', { token: second ?? '' })
    expect((await vera.asks('team', 'getTeam', {})).team).toMatchObject({ owner: { id: other.userId } })
  })

  it('says nothing of itself by a link that no one was sent', async () => {
    expect(await see('нет такого')).toEqual({
      status: 'ok',
      result: { state: 'withdrawn', invitation: null, obstacle: null },
    })
    const vera = await newMember()
    expect(await vera.isRefused('team', 'acceptInvitation', { token: 'нет' })).toBe('INVITATION_EXPIRED')
    expect(codeOf(await world.ask('team', 'declineInvitation', { token: 'нет' }))).toBe('INVITATION_EXPIRED')
    expect(codeOf(await world.ask('team', 'getInvitation', { token: '' }))).toBe('VALIDATION_FAILED')
    expect(await vera.isRefused('team', 'acceptInvitation', { token: 'a'.repeat(101) })).toBe('VALIDATION_FAILED')
    expect(codeOf(await world.ask('team', 'acceptInvitation', { token: 'нет' }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('team', 'getTeam', {}))).toBe('UNAUTHORIZED')
  })

  it('is kept as a hash, and no letter, log or answer but its own has the token', async () => {
    const owner = await newOwner()
    await invite(owner, 'hashed@example.ru')
    const token = await tokenTo('hashed@example.ru')
    const { rows } = await world.database.pool.query<{ found: string }>(
      `select 'card' as found from membership_cards c where c::text like '%' || $1 || '%'
       union all select 'log' from audit_log a where a::text like '%' || $1 || '%'
       union all select 'fact' from facts f where f::text like '%' || $1 || '%'`,
      [token],
    )
    expect(rows).toEqual([])
    expect(JSON.stringify(await cardsOf(owner))).not.toContain(token)
  })
})

describe('a claim with another e-mail', () => {
  async function claimed() {
    const owner = await newOwner()
    const vera = await newMember()
    await confirm(vera)
    const card = await invite(owner, `work${members}@example.ru`)
    const token = await tokenTo(card.email)
    expect(await vera.asks('team', 'acceptInvitation', { token })).toEqual({ state: 'claimed' })
    return { owner, vera, id: card.id, token, email: card.email }
  }

  it('waits for the owner, who says yes', async () => {
    const { owner, vera, id, token, email } = await claimed()
    const letter = await world.letterTo(owner.email)
    expect([letter.subject, letter.link]).toEqual(['Подтвердите участника команды', `${world.config.siteUrl}/team`])
    expect(letter.plain).toContain(vera.email)
    expect(await stateOf(token)).toBe('claimed')
    expect((await vera.asks('team', 'getInvitation', { token })).invitation?.claimedByMe).toBe(true)
    expect((await owner.asks('team', 'getInvitation', { token })).invitation?.claimedByMe).toBe(false)
    expect(await vera.asks('team', 'getTeam', {})).toEqual({ team: null })
    expect(await vera.asks('team', 'acceptInvitation', { token })).toEqual({ state: 'claimed' })
    expect((await cardsOf(owner)).cards).toMatchObject([{ id, email, status: 'pending', claimedBy: vera.email }])
    const { card } = await owner.asks('team', 'confirmClaim', { id, value: true })
    expect(card).toMatchObject({ id, email: vera.email, status: 'accepted', claimedBy: null, seated: true })
    expect((await vera.asks('team', 'getTeam', {})).team).toMatchObject({ seated: true })
    expect((await world.letterTo(vera.email)).subject).toMatch(/^Вы в команде: /)
    expect(await stateOf(token)).toBe('accepted')
    expect(await owner.isRefused('team', 'confirmClaim', { id, value: true })).toBe('CLAIM_NOT_FOUND')
  })

  it('waits for the owner, who says no: the invitation is as it was', async () => {
    const { owner, vera, id, token, email } = await claimed()
    const { card } = await owner.asks('team', 'confirmClaim', { id, value: false })
    expect(card).toMatchObject({ id, email, status: 'pending', claimedBy: null })
    expect(await stateOf(token)).toBe('open')
    expect((await world.letterTo(vera.email)).subject).toBe('Приглашение в команду не подтверждено')
    expect(await vera.asks('team', 'getTeam', {})).toEqual({ team: null })
  })

  it('is one at a time, and does not keep out the invited person', async () => {
    const { owner, vera, id, token, email } = await claimed()
    expect(await (await newMember()).isRefused('team', 'acceptInvitation', { token })).toBe(
      'INVITATION_ALREADY_CLAIMED',
    )
    const invited = await world.customer(email.split('@')[0] ?? '')
    expect(await invited.asks('team', 'acceptInvitation', { token })).toEqual({ state: 'accepted' })
    expect((await cardsOf(owner)).cards).toMatchObject([{ id, email, status: 'accepted', claimedBy: null }])
    expect(await vera.asks('team', 'getTeam', {})).toEqual({ team: null })
    expect(await owner.isRefused('team', 'confirmClaim', { id, value: true })).toBe('CLAIM_NOT_FOUND')
  })

  it('is over when the invitation is sent again, and when who claimed it came into another team', async () => {
    const one = await claimed()
    await one.owner.asks('team', 'resendInvitation', { id: one.id })
    expect(await one.owner.isRefused('team', 'confirmClaim', { id: one.id, value: true })).toBe('CLAIM_NOT_FOUND')
    const two = await claimed()
    const elsewhere = await newOwner()
    await invite(elsewhere, two.vera.email)
    await two.vera.asks('team', 'acceptInvitation', { token: await tokenTo(two.vera.email) })
    expect((await cardsOf(two.owner)).cards).toMatchObject([{ claimedBy: null }])
    expect(await two.owner.isRefused('team', 'confirmClaim', { id: two.id, value: true })).toBe('CLAIM_NOT_FOUND')
  })
})

describe('the words of an invitation', () => {
  it.each([
    ['нет', 'Вера', 'MEMBER_EMAIL_INVALID', 'Некорректно введен email'],
    ['', 'Вера', 'MEMBER_EMAIL_INVALID', 'Некорректно введен email'],
    ['a@example.ru, b@example.ru', 'Вера', 'MEMBER_EMAIL_INVALID', 'Некорректно введен email'],
    ['vera@example.ru', '   ', 'MEMBER_NAME_REQUIRED', 'Введите имя пользователя'],
    ['vera@example.ru', '\u200b', 'MEMBER_NAME_REQUIRED', 'Введите имя пользователя'],
    ['vera@example.ru', 'Вера\u202eаницуп', 'USERNAME_INVALID', 'В имени есть невидимые знаки. Наберите его заново'],
  ])('%j to %j is refused as %s', async (email, username, code, message) => {
    const owner = await newOwner()
    const answer = await world.ask('team', 'createMembershipCard', { email, username }, owner)
    expect(answer).toMatchObject({ status: 'error', code, message })
    const { id } = await invite(owner, 'good@example.ru')
    expect(await owner.isRefused('team', 'updateMembershipCard', { id, email, username })).toBe(code)
    expect((await cardsOf(owner)).cards).toMatchObject([{ email: 'good@example.ru', username: 'Вера' }])
  })

  it('are as long as they may be, and the right is one of three', async () => {
    const owner = await newOwner()
    const words = { email: 'long@example.ru', username: 'В'.repeat(61) }
    expect(await owner.isRefused('team', 'createMembershipCard', words)).toBe('VALIDATION_FAILED')
    const right = { email: 'long@example.ru', username: 'В', right: 'everything' as 'view' }
    expect(await owner.isRefused('team', 'createMembershipCard', right)).toBe('VALIDATION_FAILED')
    expect(await owner.isRefused('team', 'listLeftOut', { teamSize: 0 })).toBe('VALIDATION_FAILED')
    expect(await owner.isRefused('team', 'getMembershipCard', { id: 'x' as unknown as number })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('name each e-mail once, and not the owner’s own', async () => {
    const owner = await newOwner()
    const { id } = await invite(owner, 'once@example.ru')
    const again = { email: 'ONCE@example.ru', username: 'Другая' }
    expect(await owner.isRefused('team', 'createMembershipCard', again)).toBe('MEMBER_ALREADY_INVITED')
    const own = { email: owner.email, username: 'Я' }
    expect(await owner.isRefused('team', 'createMembershipCard', own)).toBe('MEMBER_ALREADY_INVITED')
    const { id: other } = await invite(owner, 'other@example.ru')
    expect(await owner.isRefused('team', 'updateMembershipCard', { id: other, email: 'Once@example.ru' })).toBe(
      'MEMBER_ALREADY_INVITED',
    )
    // The same in other letters is the same.
    await owner.asks('team', 'updateMembershipCard', { id, email: 'Once@example.ru' })
  })

  it('go to no more than a hundred a day', async () => {
    const owner = await newOwner()
    const { id } = await invite(owner, 'often@example.ru')
    await world.database.pool.query(
      `insert into audit_log (at, actor_id, user_id, action, ip, user_agent, details)
       select $2, $1, $1, 'member-invited', '', '', '{}' from generate_series(1, 99)`,
      [owner.userId, world.clock.now()],
    )
    expect(await owner.isRefused('team', 'resendInvitation', { id })).toBe('INVITATION_LIMIT_REACHED')
    world.clock.advance(DAY)
    expect(await owner.isRefused('team', 'resendInvitation', { id })).toBe('ok')
  })
})

describe('cards', () => {
  it('are their owner’s alone: another’s are answered as if there were none', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const { id } = await invite(owner, 'private@example.ru')
    const before = await cardsOf(owner)
    for (const [name, input] of [
      ['getMembershipCard', {}],
      ['updateMembershipCard', { username: 'Чужая' }],
      ['deleteMembershipCard', {}],
      ['resendInvitation', {}],
      ['confirmClaim', { value: true }],
    ] as const) {
      const [theirs, none] = await Promise.all([
        world.ask('team', name, { id, ...input } as never, other),
        world.ask('team', name, { id: 1_999_999_999, ...input } as never, other),
      ])
      expect([name, theirs]).toEqual([name, none])
      expect(codeOf(theirs)).toBe('NOT_FOUND')
    }
    const customer = await newMember()
    expect(await customer.isRefused('team', 'listMembershipCards', {})).toBe('FORBIDDEN')
    expect(await customer.isRefused('team', 'createMembershipCard', { email: 'x@example.ru', username: 'x' })).toBe(
      'FORBIDDEN',
    )
    expect(await cardsOf(owner)).toEqual(before)
    expect(await owner.asks('team', 'getMembershipCard', { id })).toEqual({ card: before.cards[0] })
  })
})

describe('at once', () => {
  it('50 people accept what is for two places: two are in', async () => {
    const owner = await newOwner(null)
    const crowd = await Promise.all(Array.from({ length: 50 }, () => newMember()))
    const tokens: string[] = []
    for (const { email } of crowd) {
      await invite(owner, email)
      tokens.push(await tokenTo(email))
      // As if each came on a day of its own: the rate limit of invitations is another matter.
      world.clock.advance(5_000)
    }
    await world.db.updateTable('subscriptions').set({ teamSize: 3 }).where('userId', '=', owner.userId).execute()
    const answers = await Promise.all(
      crowd.map((person, place) => person.isRefused('team', 'acceptInvitation', { token: tokens[place] ?? '' })),
    )
    expect(answers.filter((code) => code === 'ok')).toHaveLength(2)
    expect(new Set(answers)).toEqual(new Set(['ok', 'TEAM_PLACE_LIMIT_REACHED']))
    const { cards, places } = await cardsOf(owner)
    expect(cards.filter(({ status }) => status === 'accepted').map(({ seated }) => seated)).toEqual([true, true])
    expect(places.total).toBe(3)
  })

  it('an owner invites ten for two places: two letters go out', async () => {
    const owner = await newOwner(3)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        owner.isRefused('team', 'createMembershipCard', { email: `race${n}@example.ru`, username: 'Участник' }),
      ),
    )
    expect(answers.toSorted()).toEqual([...Array.from({ length: 8 }, () => 'TEAM_LIMIT_REACHED'), 'ok', 'ok'])
    const sent = await world.db.selectFrom('letters').select('id').where('recipient', 'like', 'race%').execute()
    expect(sent).toHaveLength(2)
    expect((await cardsOf(owner)).places).toMatchObject({ total: 3, taken: 3 })
  })

  it('one invitation is accepted twice, and by two: one is in', async () => {
    const owner = await newOwner()
    const vera = await newMember()
    await invite(owner, vera.email)
    const token = await tokenTo(vera.email)
    const other = await newMember()
    const answers = await Promise.all([
      vera.isRefused('team', 'acceptInvitation', { token }),
      vera.isRefused('team', 'acceptInvitation', { token }),
      other.isRefused('team', 'acceptInvitation', { token }),
    ])
    // Another account may claim it in the moment before.
    expect(answers.slice(0, 2)).toEqual(['ok', 'ok'])
    expect(['ok', 'INVITATION_EXPIRED']).toContain(answers[2])
    expect((await cardsOf(owner)).cards).toMatchObject([{ email: vera.email, status: 'accepted' }])
    expect(await other.asks('team', 'getTeam', {})).toEqual({ team: null })
  })

  it('one person accepts two invitations: they are in one team', async () => {
    const [one, two] = [await newOwner(), await newOwner()]
    const vera = await newMember()
    const tokens: string[] = []
    for (const owner of [one, two]) {
      await invite(owner, vera.email)
      tokens.push(await tokenTo(vera.email))
    }
    const answers = await Promise.all(tokens.map((token) => vera.isRefused('team', 'acceptInvitation', { token })))
    expect(answers.toSorted()).toEqual(['TEAM_ALREADY_JOINED', 'ok'])
    const accepted = (await Promise.all([one, two].map(cardsOf)))
      .flatMap(({ cards }) => cards)
      .filter(({ status }) => status === 'accepted')
    expect(accepted).toHaveLength(1)
  })

  it('one accepts while they are given a team of their own: they are in one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await newOwner()
      const vera = await newMember()
      await invite(owner, vera.email)
      const token = await tokenTo(vera.email)
      const [code] = await Promise.all([vera.isRefused('team', 'acceptInvitation', { token }), hold(vera, 3, 30)])
      expect(['ok', 'TEAM_ALREADY_OWNED']).toContain(code)
      expect((await vera.asks('team', 'getTeam', {})).team).toMatchObject({ own: true })
      expect((await cardsOf(owner)).cards.filter(({ status }) => status === 'accepted')).toEqual([])
    }
  })
})
