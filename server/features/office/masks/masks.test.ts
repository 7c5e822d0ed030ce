import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { address, type Answer } from '../../../../contract/call.ts'
import type { Start } from '../../../../contract/first-answers.ts'
import { maskMinutes, maskReasonLength } from '../../../../contract/office/masks.ts'
import { listCalls } from '../../../../contract/request.ts'
import { maskUseOf } from '../../../../rules/mask.ts'
import { openIdentityResolver } from '../../../gate/identity.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import { codeOf, resultOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { changeRoles, changeRolesOf } from '../../people/accounts/accounts.public.ts'
import { endMasks } from './end-masks.ts'

let world: TestWorld
let sonya: TestUser
let anna: TestUser
const reason = 'Не приходят уведомления, письмо № 7'
beforeAll(async () => {
  world = await openTestWorld()
  sonya = await world.somebody('sonya', ['support'])
  anna = await world.customer('anna', paid('photographers'))
})
afterAll(() => world.close())
beforeEach(async () => {
  // Everyone is who they are, and may ask as often as they like again.
  await sonya.asks('masks', 'leaveMask', {})
  world.clock.advance(DAY)
})

const puts = (user: number, more: object = {}, as: TestUser = sonya) =>
  world.ask('masks', 'startMask', { user, reason, ...more }, as)
const wears = async (person: TestUser = anna) => resultOf(await puts(person.userId))
const whoIs = async (token: string) => {
  const { user, mask } = resultOf(await world.ask('accounts', 'getMe', {}, { token }))
  return { id: user?.id ?? null, mask: mask ?? null }
}
const herself = () => ({ id: sonya.userId, mask: null })
const log = async (...actions: string[]) =>
  world.db
    .selectFrom('auditLog')
    .select(['actorId', 'userId', 'action', 'details'])
    .where('action', 'in', actions)
    .where('at', '>=', world.clock.now())
    .orderBy('id')
    .execute()

describe('masks.startMask', () => {
  it('makes the session the person’s, and leaving gives the own one back', async () => {
    const { user, mask } = await wears()
    expect(user).toMatchObject({ id: anna.userId, email: anna.email, role: [] })
    const until = new Date(world.clock.now().getTime() + maskMinutes * MINUTE).toISOString()
    const shown = {
      actor: { id: sonya.userId, username: 'sonya' },
      user: { id: anna.userId, username: 'anna' },
      until,
    }
    expect(mask).toEqual(shown)
    expect(await whoIs(sonya.token)).toEqual({ id: anna.userId, mask: shown })
    expect((await sonya.asks('filters', 'listFilters', {})).filters.map(({ id }) => id)).toEqual([anna.filterId])
    // The first answers of a page show it too.
    const { app } = world.web
    const headers = { cookie: `echolot=${sonya.token}` }
    const first = (await app.inject({ url: '/api/start?at=/feed', headers })).json<Answer<Start>>()
    expect(resultOf(resultOf(first).answers[0]?.answer as Answer)).toMatchObject({
      mask: shown,
      user: { id: anna.userId },
    })
    // Only this session: neither another one of hers nor the person's own.
    expect(await whoIs(await sonya.signIn())).toEqual(herself())
    expect(await whoIs(anna.token)).toEqual({ id: anna.userId, mask: null })

    expect((await sonya.asks('masks', 'leaveMask', {})).user).toMatchObject({ id: sonya.userId })
    expect(await whoIs(sonya.token)).toEqual(herself())
    expect((await sonya.asks('masks', 'leaveMask', {})).user.id).toBe(sonya.userId)
    const details = { mask: expect.any(Number) }
    const about = { actorId: sonya.userId, userId: anna.userId }
    expect(await log('mask-started', 'mask-ended')).toEqual([
      { ...about, action: 'mask-started', details: { ...details, reason, until } },
      { ...about, action: 'mask-ended', details: { ...details, why: 'left' } },
    ])
  })

  it('notifies the person by letter and in their history, with the reason', async () => {
    await wears()
    const letter = await world.letterTo(anna.email)
    expect(letter.subject).toBe('Поддержка открыла ваш аккаунт в Эхолоте')
    for (const words of [`Причина: «${reason}»`, 'через 60 минут', 'Пароль, email, телефон'])
      expect(letter.plain).toContain(words)
    expect(letter.link).toContain('/contacts?subj=')
    await sonya.asks('masks', 'leaveMask', {})
    const { masks } = await anna.asks('accounts', 'listAuthHistory', {})
    const now = world.clock.now().toISOString()
    expect(masks[0]).toEqual({ id: expect.any(Number), reason, createdAt: now, endsAt: now })
    expect((await anna.asks('accounts', 'listAuthHistory', { page: 2 })).masks).toEqual([])
    expect((await sonya.asks('accounts', 'listAuthHistory', {})).masks).toEqual([])
  })

  it('is refused without a reason, and for who is not there', async () => {
    for (const wrong of [undefined, '', 'тест', `  ${'а'.repeat(maskReasonLength.min - 1)}\n `])
      expect(codeOf(await puts(anna.userId, { reason: wrong })), String(wrong)).toBe('MASK_REASON_REQUIRED')
    expect(codeOf(await puts(anna.userId, { reason: 'а'.repeat(maskReasonLength.max + 1) }))).toBe('VALIDATION_FAILED')
    expect(codeOf(await puts(1_999_999))).toBe('PERSON_NOT_FOUND')
    expect(await whoIs(sonya.token)).toEqual(herself())
  })

  it('is refused to all others, and into no one who works here, nor oneself', async () => {
    const others = [
      anna,
      await world.somebody('root', ['admin']),
      await world.somebody('partner', ['partner', 'teamOwner']),
    ]
    for (const other of others) expect(codeOf(await puts(sonya.userId, {}, other))).toBe('FORBIDDEN')
    expect(codeOf(await world.ask('masks', 'startMask', { user: anna.userId, reason }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('masks', 'leaveMask', {}))).toBe('UNAUTHORIZED')
    const roles = ['admin', 'moderator', 'blogEditor', 'categoryEditor', 'support'] as const
    const staff = await Promise.all(roles.map((role) => world.somebody(`staff-${role}`, [role])))
    for (const { userId } of [...staff, sonya]) expect(codeOf(await puts(userId))).toBe('MASK_TARGET_NOT_ALLOWED')
    expect(await whoIs(sonya.token)).toEqual(herself())
  })

  it('is refused under a mask, and of two at once one is on', async () => {
    await wears()
    expect(codeOf(await puts((await world.customer('other')).userId))).toBe('MASK_NOT_ALLOWED')
    expect(codeOf(await puts(anna.userId))).toBe('MASK_NOT_ALLOWED')
    expect((await whoIs(sonya.token)).id).toBe(anna.userId)
    await sonya.asks('masks', 'leaveMask', {})
    const both = await Promise.all([puts(anna.userId), puts(anna.userId)])
    expect(both.map(codeOf).toSorted()).toEqual(['MASK_NOT_ALLOWED', 'ok'])
  })

  it('is refused where a second factor is asked for and there is none, and what is on does not hold', async () => {
    const strict = openIdentityResolver({ ...world, config: { ...world.config, staffSecondFactor: true } })
    const asks = { headers: {}, cookies: { echolot: sonya.token } }
    await wears()
    expect(await strict(asks)).toMatchObject({
      kind: 'session',
      person: { id: sonya.userId, inactiveRoles: ['support'] },
    })
    expect(await openIdentityResolver(world)(asks)).toMatchObject({ kind: 'acting-as', person: { id: anna.userId } })
  })

  it('is no matter of what a request says of itself', async () => {
    const claimed = { 'x-user-id': String(anna.userId), 'x-mask': String(anna.userId) }
    const cookie = `echolot=${sonya.token}; mask=${anna.userId}; echolot_mask=${anna.userId}`
    const response = await world.web.app.inject({ url: '/api/user/me', headers: { ...claimed, cookie } })
    expect(response.json()).toMatchObject({ result: { user: { id: sonya.userId } } })
  })
})

describe('a mask ends', () => {
  const ends = async (why: string) => {
    await endMasks(world)
    expect(await log('mask-ended')).toEqual([
      {
        actorId: expect.any(Number),
        userId: anna.userId,
        action: 'mask-ended',
        details: { mask: expect.any(Number), why },
      },
    ])
  }

  it('by itself, to the second, and another may follow', async () => {
    await wears()
    world.clock.advance(maskMinutes * MINUTE - SECOND)
    expect((await whoIs(sonya.token)).id).toBe(anna.userId)
    await endMasks(world)
    expect((await whoIs(sonya.token)).id).toBe(anna.userId)
    world.clock.advance(SECOND)
    expect(await whoIs(sonya.token)).toEqual(herself())
    expect(codeOf(await puts(anna.userId))).toBe('ok')
    await sonya.asks('masks', 'leaveMask', {})
    await wears()
    world.clock.advance(maskMinutes * MINUTE)
    await ends('time')
  })

  it('with the session, also when it is ended by signing out under it', async () => {
    const token = await sonya.signIn()
    const session = { ...sonya, token, ip: sonya.ip } as TestUser
    await puts(anna.userId, {}, session)
    expect((await whoIs(token)).id).toBe(anna.userId)
    expect(codeOf(await world.ask('accounts', 'logout', {}, { token }))).toBe('ok')
    expect((await whoIs(token)).id).toBeNull()
    expect((await whoIs(anna.token)).id).toBe(anna.userId)
    expect(await log('signed-out')).toMatchObject([{ actorId: sonya.userId, userId: sonya.userId }])
    await ends('session')
  })

  it('when the person signs out everywhere or changes the password, and not when they end one session', async () => {
    const vera = await world.customer('vera')
    await wears(vera)
    await world.ask('accounts', 'logout', {}, { token: await vera.signIn() })
    await world.settle()
    expect((await whoIs(sonya.token)).id).toBe(vera.userId)
    await vera.asks('accounts', 'updatePassword', { password: PASSWORD, newPassword: 'совсем другой пароль' })
    await world.settle()
    expect(await whoIs(sonya.token)).toEqual(herself())
    expect(await log('mask-ended')).toMatchObject([{ userId: vera.userId, details: { why: 'person' } }])
    world.clock.advance(MINUTE)
    const gleb = await world.customer('gleb')
    await wears(gleb)
    await gleb.asks('accounts', 'logoutAllDevices', {})
    await world.settle()
    expect(await whoIs(sonya.token)).toEqual(herself())
  })

  it('at once with the role of who wears it, and when the person becomes staff', async () => {
    const [leaves, rises] = [await world.somebody('leaves', ['support']), await world.customer('rises')]
    const change = (email: string, add: ['moderator'] | [], remove: ['support'] | []) =>
      world.db.transaction().execute((tx) => changeRoles(tx, world.clock, null, { email, add, remove }))
    await puts(anna.userId, {}, leaves)
    expect((await whoIs(leaves.token)).id).toBe(anna.userId)
    await change(leaves.email, [], ['support'])
    expect((await whoIs(leaves.token)).id).toBe(leaves.userId)
    await ends('right')
    world.clock.advance(MINUTE)
    await puts(rises.userId)
    expect((await whoIs(sonya.token)).id).toBe(rises.userId)
    await world.db
      .transaction()
      .execute((tx) => changeRolesOf(tx, world.clock, null, rises.userId, { add: ['moderator'], remove: [] }))
    expect(await whoIs(sonya.token)).toEqual(herself())
    await endMasks(world)
    expect(await log('mask-ended')).toMatchObject([{ userId: rises.userId, details: { why: 'right' } }])
  })

  it('with the account, of either', async () => {
    const [quits, gone] = [await world.somebody('quits', ['support']), await world.customer('gone')]
    await puts(gone.userId)
    await world.db.deleteFrom('users').where('id', '=', gone.userId).execute()
    expect(await whoIs(sonya.token)).toEqual(herself())
    await puts(anna.userId, {}, quits)
    await world.db.deleteFrom('users').where('id', '=', quits.userId).execute()
    expect((await whoIs(quits.token)).id).toBeNull()
    expect((await anna.asks('accounts', 'listAuthHistory', {})).masks[0]).toMatchObject({ reason })
  })
})

describe('under a mask', () => {
  it('every call that is not named is refused by the gate, with a code of its own', async () => {
    await wears()
    const isRefused = ({ call, feature, callName }: ReturnType<typeof listCalls>[number]) =>
      !call.hook && (call.scope === 'self' || maskUseOf(feature, callName) === null)
    const tried = listCalls().filter(isRefused)
    expect(tried.length).toBeGreaterThan(100)
    const passed: string[] = []
    for (const { name, call } of tried) {
      const response = await world.web.app.inject({
        method: call.method,
        url: address(call.path).replace(/:\w+/g, '1'),
        remoteAddress: sonya.ip,
        headers: { cookie: `echolot=${sonya.token}` },
        ...(call.method === 'GET' ? {} : { payload: {} }),
      })
      const text = `${response.body} ${response.headers.location}`
      if (!text.includes('MASK_NOT_ALLOWED')) passed.push(name)
    }
    expect(passed).toEqual([])
    expect((await whoIs(sonya.token)).id).toBe(anna.userId)
  })

  it('changes are written down one by one, what is read and refused as numbers, all under who asks', async () => {
    const { mask } = await wears()
    await sonya.asks('filters', 'updateFilter', { id: anna.filterId, includedWords: ['слово не для журнала'] })
    await sonya.asks('filters', 'listFilters', {})
    await sonya.asks('filters', 'listFilters', {})
    expect(await sonya.isRefused('accounts', 'updatePassword', { password: 'x', newPassword: 'y' })).toBe(
      'MASK_NOT_ALLOWED',
    )
    expect(mask.user.id).toBe(anna.userId)
    expect(await log('mask-call')).toEqual([
      {
        actorId: sonya.userId,
        userId: anna.userId,
        action: 'mask-call',
        details: { mask: expect.any(Number), call: 'filters.updateFilter', params: { id: String(anna.filterId) } },
      },
    ])
    const counts = await world.db
      .selectFrom('maskCalls')
      .select(['call', 'refused', 'count'])
      .where(
        'maskId',
        '=',
        world.db.selectFrom('masks').select((select) => select.fn.max('id').as('id')),
      )
      .orderBy('call')
      .execute()
    // Seen by support the present of a first purchase is not seen by the person yet.
    expect(await sonya.asks('promo', 'getGiftPromoCode', {})).toEqual({ promoCode: null, expiresAt: null })
    expect(counts).toEqual([
      { call: 'accounts.updatePassword', refused: true, count: 1 },
      { call: 'filters.listFilters', refused: false, count: 2 },
    ])
    await sonya.asks('masks', 'leaveMask', {})
    await sonya.asks('filters', 'listFilters', {})
    expect(await log('mask-call')).toHaveLength(1)
  })
})

describe('sockets', () => {
  it('follow the mask: notified, closed, and opened again under the other name', async () => {
    const [own, hers] = [await sonya.connects(), await anna.connects()]
    await wears()
    await own.closed
    expect(own.heard['session.ended']).toHaveLength(1)
    const masked = await sonya.connects()
    expect((await masked.asks('accounts', 'getMe', {})).mask?.user.id).toBe(anna.userId)
    await anna.asks('filters', 'createFilter', { name: 'Новый' })
    await expect.poll(() => masked.heard['filters.changed'].length).toBe(1)
    expect(codeOf(await masked.answers('leads', 'setLooking', { messageId: null }))).toBe('MASK_NOT_ALLOWED')

    await sonya.asks('masks', 'leaveMask', {})
    await masked.closed
    const again = await sonya.connects()
    await anna.asks('filters', 'createFilter', { name: 'Ещё один' })
    await expect.poll(() => hers.heard['filters.changed'].length).toBe(2)
    expect(again.heard['filters.changed']).toEqual([])
    expect(hers.heard['session.ended']).toEqual([])
  })

  it('are closed when its time is over, or the bus was away when it came off', async () => {
    await wears()
    const late = await sonya.connects()
    expect((await late.asks('accounts', 'getMe', {})).mask?.user.id).toBe(anna.userId)
    world.clock.advance(maskMinutes * MINUTE)
    await endMasks(world)
    await late.closed
    await wears()
    const unheard = await sonya.connects()
    expect((await unheard.asks('accounts', 'getMe', {})).mask?.user.id).toBe(anna.userId)
    await world.missNotices(() => sonya.asks('masks', 'leaveMask', {}))
    await unheard.closed
  })
})

test('the copy of one’s data has the visits of support', async () => {
  await wears()
  const read = world.hooks.personalData
  const files = Object.assign({}, ...(await Promise.all(read.map((each) => each(world, anna.userId))))) as Record<
    string,
    unknown
  >
  expect(files['Просмотры поддержки']).toEqual(expect.arrayContaining([expect.objectContaining({ причина: reason })]))
})
