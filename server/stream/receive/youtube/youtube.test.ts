import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { GroupTarget, NetworkAdapter } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { nextPacificMidnight, youtubeLimits } from './api.ts'
import { startYoutubeSimulator, type YoutubeFault, type YoutubeSimulator } from './youtube.simulator.ts'
import { youtubeAdapter, type YoutubeOptions } from './youtube.ts'

let simulator: YoutubeSimulator
let pool: TokenPool
let adapter: NetworkAdapter
const time = sleepingTime()
const { signal } = new AbortController()
const ago = (milliseconds: number): Date => new Date(time.at - milliseconds)

async function start(keys = ['key-a'], perDay = { searches: 100, units: 10_000 }): Promise<void> {
  await simulator?.close()
  simulator = await startYoutubeSimulator({ now: time.now, keys, perDay })
  pool = await openForgetfulPool({ network: 'youtube', tokens: keys, limits: youtubeLimits(time.now()), time })
  adapter = openAdapter()
}
/** What is not silent answers before that, on the busiest machine. */
const openAdapter = (options: Partial<YoutubeOptions> = {}): NetworkAdapter =>
  youtubeAdapter({ baseUrl: simulator.url, pool, time, timeout: 60_000, ...options })

beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  await start()
})
afterEach(() => simulator.close())

const readChannel = (target: GroupTarget, known: unknown = null, since = ago(14 * DAY)) =>
  readAll((cursor) => adapter.groups!.read(target, cursor, since, signal), known)

const targetOf = ({ id }: { id: string }): GroupTarget => ({ externalId: id, link: '' })
const ids = (messages: RawMessage[]): string[] => messages.map(({ externalId }) => externalId).toSorted()
const totalCalls = (): number => Object.values(simulator.calls).reduce((sum, count) => sum + count, 0)

describe('resolving', () => {
  it('finds a channel by id, handle, old name, custom address and video', async () => {
    const channel = simulator.addChannel({
      title: 'Ремонт квартир',
      handle: 'Remont',
      userName: 'oldremont',
      subscribers: 12_300,
    })
    const video = simulator.post(channel, 'Кухня')
    for (const key of [
      `id:${channel.id}`,
      'handle:remont',
      'user:oldremont',
      'name:remont',
      'name:oldremont',
      'name:ремонт-квартир',
      `video:${video.id}`,
    ]) {
      expect(await adapter.resolve(key, signal), key).toEqual({
        externalId: channel.id,
        kind: 'channel',
        name: 'Ремонт квартир',
        avatar: `https://yt3.ggpht.com/${channel.id}=s88`,
        followers: 12_300,
        link: 'https://www.youtube.com/@remont',
      })
    }
    expect(simulator.calls.search).toBe(1)
  })

  it('shows no followers where they are hidden', async () => {
    const channel = simulator.addChannel({ title: 'Тайна', hidden: true })
    expect((await adapter.resolve(`id:${channel.id}`, signal)).followers).toBeNull()
  })

  it.each(['id:UC0000000000000000000000', 'handle:nobody', 'user:nobody', 'name:nobody', 'video:dQw4w9WgXcQ'])(
    '%s is not found',
    async (key) => {
      simulator.addChannel({ title: 'Nobody special' })
      await expect(adapter.resolve(key, signal)).rejects.toMatchObject({ kind: 'not-found' })
    },
  )

  it('refuses what is no key', async () => {
    await expect(adapter.resolve('club:1', signal)).rejects.toMatchObject({ kind: 'bad-request' })
  })
})

describe('reading a channel', () => {
  it('brings videos and comments as messages of its group', async () => {
    const channel = simulator.addChannel({ title: 'Ремонт', handle: 'remont', subscribers: 5 })
    const video = simulator.post(channel, 'Кухня за день', 'Ищу мастера', ago(MINUTE))
    const comment = simulator.comment(video, 'Сколько стоит?\nОчень надо')
    const reading = await adapter.groups!.read(targetOf(channel), null, ago(DAY), signal)
    const group = {
      externalId: channel.id,
      name: 'Ремонт',
      avatar: `https://yt3.ggpht.com/${channel.id}=s88`,
      url: 'https://www.youtube.com/@remont',
      followers: 5,
      kind: 'channel',
    }
    expect(reading.group).toMatchObject({ externalId: channel.id, followers: 5 })
    expect(reading.messages).toEqual([
      {
        network: 'youtube',
        kind: 'post',
        externalId: video.id,
        publishedAt: video.at,
        text: 'Кухня за день\n\nИщу мастера',
        url: `https://www.youtube.com/watch?v=${video.id}`,
        group,
        author: { externalId: channel.id, name: 'Ремонт', avatar: group.avatar, url: group.url },
      },
      {
        network: 'youtube',
        kind: 'comment',
        externalId: comment.id,
        publishedAt: comment.at,
        text: 'Сколько стоит?\nОчень надо',
        url: `https://www.youtube.com/watch?v=${video.id}&lc=${comment.id}`,
        group,
        author: {
          externalId: `UC-${comment.author}`,
          name: `@${comment.author}`,
          avatar: `https://yt3.ggpht.com/${comment.author}=s48`,
          url: `http://www.youtube.com/@${comment.author}`,
        },
      },
    ])
    expect(reading.more).toBe(false)
  })

  it('costs two calls when nothing is new, and brings nothing twice', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    for (let n = 0; n < 120; n++)
      simulator.comment(
        simulator.post(channel, `Видео ${n}`, '', ago((n + 1) * MINUTE)),
        'да',
        undefined,
        ago(n * MINUTE),
      )
    const first = await readChannel(targetOf(channel))
    expect(new Set(ids(first.messages)).size).toBe(240)
    expect(first.messages).toHaveLength(240)
    const before = totalCalls()
    const second = await readChannel(targetOf(channel), first.cursor)
    expect(second.messages).toEqual([])
    expect(totalCalls() - before).toBe(2)
    expect(JSON.stringify(second.cursor).length).toBeLessThan(10_000)
  })

  it('goes back no further than it was asked to', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    for (let day = 0; day < 300; day++) simulator.post(channel, `День ${day}`, '', ago(day * DAY + MINUTE))
    const { messages } = await readChannel(targetOf(channel), null, ago(14 * DAY))
    expect(messages).toHaveLength(14)
    expect(simulator.calls.playlistItems).toBe(1)
  })

  it.each([false, true])(
    'loses nothing when more came than a page holds, while more comes (untidy pages: %s)',
    async (untidy) => {
      const channel = simulator.addChannel({ title: 'А' })
      const video = simulator.post(channel, 'Старое', '', ago(DAY))
      simulator.comment(video, 'старое', undefined, ago(DAY))
      let { cursor } = await readChannel(targetOf(channel))
      simulator.untidy = untidy
      const wanted: string[] = []
      for (let n = 0; n < 260; n++) {
        time.at += 1000
        wanted.push(simulator.comment(video, `комментарий ${n}`).id)
        if (n % 2 === 0) wanted.push(simulator.post(channel, `видео ${n}`).id)
      }
      const got: RawMessage[] = []
      for (let step = 0, more = true; more; step++) {
        const reading = await adapter.groups!.read(targetOf(channel), cursor, ago(14 * DAY), signal)
        got.push(...reading.messages)
        ;({ cursor, more } = reading)
        time.at += 1000
        if (step < 3) wanted.push(simulator.comment(video, `ещё ${step}`).id, simulator.post(channel, `ещё ${step}`).id)
      }
      got.push(...(await readChannel(targetOf(channel), cursor)).messages)
      expect([...new Set(ids(got))]).toEqual(wanted.toSorted())
    },
  )

  it('asks for answers that did not come with their comment, and only then', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const video = simulator.post(channel, 'В', '', ago(DAY))
    const short = simulator.comment(video, 'мало', undefined, ago(DAY))
    const long = simulator.comment(video, 'много', undefined, ago(DAY))
    const wanted = [video.id, short.id, long.id]
    for (let n = 0; n < 3; n++) wanted.push(simulator.comment(video, `ответ ${n}`, short).id)
    for (let n = 0; n < 130; n++) wanted.push(simulator.comment(video, `ответ ${n}`, long).id)
    const first = await readChannel(targetOf(channel))
    expect(ids(first.messages)).toEqual(wanted.toSorted())
    expect(simulator.calls.comments).toBe(2)
    const late = simulator.comment(video, 'поздний', short)
    const second = await readChannel(targetOf(channel), first.cursor)
    expect(ids(second.messages)).toContain(late.id)
    expect(simulator.calls.comments).toBe(2)
    const reply = second.messages.find(({ externalId }) => externalId === late.id)
    expect(reply).toMatchObject({
      kind: 'comment',
      url: `https://www.youtube.com/watch?v=${video.id}&lc=${late.id}`,
      group: { externalId: channel.id },
    })
  })

  it('goes on when a comment is gone before its answers were asked for', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const video = simulator.post(channel, 'В')
    const comment = simulator.comment(video, 'вопрос')
    for (let n = 0; n < 9; n++) simulator.comment(video, `ответ ${n}`, comment)
    const { cursor, more } = await adapter.groups!.read(targetOf(channel), null, ago(DAY), signal)
    expect(more).toBe(true)
    simulator.delete(comment)
    expect((await readChannel(targetOf(channel), cursor)).messages).toEqual([])
  })

  it('brings what was changed once more, marked as changed', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const video = simulator.post(channel, 'Было', '', ago(DAY))
    const comment = simulator.comment(video, 'было', undefined, ago(DAY))
    const { cursor } = await readChannel(targetOf(channel))
    time.at += MINUTE
    video.title = 'Стало'
    simulator.edit(comment, 'стало')
    const editedAt = new Date(Math.floor(time.at / 1000) * 1000)
    const { messages } = await readChannel(targetOf(channel), cursor)
    expect(messages).toMatchObject([
      { externalId: video.id, text: 'Стало', editedAt: expect.any(Date) },
      { externalId: comment.id, text: 'стало', editedAt },
    ])
  })

  it('takes private videos for none, and a channel without videos as it is', async () => {
    const empty = simulator.addChannel({ title: 'Пусто' })
    expect((await readChannel(targetOf(empty))).messages).toEqual([])
    simulator.post(empty, 'Личное').isPrivate = true
    expect((await readChannel(targetOf(empty))).messages).toEqual([])
  })

  it('reads videos where comments are switched off, and asks for them again a day later', async () => {
    const channel = simulator.addChannel({ title: 'А', commentsOff: true })
    const video = simulator.post(channel, 'Видео')
    const { messages, cursor } = await readChannel(targetOf(channel))
    expect(ids(messages)).toEqual([video.id])
    channel.commentsOff = false
    const comment = simulator.comment(video, 'можно')
    expect((await readChannel(targetOf(channel), cursor)).messages).toEqual([])
    time.at += DAY
    expect(ids((await readChannel(targetOf(channel), cursor)).messages)).toEqual([comment.id])
  })

  it('reads videos while comments fail, and then goes on where the comments were', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const video = simulator.post(channel, 'Первое', '', ago(MINUTE))
    const wanted = Array.from(
      { length: 130 },
      (_, n) => simulator.comment(video, `комментарий ${n}`, undefined, ago(n)).id,
    )
    const asked = simulator.comment(video, 'вопрос')
    wanted.push(asked.id, ...Array.from({ length: 9 }, (_, n) => simulator.comment(video, `ответ ${n}`, asked).id))
    const target = targetOf(channel)
    // Its first page, of which the answers are asked for later; then YouTube fails at them.
    const first = await adapter.groups!.read(target, null, ago(DAY), signal)
    expect(first.more).toBe(true)
    simulator.faults.push({ status: 400, reason: 'processingFailure' })
    const failed = await adapter.groups!.read(target, first.cursor, ago(DAY), signal)
    expect(failed).toMatchObject({ messages: [], more: false })
    time.at += MINUTE
    const late = simulator.post(channel, 'Второе')
    const calls = { ...simulator.calls }
    const meanwhile = await readChannel(target, failed.cursor)
    expect(ids(meanwhile.messages)).toEqual([late.id])
    expect(simulator.calls).toMatchObject({ comments: calls.comments, commentThreads: calls.commentThreads })
    time.at += 5 * MINUTE
    const rest = await readChannel(target, meanwhile.cursor)
    expect(ids([...first.messages, ...rest.messages])).toEqual([...wanted, video.id].toSorted())
  })

  it('reports a new name within a day, and that the channel is gone', async () => {
    const channel = simulator.addChannel({ title: 'Было' })
    simulator.post(channel, 'Видео')
    const { cursor } = await readChannel(targetOf(channel))
    channel.title = 'Стало'
    time.at += DAY
    expect((await adapter.groups!.read(targetOf(channel), cursor, ago(DAY), signal)).group).toMatchObject({
      name: 'Стало',
    })
    channel.gone = true
    await expect(adapter.groups!.read(targetOf(channel), cursor, ago(DAY), signal)).rejects.toMatchObject({
      kind: 'not-found',
    })
  })

  it('begins again from the top when a page has expired', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const wanted: string[] = []
    for (let n = 0; n < 120; n++) wanted.push(simulator.post(channel, `${n}`, '', ago(n * MINUTE)).id)
    const { cursor, messages, more } = await adapter.groups!.read(targetOf(channel), null, ago(DAY), signal)
    expect(more).toBe(true)
    simulator.faults.push({ status: 400, reason: 'invalidPageToken' })
    const rest = await readChannel(targetOf(channel), cursor)
    const last = await readChannel(targetOf(channel), rest.cursor)
    expect([...new Set(ids([...messages, ...rest.messages, ...last.messages]))]).toEqual(wanted.toSorted())
  })

  it('is not led astray by a clock that runs ahead', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    simulator.skew = 3 * 60 * MINUTE
    simulator.post(channel, 'Из будущего')
    const { cursor } = await readChannel(targetOf(channel))
    simulator.skew = 0
    const wanted: string[] = []
    for (let n = 0; n < 120; n++) {
      time.at += 1000
      wanted.push(simulator.post(channel, `${n}`).id)
    }
    expect(ids((await readChannel(targetOf(channel), cursor)).messages)).toEqual(expect.arrayContaining(wanted))
  })
})

describe('errors', () => {
  it.each<[YoutubeFault, string]>([
    [{ status: 403, reason: 'forbidden' }, 'access-denied'],
    [{ status: 400, reason: 'badRequest' }, 'bad-request'],
    [{ status: 400, reason: 'processingFailure' }, 'temporary'],
    [{ status: 404, reason: 'channelNotFound' }, 'not-found'],
    [{ status: 500, reason: 'backendError' }, 'temporary'],
    [{ status: 503 }, 'temporary'],
    ['broken', 'temporary'],
    ['no-json', 'temporary'],
  ])('%j is %s', async (fault, kind) => {
    simulator.faults.push(fault)
    await expect(adapter.resolve('id:UC0000000000000000000000', signal)).rejects.toMatchObject({ kind })
  })

  it('silence is temporary', async () => {
    simulator.faults.push('silent')
    const resolving = openAdapter({ timeout: 1_000 }).resolve('id:UC0000000000000000000000', signal)
    await expect(resolving).rejects.toMatchObject({ kind: 'temporary' })
  })

  it('waits out what came too fast', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    simulator.faults.push({ status: 403, reason: 'rateLimitExceeded' }, { status: 429, retryAfter: 7 })
    const from = time.at
    expect(await adapter.resolve(`id:${channel.id}`, signal)).toMatchObject({ name: 'А' })
    expect(time.at - from).toBeGreaterThanOrEqual(8000)
  })

  it('gives up a dead key and goes on with another; its text appears nowhere', async () => {
    await start(['key-a', 'key-b'])
    const channel = simulator.addChannel({ title: 'А' })
    simulator.faults.push({ status: 400, reason: 'keyInvalid' })
    expect(await adapter.resolve(`id:${channel.id}`, signal)).toMatchObject({ name: 'А' })
    expect(pool.health().map(({ dead }) => dead)).toEqual([true, false])
    simulator.faults.push({ status: 403, reason: 'accessNotConfigured' })
    const error: unknown = await adapter.resolve(`id:${channel.id}`, signal).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'auth-dead' })
    expect(JSON.stringify([pool.health(), String(error)])).not.toContain('key-')
  })

  it('stops at its quotas, which are of searches and of all the rest, until midnight in California', async () => {
    await start(['key-a'], { searches: 2, units: 100 })
    const channel = simulator.addChannel({ title: 'А' })
    await adapter.search!.read(['а'], null, ago(DAY), signal)
    await adapter.search!.read(['а'], null, ago(DAY), signal)
    await expect(adapter.search!.read(['а'], null, ago(DAY), signal)).rejects.toMatchObject({
      kind: 'quota-exceeded',
      until: new Date('2026-11-21T08:00:00Z'),
    })
    expect(await adapter.resolve(`id:${channel.id}`, signal)).toMatchObject({ name: 'А' })
    const { refused } = simulator
    time.at = Date.parse('2026-11-21T08:00:00Z') - 1
    await expect(adapter.search!.read(['а'], null, ago(DAY), signal)).rejects.toMatchObject({ kind: 'quota-exceeded' })
    expect(simulator.refused).toBe(refused)
    time.at += 1
    await adapter.search!.read(['а'], null, ago(DAY), signal)
  })

  it('asks no oftener than its keys allow', async () => {
    expect(adapter.groups!.allowance().perDay).toBe(10_000)
    expect(adapter.search!.allowance().perDay).toBe(100)
    const channel = simulator.addChannel({ title: 'А' })
    for (let n = 0; n < 25; n++) await adapter.resolve(`id:${channel.id}`, signal)
    for (let n = 0; n < 100; n++) await adapter.search!.read(['слово'], null, ago(DAY), signal)
    await expect(adapter.search!.read(['слово'], null, ago(DAY), signal)).rejects.toMatchObject({
      kind: 'quota-exceeded',
    })
    expect(simulator).toMatchObject({ refused: 0, calls: { search: 100 } })
  })

  it('knows the midnight of summer and of the days between', () => {
    expect(nextPacificMidnight(new Date('2026-07-01T06:59:59Z'))).toEqual(new Date('2026-07-01T07:00:00Z'))
    expect(nextPacificMidnight(new Date('2026-07-01T07:00:00Z'))).toEqual(new Date('2026-07-02T07:00:00Z'))
    expect(nextPacificMidnight(new Date('2026-11-01T07:00:00Z'))).toEqual(new Date('2026-11-02T08:00:00Z'))
    expect(youtubeLimits(new Date('2026-07-01T12:00:00Z')).dayStartsAt).toBe(7)
    expect(youtubeLimits(new Date('2026-12-01T03:00:00Z')).dayStartsAt).toBe(8)
  })
})

describe('searching', () => {
  it('brings whole texts and whose they are, newest first, only what is new', async () => {
    const channel = simulator.addChannel({ title: 'Мастера & Ко', handle: 'mastera' })
    const long = `Ищу мастера "по плитке" ${'очень '.repeat(40)}срочно`
    const old = simulator.post(channel, 'Плитка: первая', long, ago(2 * DAY))
    simulator.post(channel, 'О другом', '', ago(MINUTE))
    const first = await adapter.search!.read(['плитк', '-мастера'], null, ago(7 * DAY), signal)
    expect(first.messages).toEqual([
      expect.objectContaining({
        externalId: old.id,
        text: `Плитка: первая\n\n${long}`,
        group: {
          externalId: channel.id,
          name: 'Мастера & Ко',
          kind: 'channel',
          url: 'https://www.youtube.com/@mastera',
          followers: channel.subscribers,
          avatar: `https://yt3.ggpht.com/${channel.id}=s88`,
        },
      }),
    ])
    const fresh = simulator.post(channel, 'Плитка: мастера', '', ago(0))
    const second = await adapter.search!.read(['плитк', 'мастера'], first.cursor, ago(7 * DAY), signal)
    expect(ids(second.messages)).toEqual([fresh.id])
    expect((await adapter.search!.read(['плитк'], second.cursor, ago(7 * DAY), signal)).messages).toEqual([])
    expect(simulator.calls).toEqual({ search: 3, videos: 2, channels: 2 })
  })

  it('reads on while there is more', async () => {
    const channel = simulator.addChannel({ title: 'А' })
    const wanted: string[] = []
    for (let n = 0; n < 130; n++) wanted.push(simulator.post(channel, `слово ${n}`, '', ago(n * MINUTE)).id)
    const { messages } = await readAll((cursor) => adapter.search!.read(['слово'], cursor, ago(DAY), signal))
    expect(ids(messages)).toEqual(wanted.toSorted())
    expect(simulator.calls.search).toBe(3)
  })

  it('makes do with what a search shows when there are no units left', async () => {
    await start(['key-a'], { searches: 100, units: 0 })
    const channel = simulator.addChannel({ title: 'А & Б' })
    const video = simulator.post(channel, 'Слово "в кавычках"')
    const { messages } = await adapter.search!.read(['слово'], null, ago(DAY), signal)
    expect(messages).toMatchObject([
      { externalId: video.id, text: 'Слово "в кавычках"', group: { externalId: channel.id, name: 'А & Б' } },
    ])
  })
})
