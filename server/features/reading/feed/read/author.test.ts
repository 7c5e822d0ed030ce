/** Of an author no more is shown than the reader may see, and the numbers are those of the feed. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  AUTHOR_ITEMS,
  AUTHOR_LATEST,
  AUTHOR_MESSAGES,
  AUTHOR_WEEKS,
  type Author,
  type FeedMessage,
} from '../../../../../contract/reading/feed.ts'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { lawRuns } from '../../../../../tools/law-runs.ts'
import { DAY, HOUR, MINUTE } from '../../../../kit/clock.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { newName } from '../items/feed-of.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('vets', 'ищу ветеринара')
})
afterAll(() => world.close())
beforeEach(() => world.forgetMessages('spam_marks', 'blacklisted_authors'))

const maria = { externalId: 'maria', name: 'Мария', url: 'https://vk.com/maria', city: 'Тверь' }
const ago = (ms: number) => ({ author: maria, publishedAt: new Date(world.clock.now().getTime() - ms) })
const idOf = async (name: string): Promise<number> =>
  (await world.db.selectFrom('authors').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const authorOf = async (reader: TestUser): Promise<Author> =>
  (await reader.asks('feed', 'getAuthor', { id: await idOf('Мария') })).author
/** The first message that was received comes so many times more, each time a minute later and in words of its own. */
async function repeatFirst(times: number): Promise<void> {
  const { pool } = world.database
  const { rows } = await pool.query<{ top: number }>(
    'select greatest((select max(id) from messages), (select max(seq_id) from feed_items)) as top',
  )
  const repeat = (table: string, key: string, changes: string) =>
    pool.query(
      `insert into ${table} select made.* from (select o from ${table} o order by ${key} limit 1) as first,
        generate_series($1::bigint + 1, $1 + $2) as n, jsonb_populate_record(first.o, jsonb_build_object(${changes},
          'published_at', (first.o).published_at + n % 1000 * interval '1 minute')) as made`,
      [rows[0]?.top, times],
    )
  await repeat('messages', 'id', `'id', n, 'external_id', 'repeat ' || n`)
  await repeat('feed_items', 'seq_id', `'seq_id', n, 'message_id', n, 'cluster_id', n`)
}
const everything = { ...emptyFilter, spam: 'ignore' as const, handled: 'show' as const, limit: 100 as const }

/** Every message that the feed shows with nothing hidden, before its cards and behind them. */
async function allOf(reader: TestUser, filter: typeof emptyFilter): Promise<FeedMessage[]> {
  const { messages } = await reader.asks('feed', 'queryFeed', { filter, limit: 100 })
  const behind = await Promise.all(
    messages
      .filter(({ copies }) => copies > 0)
      .map(({ id }) => reader.asks('feed', 'listCopies', { id, filter }).then(({ copies }) => copies)),
  )
  return [...messages, ...behind.flat()]
}

describe('feed.getAuthor', () => {
  it('shows who they are, what they wrote when, and of each text the latest', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const same =
      'Ищу фотографа на свадьбу в августе, гостей сорок человек, напишите в личные сообщения с примерами и ценами'
    await world.receive([
      world.message('Ищу фотографа на выпускной', ago(30 * DAY)),
      world.message(same, { ...ago(9 * DAY), group: { externalId: 'one', name: 'Первая' } }),
      world.message(same, { ...ago(9 * DAY - HOUR), group: { externalId: 'two', name: 'Вторая' } }),
      world.message('Ищу фотографа для каталога', ago(HOUR)),
      world.message('Ищу фотографа для кошки', { author: { externalId: 'oleg', name: 'Олег' } }),
    ])
    await world.settle()
    const author = await authorOf(anna)
    expect(author).toMatchObject({ name: 'Мария', url: 'https://vk.com/maria', city: 'Тверь', network: 'vk' })
    expect(author).toMatchObject({ blackListed: false, messages: 4, texts: 3, answers: [], notes: [], leads: [] })
    expect(author.firstAt).toBe(ago(30 * DAY).publishedAt.toISOString())
    expect(author.lastAt).toBe(ago(HOUR).publishedAt.toISOString())
    expect(author.latest.map(({ text }) => text.slice(0, 21))).toEqual([
      'Ищу фотографа для кат',
      'Ищу фотографа на свад',
      'Ищу фотографа на выпу',
    ])
    expect(author.latest[1]?.group?.name).toBe('Вторая')
    expect(author.weeks).toHaveLength(AUTHOR_WEEKS)
    for (const { from } of author.weeks) expect(new Date(`${from}T00:00:00Z`).getUTCDay()).toBe(1)
    expect(author.weeks.reduce((sum, { messages }) => sum + messages, 0)).toBe(4)
    expect(author.weeks.at(-1)?.messages).toBeGreaterThan(0)
  })

  it('counts by the weeks of the reader, from Monday', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    // Sunday 22:30 in UTC is Monday in Moscow.
    const sunday = new Date(world.clock.now())
    sunday.setUTCDate(sunday.getUTCDate() - ((sunday.getUTCDay() + 7) % 7 || 7))
    sunday.setUTCHours(22, 30, 0, 0)
    await world.post('Ищу фотографа на дачу', { author: maria, publishedAt: sunday })
    await world.settle()
    const monday = new Date(sunday.getTime() + DAY).toISOString().slice(0, 10)
    expect((await authorOf(anna)).weeks.filter(({ messages }) => messages > 0)).toEqual([{ from: monday, messages: 1 }])
  })

  it('looks at so many of the newest, and of who wrote more shows no number that is not so', async () => {
    const [anna, oleg] = [
      await world.customer(newName('anna'), paid('photographers')),
      await world.customer(newName('oleg'), paid('vets')),
    ]
    await world.receive([
      world.message('Ищу фотографа на выпускной', ago(40 * DAY)),
      world.message('Ищу ветеринара', ago(9 * DAY)),
    ])
    await world.settle()
    await repeatFirst(AUTHOR_ITEMS - 1)
    const counted = await authorOf(anna)
    expect(counted).toMatchObject({ messages: AUTHOR_ITEMS, texts: AUTHOR_ITEMS, capped: false })
    expect(counted.firstAt).toBe(ago(40 * DAY).publishedAt.toISOString())
    expect(counted.weeks.reduce((sum, { messages }) => sum + messages, 0)).toBe(AUTHOR_ITEMS)
    await repeatFirst(300)
    const capped = await authorOf(anna)
    expect(capped).toMatchObject({
      messages: AUTHOR_MESSAGES,
      texts: AUTHOR_MESSAGES,
      capped: true,
      firstAt: null,
      weeks: [],
    })
    expect([capped.lastAt, capped.latest.length]).toEqual([counted.lastAt, AUTHOR_LATEST])
    // What they may not see takes no part in it.
    expect(await authorOf(oleg)).toMatchObject({ messages: 1, texts: 1, capped: false })
  })

  it('shows at most so many of the latest', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await world.receive(
      Array.from({ length: AUTHOR_LATEST + 2 }, (_, at) => world.message(`Ищу фотографа №${at}`, ago(at * HOUR))),
    )
    await world.settle()
    const { messages, latest } = await authorOf(anna)
    expect(messages).toBe(AUTHOR_LATEST + 2)
    expect(latest.map(({ text }) => text)).toEqual(
      Array.from({ length: AUTHOR_LATEST }, (_, at) => `Ищу фотографа №${at}`),
    )
  })

  it('shows nothing of what the reader may not see: other products, what a trial hides, what was rejected', async () => {
    const reader = await world.customer(newName('reader'), trial('photographers'))
    const moderator = await world.somebody(newName('moderator'), ['moderator'])
    await world.receive([
      world.message('Ищу фотографа на выпускной', ago(5 * DAY)),
      world.message('Ищу фотографа на юбилей', ago(6 * DAY)),
      world.message('Ищу фотографа срочно', ago(HOUR)),
      world.message('Ищу ветеринара', ago(7 * DAY)),
    ])
    await world.settle()
    const { messages } = await moderator.asks('feed', 'queryFeed', { filter: everything, limit: 100 })
    expect(messages).toHaveLength(4)
    const bad = messages.find(({ text }) => text.includes('юбилей'))
    await moderator.asks('moderation', 'moderateMessage', { id: bad?.id ?? 0, action: 'reject' })
    const author = await authorOf(reader)
    expect(author).toMatchObject({ messages: 1, texts: 1 })
    expect(author.firstAt).toBe(author.lastAt)
    expect(JSON.stringify(author)).not.toMatch(/юбилей|срочно|ветеринар/)
    expect((await authorOf(moderator)).messages).toBe(4)
  })

  it('shows what the team answered and noted on what the reader may see, and nothing of others', async () => {
    const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'), paid('vets'))
    const vera = await world.customer(newName('vera'))
    await world.team(oleg, vera)
    const stranger = await world.customer(newName('stranger'), paid('photographers'))
    await world.receive([
      world.message('Ищу фотографа на выпускной', ago(2 * HOUR)),
      world.message('Ищу ветеринара', ago(HOUR)),
    ])
    await world.settle()
    const { messages } = await oleg.asks('feed', 'queryFeed', { filter: everything })
    const [vets, photo] = messages
    await oleg.asks('leads', 'setAnswered', { id: photo?.id ?? 0, value: true })
    await oleg.asks('marks', 'setNote', { id: vets?.id ?? 0, text: 'кот' })
    world.clock.advance(MINUTE)
    await oleg.asks('marks', 'setNote', { id: photo?.id ?? 0, text: 'звонить утром' })

    const olegs = await authorOf(oleg)
    expect(olegs.notes.map(({ text }) => text)).toEqual(['звонить утром', 'кот'])
    const veras = await authorOf(vera)
    expect(veras.answers).toEqual([
      { messageId: photo?.id, user: { id: oleg.userId, name: expect.any(String) }, at: expect.any(String) },
    ])
    expect(veras.notes.map(({ text }) => text)).toEqual(['звонить утром'])
    expect(veras.messages).toBe(1)
    expect(veras.leads).toMatchObject([
      { status: 'answered', assignee: { id: oleg.userId }, messageId: photo?.id, text: 'Ищу фотографа на выпускной' },
    ])
    expect(await authorOf(stranger)).toMatchObject({ answers: [], notes: [], leads: [], messages: 1 })
  })

  it('is of someone on the black list the same, and says so', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await world.post('Ищу фотографа на выпускной', ago(HOUR))
    await world.settle()
    await anna.asks('marks', 'addToBlackList', { id: await idOf('Мария') })
    expect(await authorOf(anna)).toMatchObject({ blackListed: true, messages: 1, latest: [{ blackListed: true }] })
    await anna.asks('marks', 'removeFromBlackList', { id: await idOf('Мария') })
    expect(await authorOf(anna)).toMatchObject({ blackListed: false, messages: 1 })
  })

  it('is refused to a guest, and of one of whom there is nothing to see', async () => {
    const anna = await world.customer(newName('anna'), paid('vets'))
    await world.post('Ищу фотографа на выпускной', ago(HOUR))
    await world.settle()
    const id = await idOf('Мария')
    expect(codeOf(await world.ask('feed', 'getAuthor', { id }))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('feed', 'getAuthor', { id })).toBe('AUTHOR_NOT_FOUND')
    expect(await anna.isRefused('feed', 'getAuthor', { id: 999_999 })).toBe('AUTHOR_NOT_FOUND')
    expect(await anna.isRefused('feed', 'getAuthor', { id: 'x' as never })).toBe('VALIDATION_FAILED')
  })
})

describe('feed.getMessage', () => {
  it('shows a message whatever the filters say, with the marks of the reader', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await world.post('Ищу фотографа на выпускной', ago(HOUR))
    await world.settle()
    const [shown] = (await anna.asks('feed', 'queryFeed', {})).messages
    const id = shown?.id ?? 0
    expect((await anna.asks('feed', 'getMessage', { id })).message).toEqual(shown)
    await anna.asks('marks', 'setHandled', { id, value: true })
    expect((await anna.asks('feed', 'queryFeed', {})).messages).toEqual([])
    expect((await anna.asks('feed', 'getMessage', { id })).message).toMatchObject({ id, handled: true })
  })

  it('is refused to a guest, and of a message one may not see', async () => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const trying = await world.customer(newName('trying'), trial('photographers'))
    await world.post('Ищу фотографа на выпускной', ago(HOUR))
    await world.settle()
    const id = (await anna.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    expect(codeOf(await world.ask('feed', 'getMessage', { id }))).toBe('UNAUTHORIZED')
    expect(await trying.isRefused('feed', 'getMessage', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'getMessage', { id: 999_999 })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'getMessage', { id: 'x' as never })).toBe('VALIDATION_FAILED')
  })
})

it('counts what the feed shows of an author with nothing hidden', async () => {
  const people = [
    await world.customer(newName('whole'), paid('photographers'), paid('vets')),
    await world.customer(newName('trying'), trial('photographers'), paid('vets')),
  ]
  const tail =
    'напишите в личные сообщения с примерами и ценами, встреча в конце августа на весь день, гостей около сорока'
  const round = fc.array(
    fc.record({
      text: fc.constantFrom(
        'Ищу фотографа',
        `Ищу фотографа, ${tail}`,
        `Ищу ветеринара, ${tail}`,
        'Погода',
        'Ищу фотографа и ищу ветеринара',
      ),
      author: fc.constantFrom('Мария', 'Олег'),
      age: fc.constantFrom(0, 2 * DAY, 4 * DAY, 40 * DAY),
    }),
    { minLength: 4, maxLength: 12, size: 'max' },
  )
  const law = fc.asyncProperty(round, fc.boolean(), async (messages, listed) => {
    await world.forgetMessages('spam_marks', 'blacklisted_authors')
    await world.receive(
      messages.map(({ text, author, age }) =>
        world.message(text, {
          author: { externalId: author, name: author },
          publishedAt: new Date(world.clock.now().getTime() - age),
        }),
      ),
    )
    await world.settle()
    for (const reader of people) {
      const seen = await allOf(reader, everything)
      const { author: someone } = seen[0] ?? {}
      if (!someone) continue
      if (listed) await reader.asks('marks', 'addToBlackList', { id: someone.id })
      const shown = listed ? await allOf(reader, { ...everything, onlyBlackList: true }) : seen
      const theirs = shown.filter(({ author }) => author?.id === someone.id)
      const ids = new Set(theirs.map(({ id }) => id))
      const summary = (await reader.asks('feed', 'getAuthor', { id: someone.id })).author
      expect(summary.messages).toBe(ids.size)
      const times = theirs.map(({ publishedAt }) => publishedAt).toSorted()
      expect([summary.firstAt, summary.lastAt]).toEqual([times[0], times.at(-1)])
      expect(summary.latest.every(({ id }) => ids.has(id))).toBe(true)
      expect(summary.latest).toHaveLength(Math.min(summary.texts, AUTHOR_LATEST))
    }
  })
  await fc.assert(law, { numRuns: lawRuns(6) })
})
