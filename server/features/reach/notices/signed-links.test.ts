/** Links of letters: who has one may do what it says, for whom it was written, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { codeOf, resultOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { readLink, signLink, type LinkedAction } from './letters/link-token.ts'

const TEXT = 'Посоветуйте фотографа на свадьбу'
let world: TestWorld
let anna: TestUser
let boris: TestUser
let messageId: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers', 90))
  boris = await world.customer('boris', paid('vets'))
  await world.post(TEXT)
  await world.settle()
  messageId = (await firstOf(anna)).id
})
afterAll(() => world.close())

const firstOf = async (person: TestUser) => {
  const [message] = (await person.asks('feed', 'queryFeed', { filterId: person.filterId })).messages
  if (!message) throw new Error('the feed is empty')
  return message
}
const linkOf = (person: TestUser, linked: LinkedAction) => signLink(world, person.userId, linked)
const ofMessage = (action: 'favorite' | 'notMine' | 'take', person = anna) =>
  linkOf(person, { action, messageId, back: false })
const ofFilter = (filterId = anna.filterId) => linkOf(anna, { action: 'unsubscribe', filterId, back: false })
const read = (token: string) => world.ask('notices', 'readNoticeLink', { token })
const follow = (token: string) => world.ask('notices', 'followNoticeLink', { token })
const rulesOf = async (person: TestUser) => {
  const { settings } = await person.asks('notices', 'getNoticeSettings', {})
  const filter = settings.filters.find(({ filterId }) => filterId === person.filterId)
  return { mode: filter?.rules.email.mode, hour: filter?.rules.email.hour, set: filter?.set }
}

describe('a link to a message', () => {
  it('says what it would do and does nothing, however often it is opened', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(resultOf(await read(ofMessage('favorite')))).toEqual({
        action: 'favorite',
        about: 'message',
        text: TEXT,
        messageId,
        done: false,
        undo: null,
      })
    expect((await firstOf(anna)).favorite).toBe(false)
  })

  it('pressed by a guest it does it for whom it was written, and gives a way back', async () => {
    const { done, undo } = resultOf(await follow(ofMessage('favorite')))
    expect([done, (await firstOf(anna)).favorite]).toEqual([true, true])
    expect(resultOf(await read(ofMessage('favorite')))).toMatchObject({ done: true, undo: null })
    expect(resultOf(await follow(undo ?? ''))).toMatchObject({ action: 'favorite', done: false, undo: null })
    expect((await firstOf(anna)).favorite).toBe(false)
  })

  it('one of another person does nothing for who presses it', async () => {
    const token = ofMessage('notMine')
    const { undo } = await boris.asks('notices', 'followNoticeLink', { token })
    expect((await firstOf(anna)).dislikes).toEqual([anna.userId])
    resultOf(await follow(undo ?? ''))
    expect((await firstOf(anna)).dislikes).toEqual([])
  })

  it('takes a lead, once; whom another has it is refused with their name', async () => {
    const [vera, gleb] = [await world.customer('vera', paidForTeam('photographers')), await world.customer('gleb')]
    await world.team(vera, gleb)
    expect(resultOf(await follow(ofMessage('take', vera)))).toMatchObject({ action: 'take', done: true, undo: null })
    expect(resultOf(await follow(ofMessage('take', vera)))).toMatchObject({ done: true })
    expect(codeOf(await follow(ofMessage('take', gleb)))).toBe('LEAD_ALREADY_TAKEN')
    expect((await firstOf(vera)).lead).toMatchObject({ assignee: { id: vera.userId }, status: 'inWork' })
  })

  it('does not open what its person may not see, nor do what they may not do', async () => {
    expect(codeOf(await read(ofMessage('favorite', boris)))).toBe('MESSAGE_NOT_FOUND')
    expect(codeOf(await follow(ofMessage('favorite', boris)))).toBe('MESSAGE_NOT_FOUND')
    const [owner, looks] = [await world.customer('owner', paidForTeam('photographers')), await world.customer('looks')]
    await world.team(owner, { ...looks, right: 'view' })
    expect(codeOf(await follow(ofMessage('take', looks)))).toBe('TEAM_RIGHT_REQUIRED')
  })

  it('gives no one the powers of a role: what an administrator dislikes by it stays for all others', async () => {
    const admin = await world.somebody('admin', ['admin'], paid('photographers'))
    resultOf(await follow(ofMessage('notMine', admin)))
    expect((await firstOf(anna)).id).toBe(messageId)
  })
})

describe('a link that ends letters', () => {
  it('of a filter: the rule is off, and the way back is the rule of before', async () => {
    expect(resultOf(await read(ofFilter()))).toMatchObject({ about: 'filter', text: 'Дефолтная', done: false })
    const first = resultOf(await follow(ofFilter()))
    expect([first.done, await rulesOf(anna)]).toEqual([true, { mode: 'off', hour: 9, set: ['email'] }])
    // There is nothing more to take back.
    expect(resultOf(await follow(ofFilter()))).toMatchObject({ done: true, undo: null })
    expect(resultOf(await follow(first.undo ?? '')).done).toBe(false)
    expect(await rulesOf(anna)).toEqual({ mode: 'daily', hour: 9, set: [] })

    const rule = { mode: 'hourly' as const, hour: 18, weekdays: [1], level: 'warm' as const, smallest: 2 }
    await anna.asks('notices', 'setNoticeRule', { filterId: anna.filterId, channel: 'email', ...rule })
    const { undo } = resultOf(await follow(ofFilter()))
    expect(await rulesOf(anna)).toMatchObject({ mode: 'off', hour: 18 })
    resultOf(await follow(undo ?? ''))
    expect(await rulesOf(anna)).toMatchObject({ mode: 'hourly', hour: 18 })
    await anna.asks('notices', 'resetNoticeRule', { filterId: anna.filterId, channel: 'email' })
    // What was set since stays.
    resultOf(await follow(undo ?? ''))
    expect(await rulesOf(anna)).toEqual({ mode: 'daily', hour: 9, set: [] })
  })

  it('of an alarm: its other channels stay', async () => {
    const token = linkOf(anna, { action: 'unsubscribe', alarm: 'silence', back: false })
    const alarmsOf = async () => (await anna.asks('notices', 'getNoticeSettings', {})).settings.preferences
    const before = await alarmsOf()
    expect(resultOf(await read(token))).toMatchObject({ about: 'alarm', text: 'Фильтр молчит', done: false })
    const { done, undo } = resultOf(await follow(token))
    expect([done, (await alarmsOf()).alarms.silence]).toEqual([true, ['browser', 'telegram', 'vk']])
    resultOf(await follow(undo ?? ''))
    const after = await alarmsOf()
    expect(after.alarms.silence.toSorted()).toEqual(before.alarms.silence.toSorted())
    expect({ ...after, alarms: { ...after.alarms, silence: [] } }).toEqual({
      ...before,
      alarms: { ...before.alarms, silence: [] },
    })
  })

  it('to a filter of another person ends nothing', async () => {
    expect(codeOf(await follow(ofFilter(boris.filterId)))).toBe('FILTER_NOT_FOUND')
    expect(await rulesOf(boris)).toMatchObject({ mode: 'daily', set: [] })
  })
})

describe('a link that is not ours, or is too old', () => {
  it('is answered as if there were none', async () => {
    const token = ofMessage('favorite')
    for (let at = 0; at < token.length; at += 1) {
      const forged = `${token.slice(0, at)}${token[at] === 'b' ? 'c' : 'b'}${token.slice(at + 1)}`
      // The last sign of the signature holds bits that are not read.
      if (at < token.length - 1) expect(readLink(world, forged)).toBeNull()
    }
    expect(readLink(world, token)).toEqual({
      userId: anna.userId,
      linked: { action: 'favorite', messageId, back: false },
    })
    const elsewhere = { clock: world.clock, config: { secretKey: 'another secret that is long enough' } }
    for (const wrong of [
      'x',
      '....',
      token.slice(0, -22),
      signLink(elsewhere, anna.userId, { action: 'take', messageId, back: false }),
    ]) {
      expect(codeOf(await read(wrong))).toBe('NOTICE_LINK_NOT_FOUND')
      expect(codeOf(await follow(wrong))).toBe('NOTICE_LINK_NOT_FOUND')
    }
    expect((await firstOf(anna)).favorite).toBe(false)
  })

  it.each(['', 'с кириллицей', 'a b', 'x'.repeat(401)])('«%s» is no link at all', async (token) => {
    expect(codeOf(await read(token))).toBe('VALIDATION_FAILED')
    expect(codeOf(await follow(token))).toBe('VALIDATION_FAILED')
  })

  it('ends after thirty days, and with the account', async () => {
    const zina = await world.customer('zina', paid('photographers', 90))
    const token = ofMessage('favorite', zina)
    world.clock.advance(30 * DAY - 1_000)
    expect((await read(token)).status).toBe('ok')
    await world.db.updateTable('users').set({ deletionAt: world.clock.now() }).where('id', '=', zina.userId).execute()
    expect(codeOf(await read(token))).toBe('NOTICE_LINK_NOT_FOUND')
    await world.db.updateTable('users').set({ deletionAt: null }).where('id', '=', zina.userId).execute()
    world.clock.advance(2_000)
    expect(codeOf(await follow(token))).toBe('NOTICE_LINK_NOT_FOUND')
  })
})

describe('what the mail service of a recipient asks (RFC 8058)', () => {
  const press = (token: string, payload: string, type = 'application/x-www-form-urlencoded') =>
    world.web.app.inject({
      method: 'POST',
      url: `/api/notices/unsubscribe?token=${token}`,
      headers: { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      payload,
    })

  it('is done at once, as often as it comes, in a form of either kind, without a cookie', async () => {
    const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    for (const [body, type] of [
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
      [parts, 'multipart/form-data; boundary=x'],
    ] as const) {
      await anna.asks('notices', 'resetNoticeRule', { filterId: anna.filterId, channel: 'email' })
      for (let time = 0; time < 2; time += 1) {
        const { statusCode, body: answer } = await press(ofFilter(), body, type)
        expect([statusCode, answer]).toEqual([200, 'ok\n'])
      }
      expect(await rulesOf(anna)).toMatchObject({ mode: 'off' })
    }
  })

  it('of a link that is not ours is answered likewise and does nothing; without the word it is refused', async () => {
    await anna.asks('notices', 'resetNoticeRule', { filterId: anna.filterId, channel: 'email' })
    for (const token of ['', 'x', ofFilter(boris.filterId), ofMessage('favorite')])
      expect((await press(token, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    for (const body of ['', 'List-Unsubscribe=No', 'x']) expect((await press(ofFilter(), body)).statusCode).toBe(400)
    expect([await rulesOf(anna), (await firstOf(anna)).favorite]).toEqual([{ mode: 'daily', hour: 9, set: [] }, false])
  })

  it('opened by a person it leads to the page that asks them (openUnsubscribe), and takeUnsubscribe is not done', async () => {
    const { statusCode, headers } = await world.web.app.inject({ url: `/api/notices/unsubscribe?token=${ofFilter()}` })
    expect([statusCode, headers.location]).toEqual([303, `/notice#${ofFilter()}`])
    expect(await rulesOf(anna)).toMatchObject({ mode: 'daily' })
  })
})
