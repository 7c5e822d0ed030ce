/** What people are notified of though no message came, from what stands in the database to the outbox. */
import { parseCrontab } from 'graphile-worker'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AlarmKind, NoticeChannel } from '../../../../../contract/reach/notices.ts'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { DAY, HOUR, MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { groups, openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { noteGroupFailure, notifyOfGroupFailures } from '../../../watching/groups/group-failure.ts'
import { pasteGroups } from '../../../watching/groups/groups.samples.ts'
import { remindOfEnds } from '../../../access/subscriptions/remind.ts'
import { getNewestSeqId } from '../../../reading/feed/feed.public.ts'
import { channels } from '../channels/channels.ts'
import { alarmJobs } from './alarms.jobs.ts'
import { lookForSilence, lookForSpikes } from './filter-alarms.ts'
import { markBefore, markHour } from './hour-marks.ts'
import { postAlarm } from './post-alarm.ts'
import { lookForSourceLag } from './source-alarms.ts'

let world: TestWorld
/** A Friday noon of UTC, three hours later in Moscow. */
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('vets', 'ветеринар')
})
afterAll(() => world.close())

/** With an e-mail that is confirmed: letters of notices go to no other. */
async function customer(...[nickname, ...holdings]: Parameters<TestWorld['customer']>): Promise<TestUser> {
  const person = await world.customer(nickname, ...holdings)
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', person.userId).execute()
  return person
}

let written = 0
/** So many messages that are not alike, written so long ago. */
async function wrote(word: string, count: number, ago: number): Promise<void> {
  const at = new Date(world.clock.now().getTime() - ago)
  await world.receive(
    Array.from({ length: count }, () => {
      written += 1
      const own = [...written.toString()].map((digit) => 'абвгдежзик'[Number(digit)]).join('')
      return world.message(`Нужен ${word} ${own}о${own} ${own}у${own} на ${written} число`, { publishedAt: at })
    }),
  )
}

async function link(person: TestUser, channel: 'browser' | 'telegram' | 'vk', endedAt: Date | null = null) {
  const { id } = await world.db
    .insertInto('noticeAddresses')
    .values({
      userId: person.userId,
      channel,
      addressKey: `${channel} ${person.userId} ${endedAt?.getTime() ?? ''}`,
      address: '{}',
      title: channel,
      createdAt: world.clock.now(),
      endedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const noticesOf = (person: TestUser) =>
  world.db
    .selectFrom('notices as n')
    .leftJoin('noticeDeliveries as d', 'd.noticeId', 'n.id')
    .select(['n.channel', 'n.title', 'n.text', 'n.alarm', 'n.state', 'd.addressId', 'd.state as delivery', 'd.nextAt'])
    .where('n.userId', '=', person.userId)
    .where('n.kind', '=', 'alarm')
    .orderBy('n.id')
    .execute()
const titlesOf = async (person: TestUser) =>
  (await noticesOf(person)).map(({ channel, title }) => `${channel}: ${title}`)
const alarms = (kind: AlarmKind, ...wanted: NoticeChannel[]) => ({ alarms: { [kind]: wanted } })
afterEach(async () => {
  await world.db.deleteFrom('notices').execute()
  await world.db.deleteFrom('noticeAlarms').execute()
  await world.db.updateTable('users').set({ deletionAt: world.clock.now() }).execute()
})

describe('a silent filter', () => {
  it('is reported once, whoever looks and however often, and again when it is silent again', async () => {
    const anna = await customer('anna', paid('photographers', 60))
    for (let day = 4; day <= 17; day += 1) await wrote('фотограф', 5, day * DAY - HOUR)
    expect(await Promise.all([lookForSilence(world), lookForSilence(world)]).then(([a, b]) => a + b)).toBe(1)
    expect(await lookForSilence(world)).toBe(0)
    expect(await noticesOf(anna)).toMatchObject([
      {
        channel: 'email',
        title: 'Фильтр «Дефолтная» молчит 3 дня',
        text: 'Обычно в нём около 5 сообщений в день, а за последние 3 дня не было ни одного.\nПроверьте, не слишком ли узкие у него условия и все ли сети слышно.',
        alarm: { kind: 'silence', url: `https://echolot.example/feed?filter=${anna.filterId}` },
        state: 'waiting',
        delivery: 'waiting',
        addressId: null,
        nextAt: world.clock.now(),
      },
    ])
    await wrote('фотограф', 1, 0)
    // Done with: it came all the same.
    const [message] = (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages
    await anna.asks('marks', 'setHandled', { id: message?.id ?? 0, value: true })
    expect(await lookForSilence(world)).toBe(0)
    world.clock.advance(2 * DAY)
    expect(await lookForSilence(world)).toBe(0)
    world.clock.advance(DAY + MINUTE)
    expect(await lookForSilence(world)).toBe(1)
    expect(await titlesOf(anna)).toHaveLength(2)
  })

  it('is none where nothing is usual, the reader is notified of nothing, or cannot know', async () => {
    for (let day = 4; day <= 17; day += 1) await wrote('ветеринар', 5, day * DAY - HOUR)
    const holding = paid('vets', 60)
    const [hears, off, switched, away, tries, poor] = await Promise.all([
      customer('hears', holding),
      customer('off', holding),
      customer('switched', holding),
      customer('away', holding),
      customer('tries', trial('vets', 30)),
      customer('poor', paid('plumbers')),
    ])
    const rule = { mode: 'off' as const, hour: 9, weekdays: [1], level: 'cold' as const, smallest: 1 }
    for (const channel of ['browser', 'email', 'telegram', 'vk'] as const)
      await off.asks('notices', 'setNoticeRule', { filterId: off.filterId, channel, ...rule })
    await switched.asks('notices', 'setNoticePreferences', alarms('silence'))
    await world.db.updateTable('users').set({ deletionAt: world.clock.now() }).where('id', '=', away.userId).execute()
    // Of the filters of one who is notified, one is for the past, one for what was touched, one has no channel.
    const daily = { ...rule, mode: 'daily' as const }
    for (const fields of [
      { toDate: world.clock.now().toISOString() },
      { onlyFavorites: true },
      { networks: ['ok' as const] },
    ]) {
      const { filter } = await hears.asks('filters', 'createFilter', { ...emptyFilter, name: 'Ещё', ...fields })
      await hears.asks('notices', 'setNoticeRule', { filterId: filter.id, channel: 'email', ...daily })
    }
    await hears.asks('filters', 'createFilter', { ...emptyFilter, name: 'О нём не говорят' })
    expect(await lookForSilence(world)).toBe(1)
    expect(await titlesOf(hears)).toEqual(['email: Фильтр «Дефолтная» молчит 3 дня'])
    for (const person of [off, switched, away, tries, poor]) expect(await titlesOf(person)).toEqual([])
  })
})

describe('a spike', () => {
  it('is reported with its number, once, and not again for a while after it is over', async () => {
    await world.looksFor('plumbers', 'сантехник')
    const boris = await customer('boris', paid('plumbers', 60))
    await boris.asks('notices', 'setNoticePreferences', { ...alarms('spike', 'email'), quiet: null })
    for (let day = 1; day <= 14; day += 1) await wrote('сантехник', 4, day * DAY + 30 * MINUTE)
    await wrote('сантехник', 19, 30 * MINUTE)
    expect(await lookForSpikes(world)).toBe(0)
    await wrote('сантехник', 6, 20 * MINUTE)
    expect(await lookForSpikes(world)).toBe(1)
    expect(await lookForSpikes(world)).toBe(0)
    expect(await noticesOf(boris)).toMatchObject([
      {
        channel: 'email',
        title: 'Всплеск: Дефолтная',
        text: 'За последний час 25 сообщений: в 6 раз больше обычного. Обычно в это время 4.',
      },
    ])
    world.clock.advance(2 * HOUR)
    expect(await lookForSpikes(world)).toBe(0)
    await wrote('сантехник', 30, 10 * MINUTE)
    expect(await lookForSpikes(world)).toBe(0)
    world.clock.advance(5 * HOUR)
    expect(await lookForSpikes(world)).toBe(0)
    await wrote('сантехник', 30, 10 * MINUTE)
    expect(await lookForSpikes(world)).toBe(1)
    expect(await titlesOf(boris)).toHaveLength(2)
  })

  it('is none where old messages come at once', async () => {
    const boris = await customer('boris-project', paid('plumbers', 60))
    await boris.asks('notices', 'setNoticePreferences', { ...alarms('spike', 'email'), quiet: null })
    world.clock.advance(9 * HOUR)
    await wrote('сантехник', 60, 3 * HOUR)
    expect(await lookForSpikes(world)).toBe(0)
  })
})

describe('a network', () => {
  const health = async (network: string, more: { troubleAt?: Date; lagSeconds?: number }) => {
    const now = world.clock.now()
    await world.db.deleteFrom('sourceHealth').where('network', '=', network).execute()
    await world.db
      .insertInto('sourceHealth')
      .values({ network, part: 'groups', okAt: now, lagSeconds: 30, updatedAt: now, ...more })
      .execute()
  }

  it('that is not heard is reported to those who have something there, once until it is heard again', async () => {
    const [all, list, other, tries] = [
      await customer('all', paid('photographers', 60)),
      await customer('list', groups(10)),
      await customer('other', groups(10)),
      await customer('tries-it', trial('photographers', 30)),
    ]
    await pasteGroups(world, list, 'vk.com/lag-a')
    await pasteGroups(world, other, 'vk.com/lag-b')
    await world.db.updateTable('groups').set({ network: 'telegram' }).where('name', '=', 'lag-b').execute()
    for (const person of [all, list, other, tries])
      await person.asks('notices', 'setNoticePreferences', { ...alarms('sourceLag', 'email'), quiet: null })
    await health('vk', { troubleAt: new Date(world.clock.now().getTime() - 20 * MINUTE) })
    await health('telegram', {})
    expect(await lookForSourceLag(world)).toBe(0)
    await health('vk', { troubleAt: new Date(world.clock.now().getTime() - 40 * MINUTE) })
    expect(await lookForSourceLag(world)).toBe(2)
    expect(await lookForSourceLag(world)).toBe(0)
    expect(await titlesOf(all)).toEqual(['email: ВКонтакте: сеть сейчас не слышно'])
    expect(await titlesOf(list)).toEqual(['email: ВКонтакте: сеть сейчас не слышно'])
    expect([await titlesOf(other), await titlesOf(tries)]).toEqual([[], []])
    world.clock.advance(7 * HOUR)
    await health('vk', {})
    await health('telegram', { lagSeconds: 7_200 })
    expect(await lookForSourceLag(world)).toBe(2)
    expect(await titlesOf(other)).toEqual(['email: Telegram: сообщения приходят с опозданием'])
    await health('telegram', {})
    await health('vk', { lagSeconds: 7_200 })
    expect(await lookForSourceLag(world)).toBe(2)
    expect(await titlesOf(all)).toHaveLength(3)
  })
})

describe('over which channels, and when', () => {
  const post = (person: TestUser, kind: AlarmKind = 'silence') =>
    world.db.transaction().execute((tx) =>
      postAlarm(tx, world, {
        userId: person.userId,
        kind,
        title: 'Фильтр молчит',
        text: 'Три дня ничего.',
        url: 'https://echolot.example/feed',
      }),
    )

  it('those the person wants that are set up and have somewhere to go', async () => {
    const vera = await customer('vera')
    const [ended, living, second] = [
      await link(vera, 'telegram', world.clock.now()),
      await link(vera, 'telegram'),
      await link(vera, 'browser'),
    ]
    await vera.asks('feed', 'setFeedSetting', { key: 'push', value: false })
    const setUp = [channels.telegram, channels.browser].map((channel) =>
      vi.spyOn(channel, 'available').mockReturnValue(true),
    )
    expect(await post(vera)).toBe(2)
    const to = async () => (await noticesOf(vera)).map(({ channel, addressId }) => [channel, addressId])
    expect(await to()).toEqual([
      ['email', null],
      ['telegram', living],
    ])
    expect(await to()).not.toContainEqual(['telegram', ended])
    // The main switch of browsers (spec §5).
    await vera.asks('feed', 'setFeedSetting', { key: 'push', value: true })
    expect(await post(vera)).toBe(3)
    expect(await to()).toContainEqual(['browser', second])
    // What is written a letter about by itself goes over all others.
    const alarm = { userId: vera.userId, kind: 'groupClosed', title: 'Группы нет', text: '', url: '' } as const
    expect(await world.db.transaction().execute((tx) => world.hooks.notifyOfAlarm(tx, world, alarm))).toBe(true)
    expect((await noticesOf(vera)).slice(-3)).toMatchObject([
      { channel: 'browser', state: 'waiting', delivery: 'waiting' },
      { channel: 'email', state: 'sent', delivery: 'sent' },
      { channel: 'telegram', state: 'waiting', delivery: 'waiting' },
    ])
    await world.db
      .transaction()
      .execute((tx) => world.hooks.notifyOfAlarm(tx, world, { ...alarm, title: 'Имя' }, { letterOnly: true }))
    expect((await titlesOf(vera)).filter((title) => title.endsWith('Имя'))).toEqual(['email: Имя'])
    for (const each of setUp) each.mockRestore()
    await world.db.deleteFrom('noticeAddresses').where('userId', '=', vera.userId).execute()
    await vera.asks('notices', 'setNoticePreferences', alarms('silence', 'vk'))
    expect(await post(vera)).toBe(0)
    await world.db.updateTable('users').set({ email: null }).where('id', '=', vera.userId).execute()
    await vera.asks('notices', 'setNoticePreferences', alarms('silence', 'email'))
    expect(await post(vera)).toBe(0)
  })

  it('in quiet hours at their end, in a pause after it', async () => {
    const gleb = await customer('gleb')
    const night = new Date('2027-01-15T21:30:00Z')
    world.clock.advance(night.getTime() - world.clock.now().getTime())
    await post(gleb)
    expect((await noticesOf(gleb)).map(({ nextAt }) => nextAt?.toISOString())).toEqual(['2027-01-16T05:00:00.000Z'])
    await gleb.asks('notices', 'setNoticePreferences', { pausedUntil: '2027-01-18T22:00:00.000Z' })
    await post(gleb)
    // The pause ends at night.
    expect((await noticesOf(gleb)).at(-1)?.nextAt?.toISOString()).toBe('2027-01-19T05:00:00.000Z')
  })
})

describe('what a letter is written about by itself', () => {
  const lettersTo = async ({ email }: TestUser) =>
    (await world.db.selectFrom('letters').select('subject').where('recipient', '=', email).execute()).length

  it('the end of a subscription: one letter and its line in the journal, none where letters of it are off', async () => {
    const [zina, lida] = [await customer('zina', paid('vets', 4)), await customer('lida', paid('vets', 4))]
    await lida.asks('notices', 'setNoticePreferences', alarms('subscriptionEnd', 'telegram'))
    world.clock.advance(DAY + MINUTE)
    await remindOfEnds(world)
    await remindOfEnds(world)
    expect([await lettersTo(zina), await lettersTo(lida)]).toEqual([1, 0])
    expect(await noticesOf(zina)).toMatchObject([
      {
        channel: 'email',
        title: expect.stringMatching(/^Подписка закончится /),
        text: expect.stringContaining('Категория «Ветеринары»'),
        state: 'sent',
        delivery: 'sent',
        nextAt: null,
      },
    ])
    expect(await noticesOf(lida)).toEqual([])
  })

  it('a group that closed likewise', async () => {
    const [nina, olga] = [await customer('nina', groups(10)), await customer('olga', groups(10))]
    await pasteGroups(world, nina, 'vk.com/closing')
    world.clock.advance(MINUTE)
    await pasteGroups(world, olga, 'vk.com/closing')
    await olga.asks('notices', 'setNoticePreferences', alarms('groupClosed'))
    const { id } = await world.db
      .selectFrom('groups')
      .select('id')
      .where('name', '=', 'closing')
      .executeTakeFirstOrThrow()
    await noteGroupFailure(world.db, world.clock, id, 'closed')
    expect(await notifyOfGroupFailures(world)).toBe(1)
    expect([await lettersTo(nina), await lettersTo(olga)]).toEqual([1, 0])
    expect(await titlesOf(nina)).toEqual(['email: Группа «closing» закрылась'])
    expect(await titlesOf(olga)).toEqual([])
  })
})

describe('marks of hours', () => {
  it('lie below all that was written since, and are forgotten', async () => {
    await world.db.deleteFrom('noticeCursors').execute()
    const since = world.clock.now()
    expect(await markBefore(world.db, since)).toBe(0)
    await markHour(world)
    const marked = await getNewestSeqId(world.db)
    expect(marked).toBeGreaterThan(0)
    await markHour(world)
    await wrote('фотограф', 2, 0)
    // It may have been made a moment ago, and what was written before is still coming in.
    expect(await markBefore(world.db, since)).toBe(0)
    world.clock.advance(3 * HOUR)
    await markHour(world)
    expect(await markBefore(world.db, world.clock.now())).toBe(marked)
    world.clock.advance(22 * DAY)
    await markHour(world)
    expect(await markBefore(world.db, new Date(since.getTime() + 3 * HOUR))).toBe(0)
  })

  it('the jobs of the clock do all of it', async () => {
    const { userId } = await customer('forgets')
    const began = (days: number) => ({
      userId,
      kind: 'silence',
      subject: `${days}`,
      since: new Date(world.clock.now().getTime() - days * DAY),
      toldAt: world.clock.now(),
    })
    await world.db
      .insertInto('noticeAlarms')
      .values([began(89), began(91), { ...began(92), endedAt: world.clock.now() }])
      .execute()
    for (const job of alarmJobs) {
      if (!('every' in job)) throw new Error(`${job.name} follows no clock`)
      expect(parseCrontab(`${job.every} ${job.name}`)).toHaveLength(1)
      await job.run(world)
    }
    expect(await world.db.selectFrom('noticeAlarms').select('subject').execute()).toEqual([{ subject: '89' }])
    expect(alarmJobs.map(({ name }) => name)).toEqual([
      'mark-hour',
      'look-for-spikes',
      'look-for-silence',
      'look-for-source-lag',
      'forget-alarms',
    ])
  })
})
