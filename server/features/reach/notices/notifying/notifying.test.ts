import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NoticeChannel, NoticeRule } from '../../../../../contract/reach/notices.ts'
import { everyWeekday } from '../../../../../rules/notices/rule.ts'
import { HOUR, MINUTE, SECOND } from '../../../../kit/clock.ts'
import { publish } from '../../../../kit/bus.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { confirmEmail, fakeChannels, linkAddress, type FakeChannels } from '../channels/fake.samples.ts'

let world: TestWorld
let over: FakeChannels
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
})
afterAll(() => world.close())
beforeEach(async () => {
  over = fakeChannels()
  await world.sendNotices(over)
  over.handed.length = 0
})

const now: NoticeRule = { mode: 'now', hour: 9, weekdays: everyWeekday, level: 'cold', smallest: 1 }
const rule = (
  user: TestUser,
  more: Partial<NoticeRule> = {},
  channel: NoticeChannel = 'telegram',
  filterId = user.filterId,
) => user.asks('notices', 'setNoticeRule', { filterId, channel, ...now, ...more })
/** Someone who is notified of everything at once in a chat, at any hour. */
async function listener(nickname: string, ...holdings: Parameters<TestWorld['customer']>[1][]): Promise<TestUser> {
  const user = await world.customer(nickname, ...(holdings.length > 0 ? holdings : [paid('photographers')]))
  await linkAddress(world, user.userId, 'telegram')
  await user.asks('notices', 'setNoticePreferences', { quiet: null })
  await rule(user)
  await rule(user, { mode: 'off' }, 'email')
  await world.sendNotices(over)
  return user
}
const handedTo = (user: TestUser, channel: NoticeChannel = 'telegram') =>
  over.handed.filter(({ channel: each, recipient }) => each === channel && recipient.userId === user.userId)
const textsOf = (user: TestUser, channel?: NoticeChannel) =>
  handedTo(user, channel).map(({ notice }) => notice.messages.map(({ text }) => text))
/** What a clock in Moscow shows so many minutes from now. */
const wallTime = (minutes: number): string =>
  new Date(world.clock.now().getTime() + 3 * HOUR + minutes * MINUTE).toISOString().slice(11, 16)
const pass = async (milliseconds: number) => {
  world.clock.advance(milliseconds)
  await world.sendNotices(over)
}

describe('a person is notified', () => {
  it('of one message at once: with its words, its place, and where it leads', async () => {
    const anna = await listener('anna')
    await world.post('Посоветуйте, пожалуйста, фотографа')
    await world.sendNotices(over)
    expect(handedTo(anna)).toMatchObject([
      {
        notice: {
          kind: 'messages',
          userId: anna.userId,
          timeZone: 'Europe/Moscow',
          filter: { id: anna.filterId, name: 'Дефолтная' },
          count: 1,
          alarm: null,
          messages: [
            {
              text: 'Посоветуйте, пожалуйста, фотографа',
              spans: [25, 34],
              network: 'vk',
              groupName: 'Подслушано',
              authorName: 'Мария Иванова',
            },
          ],
        },
        recipient: { address: { key: `telegram of ${anna.userId}` } },
      },
    ])
    const { notices, total } = await anna.asks('notices', 'listNotices', {})
    expect(total).toBe(1)
    expect(notices).toMatchObject([
      {
        channel: 'telegram',
        kind: 'messages',
        title: 'Дефолтная: Посоветуйте, пожалуйста, фотографа',
        count: 1,
        state: 'sent',
        filterId: anna.filterId,
      },
    ])
  })

  it('once, and not again; what comes within a minute is in the next one', async () => {
    const boris = await listener('boris')
    await world.post('нужен фотограф номер один')
    await world.sendNotices(over)
    await world.sendNotices(over)
    expect(textsOf(boris)).toEqual([['нужен фотограф номер один']])
    await pass(10 * SECOND)
    await world.post('второй: срочно нужен фотограф в Омске')
    await world.post('третий нужен фотограф к понедельнику')
    await world.sendNotices(over)
    expect(textsOf(boris)).toHaveLength(1)
    await pass(49 * SECOND)
    expect(textsOf(boris)).toHaveLength(1)
    await pass(SECOND)
    expect(textsOf(boris).slice(1)).toEqual([
      ['второй: срочно нужен фотограф в Омске', 'третий нужен фотограф к понедельнику'],
    ])
    expect(handedTo(boris)[1]?.notice.count).toBe(2)
  })

  it('of nothing that their filter hides, and of nothing of others', async () => {
    const vera = await listener('vera')
    const other = await listener('other', paid('video'))
    await vera.asks('filters', 'updateFilter', { id: vera.filterId, excludedWords: ['дёшево'] })
    await world.post('фотограф, дёшево')
    await world.post('ищу видеографа')
    await world.sendNotices(over)
    expect(textsOf(vera)).toEqual([])
    expect(textsOf(other)).toEqual([['ищу видеографа']])
  })

  it('of no copy of what they were notified of, by whichever filter', async () => {
    const gleb = await listener('gleb')
    const { filter } = await gleb.asks('filters', 'createFilter', { name: 'Свадьба', includedWords: ['свадьба'] })
    await rule(gleb, {}, 'telegram', filter.id)
    await world.post('Ищем фотографа на свадьбу в июле, бюджет обсудим, пишите в личные сообщения')
    await world.sendNotices(over)
    expect(handedTo(gleb)).toHaveLength(1)
    await pass(HOUR)
    await world.post('Ищем фотографа на свадьбу в июле, бюджет обсудим, пишите в личные сообщения', {
      group: { externalId: 'group-2', name: 'Барахолка' },
    })
    await world.sendNotices(over)
    expect(handedTo(gleb)).toHaveLength(1)
  })

  it('over each channel by itself, and where each address is', async () => {
    const dina = await listener('dina')
    await linkAddress(world, dina.userId, 'telegram', 'second chat of dina')
    await linkAddress(world, dina.userId, 'vk')
    await rule(dina, {}, 'vk')
    await world.post('снова нужен фотограф, для Дины')
    await world.sendNotices(over)
    expect(new Set(handedTo(dina).map(({ recipient }) => recipient.address))).toEqual(
      new Set([{ key: `telegram of ${dina.userId}` }, { key: 'second chat of dina' }]),
    )
    expect(handedTo(dina, 'vk')).toHaveLength(1)
    expect((await dina.asks('notices', 'listNotices', {})).total).toBe(2)
  })

  it('by e-mail each morning of all there was, without having set anything', async () => {
    const egor = await world.customer('egor', paid('photographers'))
    await confirmEmail(world, egor.userId)
    await world.sendNotices(over)
    await world.post('фотограф для Егора, первый')
    await world.post('ещё один другой фотограф для Егора')
    await world.sendNotices(over)
    expect(handedTo(egor, 'email')).toEqual([])
    const morning = Date.parse('2026-11-21T06:00:00Z')
    await pass(morning - SECOND - world.clock.now().getTime())
    expect(handedTo(egor, 'email')).toEqual([])
    await pass(SECOND)
    expect(handedTo(egor, 'email')).toMatchObject([
      { notice: { kind: 'digest', count: 2 }, recipient: { addressId: null, address: 'egor@example.ru' } },
    ])
    await pass(24 * HOUR)
    expect(handedTo(egor, 'email')).toHaveLength(1)
  })

  it('in a browser only while its switch is on', async () => {
    const fedor = await listener('fedor')
    await linkAddress(world, fedor.userId, 'browser')
    await rule(fedor, {}, 'browser')
    await world.post('фотограф для браузера')
    await world.sendNotices(over)
    expect(handedTo(fedor, 'browser')).toEqual([])
    await fedor.asks('feed', 'setFeedSetting', { key: 'push', value: true })
    await world.sendNotices(over)
    await world.post('и другой фотограф, вечером')
    await world.sendNotices(over)
    expect(textsOf(fedor, 'browser')).toEqual([['и другой фотограф, вечером']])
  })
})

describe('what is to wait waits', () => {
  it('in quiet hours to their end, and comes as one', async () => {
    const ira = await listener('ira')
    await ira.asks('notices', 'setNoticePreferences', { quiet: { from: wallTime(0), to: wallTime(90) } })
    for (const text of ['тихий фотограф нужен', 'очень тихий срочный фотограф', 'совсем неслышный фотограф завтра']) {
      await world.post(text)
      await pass(MINUTE)
    }
    expect(handedTo(ira)).toEqual([])
    await pass(86 * MINUTE)
    expect(handedTo(ira)).toEqual([])
    await pass(MINUTE)
    expect(handedTo(ira).map(({ notice }) => notice.count)).toEqual([3])
  })

  it('while they pause', async () => {
    const kira = await listener('kira')
    const pausedUntil = new Date(world.clock.now().getTime() + 2 * HOUR).toISOString()
    await kira.asks('notices', 'setNoticePreferences', { pausedUntil })
    await world.post('фотограф во время паузы')
    await pass(2 * HOUR - MINUTE)
    expect(handedTo(kira)).toEqual([])
    await pass(MINUTE)
    expect(textsOf(kira)).toEqual([['фотограф во время паузы']])
  })

  it('above the ceiling, and comes as one', async () => {
    const lev = await listener('lev')
    await lev.asks('notices', 'setNoticePreferences', { ceiling: 2 })
    for (const text of [
      'потолок один фотограф',
      'потолок два срочный фотограф',
      'потолок три вечерний фотограф',
      'потолок четыре детский фотограф',
    ]) {
      await world.post(text)
      await world.sendNotices(over)
      await pass(2 * MINUTE)
    }
    expect(handedTo(lev).map(({ notice }) => notice.count)).toEqual([1, 1])
    await pass(HOUR)
    expect(handedTo(lev).map(({ notice }) => notice.count)).toEqual([1, 1, 2])
  })

  it('for as many as are wanted', async () => {
    const mila = await listener('mila')
    await rule(mila, { smallest: 3 })
    await world.post('маловато фотографов раз')
    await world.sendNotices(over)
    await pass(2 * HOUR)
    await world.post('мало свадебных фотографов два')
    await world.sendNotices(over)
    expect(handedTo(mila)).toEqual([])
    await world.post('достаточно школьных фотографов три')
    await world.sendNotices(over)
    expect(handedTo(mila).map(({ notice }) => notice.count)).toEqual([3])
  })

  it('for the level of the rule', async () => {
    const nina = await listener('nina')
    await rule(nina, { level: 'hot' })
    await world.post('продаю фотоаппарат, фотограф со стажем')
    await world.sendNotices(over)
    expect(handedTo(nina)).toEqual([])
  })
})

describe('is notified from then on', () => {
  it('whose subscription begins by itself', async () => {
    const later = await listener('later')
    const begins = new Date(world.clock.now().getTime() + HOUR)
    await world.db.updateTable('subscriptions').set({ startsAt: begins }).where('userId', '=', later.userId).execute()
    await publish(world.db, 'scope.changed', { userId: later.userId })
    await world.sendNotices(over)
    await world.post('фотограф до начала подписки')
    await world.sendNotices(over)
    await pass(HOUR)
    await world.post('и фотограф после её начала')
    await world.sendNotices(over)
    expect(textsOf(later)).toEqual([['и фотограф после её начала']])
  })
})

describe('is notified no more', () => {
  it('whose rule is off, and of nothing of that time when it is on again', async () => {
    const oleg = await listener('oleg')
    await rule(oleg, { mode: 'hourly' })
    await world.post('ждёт часа фотограф Олега')
    await world.sendNotices(over)
    await rule(oleg, { mode: 'off' })
    await pass(HOUR)
    await world.post('ещё фотограф, пока выключено')
    await world.sendNotices(over)
    await rule(oleg)
    await world.sendNotices(over)
    await world.post('включённый снова фотограф')
    await world.sendNotices(over)
    expect(textsOf(oleg)).toEqual([['включённый снова фотограф']])
  })

  it('who holds the product no more', async () => {
    const pavel = await listener('pavel')
    await rule(pavel, { mode: 'hourly' })
    await world.post('фотограф в последний час Павла')
    await world.sendNotices(over)
    await world.db
      .updateTable('subscriptions')
      .set({ endedAt: world.clock.now() })
      .where('userId', '=', pavel.userId)
      .execute()
    await publish(world.db, 'scope.changed', { userId: pavel.userId })
    await pass(HOUR)
    expect(handedTo(pavel)).toEqual([])
  })

  it('who is on trial: what is new is hidden from them', async () => {
    const rita = await listener('rita', trial('photographers'))
    await world.post('фотограф, которого не видно')
    await world.sendNotices(over)
    await pass(HOUR)
    expect(handedTo(rita)).toEqual([])
  })

  it('of a filter that is gone, and of a person that is', async () => {
    const sofia = await listener('sofia')
    const { filter } = await sofia.asks('filters', 'createFilter', { name: 'Скоро удалю', includedWords: ['репортаж'] })
    await rule(sofia, { mode: 'hourly' }, 'telegram', filter.id)
    await rule(sofia, { mode: 'off' })
    const timur = await listener('timur')
    await rule(timur, { mode: 'hourly' })
    await world.post('фотограф на репортаж')
    await world.sendNotices(over)
    await sofia.asks('filters', 'deleteFilter', { id: filter.id })
    await world.db.deleteFrom('users').where('id', '=', timur.userId).execute()
    await pass(HOUR)
    expect([handedTo(sofia), handedTo(timur)]).toEqual([[], []])
  })
})
