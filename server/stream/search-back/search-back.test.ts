import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/reading/filters.ts'
import type { ProjectFields } from '../../../contract/watching/projects.ts'
import { freezing } from '../../../contract/access/subscriptions.ts'
import { listJustSearched, resumeSearches } from '../../features/watching/projects/projects.public.ts'
import { searchMissed } from '../../features/watching/projects/save-project.ts'
import { unfreezeUsedUp } from '../../features/access/subscriptions/freeze.ts'
import { subscribe } from '../../features/access/subscriptions/subscriptions.public.ts'
import { publish } from '../../kit/bus.ts'
import { DAY, MINUTE } from '../../kit/clock.ts'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import { codeOf } from '../../testing/read-answer.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { emptyProject } from '../../../contract/watching/projects.ts'
import { openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import { openStore } from '../store/store.ts'
import { searchBack, searchLate } from './search-back.ts'

let world: TestWorld
let anna: TestUser
let id: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna')
  id = await world.project(anna)
})
afterAll(() => world.close())
beforeEach(async () => {
  await saved({ keywords: ['ничего'] })
  await world.forgetMessages('favorites')
})

const save = (fields: Partial<ProjectFields>, restart = true, projectId = id) =>
  anna
    .asks('projects', 'updateProject', { id: projectId, ...emptyProject, ...fields, restart })
    .then(({ project }) => project)
const saved = async (fields: Partial<ProjectFields>, restart = true) => {
  await save(fields, restart)
  await world.settle()
  return (await projectOf()) as NonNullable<Awaited<ReturnType<typeof projectOf>>>
}
const projectOf = async (person = anna) =>
  (await person.asks('projects', 'listProjects', {})).projects.find((project) => project.id === id)
const feed = async (person = anna) => (await person.asks('feed', 'queryFeed', { filter: emptyFilter })).messages
const texts = async (person = anna) => (await feed(person)).map(({ text }) => text)
const hidden = async () =>
  (await anna.asks('feed', 'queryHidden', { filter: emptyFilter })).hidden.map(({ message, reason }) => [
    message.text,
    reason,
  ])
const context = () => ({
  db: world.db,
  database: world.database,
  clock: world.clock,
  log: world.log,
  language: world.language,
  config: world.config,
})
/** What a search comes to, without numbers and times. */
const outcome = async () =>
  (
    await world.database.pool.query(`
  select m.external_id, m.kept, m.terms, m.fingerprint, m.intent_score, i.keyword, i.spans, i.suppressed_by, i.repeats, i.intent_level, k.kept as key_kept
  from messages m join message_keys k on k.message_id = m.id left join feed_items i on i.message_id = m.id order by i.seq_id, m.external_id`)
  ).rows

describe('saving a project', () => {
  it('searches what is stored at once: its messages are in the feed, newest first, as if they had come by the stream', async () => {
    for (const text of ['Продам новый велосипед', 'Ищу велосипед для сына', 'погода']) {
      await world.post(text)
      world.clock.advance(MINUTE)
    }
    const before = await save({ name: 'Велосипеды', keywords: ['велосипед'] })
    expect(before).toMatchObject({
      status: 'STARTING_UP',
      downtimeReason: null,
      progress: { step: 2, status: 'pending', version: expect.any(Number) },
    })
    await world.settle()
    expect(await projectOf()).toMatchObject({
      status: 'RUNNING',
      found: 2,
      progress: { step: 3, status: 'ok', total: 2, done: 1, error: null },
    })
    const messages = await feed()
    expect(messages.map(({ text }) => text)).toEqual(['Ищу велосипед для сына', 'Продам новый велосипед'])
    expect(messages[0]).toMatchObject({
      productType: 'project',
      product: { id, name: 'Велосипеды', icon: 'at' },
      keyword: 'велосипед',
      spans: [[4, 13]],
    })
    // Words of filters meet it, and why it is there is known.
    expect(
      (await anna.asks('feed', 'queryFeed', { filter: { ...emptyFilter, includedWords: ['сыновья'] } })).messages,
    ).toHaveLength(1)
    // And from now on by the stream.
    await world.post('Куплю велосипед')
    expect((await texts())[0]).toBe('Куплю велосипед')
  })

  it('an open browser hears each step, and of what comes into the feed', async () => {
    await world.post('велосипед')
    const browser = await anna.connects()
    await browser.asks('feed', 'setFeedListener', { filters: [{ filterId: anna.filterId, since: 0 }] })
    await saved({ keywords: ['велосипед'] })
    await expect
      .poll(() => browser.heard['monitored-project'].at(-1))
      .toMatchObject({ id, status: 'RUNNING', found: 1, progress: { step: 3, status: 'ok' } })
    await expect.poll(() => browser.heard['feed.updates'].map(({ count }) => count)).toEqual([1])
    browser.close()
  })

  it('a changed query follows on what is stored: what fits no more goes, also when it is old', async () => {
    await world.post('велосипед с корзиной')
    world.clock.advance(20 * DAY)
    await world.hold(anna.userId, paid('photographers', 1))
    await world.post('красный велосипед')
    await world.post('самокат фотографа')
    await saved({ keywords: ['велосипед'] })
    expect(await texts()).toEqual(expect.arrayContaining(['красный велосипед']))
    await saved({ keywords: ['велосипед', 'самокат'], excludedKeywords: ['корзина'] })
    expect((await texts()).toSorted()).toEqual(['красный велосипед', 'самокат фотографа'])
    await saved({ keywords: ['самокат'] })
    expect(await texts()).toEqual(['самокат фотографа'])
    world.clock.advance(-20 * DAY)
  })

  it('notifies an open feed of what left it', async () => {
    await world.post('велосипед')
    await saved({ keywords: ['велосипед'] })
    const messageId = (await feed())[0]?.id
    const browser = await anna.connects()
    await saved({ keywords: ['самокат'] })
    await expect.poll(() => browser.heard['feed.message']).toEqual([{ messageId, removed: true }])
    browser.close()
  })

  it('notifies an open feed of what its filters keep away from now on, and of what they let go', async () => {
    await world.post('хуёвый велосипед')
    await saved({ keywords: ['велосипед'] })
    const messageId = (await feed())[0]?.id
    const browser = await anna.connects()
    const heard = () => browser.heard['feed.message'].map(({ messageId: id, removed }) => [id, removed])
    await saved({ keywords: ['велосипед'], censorFilter: true })
    await expect.poll(heard).toEqual([[messageId, true]])
    await saved({ keywords: ['велосипед'] })
    await expect.poll(heard).toEqual([
      [messageId, true],
      [messageId, false],
    ])
    browser.close()
  })

  it('context, networks and kinds narrow it, in what is stored and in what comes', async () => {
    const fields = {
      keywords: ['победа'],
      context: ['самолёт', 'рейс'],
      networks: ['vk' as const],
      kinds: ['post' as const],
    }
    const send = () =>
      world.receive([
        world.message('Победа задержала рейс'),
        world.message('День Победы'),
        world.message('Победа отменила рейс', { network: 'ok' }),
        world.message('Победа вернула рейс', { kind: 'comment' }),
      ])
    await send()
    await saved(fields)
    expect(await texts()).toEqual(['Победа задержала рейс'])
    await send()
    expect(await texts()).toEqual(['Победа задержала рейс', 'Победа задержала рейс'])
  })

  it('without a restart what is stored stays as it is, and new messages follow the new words', async () => {
    await world.receive([world.message('велосипед'), world.message('самокат')])
    await saved({ keywords: ['велосипед'] })
    const project = await save({ keywords: ['самокат'] }, false)
    expect(project).toMatchObject({ status: 'RUNNING', progress: { step: 2, status: 'skip' } })
    await world.settle()
    expect(await projectOf()).toMatchObject({ progress: { step: 3, status: 'ok' } })
    expect(await texts()).toEqual(['велосипед'])
    await world.receive([world.message('новый велосипед'), world.message('новый самокат')])
    expect(await texts()).toEqual(['новый самокат', 'велосипед'])
    // Until it is searched after all.
    await anna.asks('projects', 'refreshProject', { id })
    await world.settle()
    expect((await texts()).toSorted()).toEqual(['новый самокат', 'самокат'])
  })

  it('refuses more than anybody reads, and changes nothing of what is stored', async () => {
    await world.receive([
      world.message('самокат'),
      ...Array.from({ length: 5 }, (_, n) => world.message(`велосипед ${n}`)),
    ])
    await saved({ keywords: ['самокат'] })
    await save({ keywords: ['велосипед'] })
    const { version } = await world.db
      .selectFrom('monitoredProjects')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await searchBack(context(), id, version, 3)
    await world.settle()
    expect(await projectOf()).toMatchObject({
      status: 'RUNNING',
      progress: { step: 2, status: 'error', error: { code: 'TOO_MANY_RESULTS', details: { total: 5 } } },
    })
    expect(await texts()).toEqual(['самокат'])
    await world.post('велосипед новый')
    expect(await texts()).toEqual(['велосипед новый', 'самокат'])
  })

  it('of two that save at once the later one is searched for, and the earlier search ends', async () => {
    await world.receive([world.message('велосипед'), world.message('самокат')])
    const projects = await Promise.all([
      save({ keywords: ['велосипед'] }),
      save({ keywords: ['самокат'] }),
      save({ keywords: ['ролики'] }),
    ])
    const last = projects.toSorted((one, other) => (other.progress?.version ?? 0) - (one.progress?.version ?? 0))[0]
    await world.settle()
    expect(await projectOf()).toMatchObject({
      keywords: last?.keywords,
      progress: { step: 3, status: 'ok', version: last?.progress?.version },
    })
    expect(await texts()).toEqual(['велосипед', 'самокат'].filter((text) => last?.keywords.includes(text)))
  })

  it('finds what the stream asked the words of before about, and stored when the search was over', async () => {
    const { progress } = await saved({ keywords: ['велосипед'] })
    // As one that was matched before the stream heard of the saving, and had to wait for the database.
    const [late, other] = [world.message('поздний велосипед'), world.message('самокат')]
    await openStore({ ...world.database }, world.clock).store(
      batchOf([
        matched(late.externalId, late.text),
        matched(other.externalId, other.text, [{ ...fitting(id), productType: 'project' }]),
      ]),
    )
    expect(await texts()).toEqual(['самокат'])
    expect(await listJustSearched(world.db, world.clock)).toEqual([])
    world.clock.advance(MINUTE)
    const just = (await listJustSearched(world.db, world.clock)).filter((each) => each.id === id)
    expect(just).toMatchObject([{ id, version: progress?.version }])
    for (let time = 0; time < 2; time += 1) {
      for (const { version, savedAt } of just) await searchLate(context(), id, version, savedAt)
      expect(await texts()).toEqual(['поздний велосипед'])
    }
    // A later saving is another matter.
    await save({ keywords: ['самокат'] })
    await searchLate(context(), id, just[0]?.version ?? 0, new Date(0))
    expect(await texts()).toEqual(['поздний велосипед'])
    world.clock.advance(5 * MINUTE)
    await world.settle()
    expect(await listJustSearched(world.db, world.clock)).toEqual([])
  })

  it('what an edit at its source brings in or takes away is decided by the words of now', async () => {
    const post = await world.post('погода')
    await saved({ keywords: ['велосипед'], censorFilter: true })
    await world.receive([{ ...post, text: 'велосипед' }])
    expect(await texts()).toEqual(['велосипед'])
    await world.receive([{ ...post, text: 'хуёвый велосипед' }])
    expect(await texts()).toEqual([])
    expect(await hidden()).toEqual([['хуёвый велосипед', 'censor']])
    await world.receive([{ ...post, text: 'хороший велосипед' }])
    expect(await texts()).toEqual(['хороший велосипед'])
  })
})

describe('a search that is killed', () => {
  it('comes to the same when it is done again, whatever it had done', async () => {
    const long = 'в хорошем состоянии, с корзиной и звонком, самовывоз из центра города, торг уместен у капота'
    const messages = Array.from({ length: 600 }, (_, n) =>
      world.message(n % 3 === 0 ? `погода ${n}` : `велосипед ${n % 7}, ${long}`),
    )
    await world.receive(messages)
    await saved({ keywords: ['велосипед'] })
    const expected = await outcome()
    expect(expected.filter(({ keyword }) => keyword === 'велосипед')).toHaveLength(400)

    await saved({ keywords: ['ничего'] })
    await world.forgetMessages()
    await world.receive(messages)
    // Its connections die under it again and again, as they do with the process.
    await save({ keywords: ['велосипед'] })
    const { version } = await world.db
      .selectFrom('monitoredProjects')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const search = () => searchBack(context(), id, version)
    const isKilledAfter = async (items: number) => {
      await sql`create function cut() returns trigger language plpgsql as $$ begin
          if (select count(*) from feed_items) >= ${sql.lit(items)} then perform pg_terminate_backend(pg_backend_pid()); end if;
          return new;
        end $$`.execute(world.db)
      await sql`create trigger cut before insert on feed_items for each row execute function cut()`.execute(world.db)
      await expect(search())
        .rejects.toThrow()
        .finally(() => sql`drop function cut cascade`.execute(world.db))
    }
    // Before it has stored anything, in the midst of its first piece, and in the midst of its second.
    for (const items of [0, 100, 300]) await isKilledAfter(items)
    // And at any moment, as often as one is met before it is done.
    let kills = 0
    for (let wait = 5; kills < 4; wait += 15) {
      const searching = search().then(
        () => 'done',
        () => 'killed',
      )
      await new Promise((resolve) => setTimeout(resolve, wait))
      await world.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'echolot' and state <> 'idle'`)
      if ((await searching) === 'killed') kills += 1
      else break
    }
    world.clock.advance(2 * MINUTE)
    expect(await resumeSearches(world.db, world.clock)).toBeLessThanOrEqual(1)
    await world.settle()
    expect(await projectOf()).toMatchObject({
      status: 'RUNNING',
      found: 400,
      progress: { step: 3, status: 'ok', total: 400 },
    })
    expect(await outcome()).toEqual(expected)
    expect(await resumeSearches(world.db, world.clock)).toBe(0)
  })
})

describe('the filters of a project', () => {
  it('hide and never delete, say how many they hid, and let go when they are switched off', async () => {
    await world.receive([
      world.message('велосипед хороший'),
      world.message('велосипед ебучий'),
      world.message('велосипед х*й знает'),
      world.message(
        'Велосипеды в кредит! Заработок без вложений, пиши в ЛС, доход от 5000 в день, переходи по ссылке https://t.me/zarabotok_bot',
      ),
    ])
    const project = await saved({ keywords: ['велосипед'], censorFilter: true, neuralFilter: true })
    expect(project).toMatchObject({ found: 4, hidden: { censor: 2, neural: 1 } })
    expect(await texts()).toEqual(['велосипед хороший'])
    expect(await hidden()).toEqual([
      [expect.stringContaining('Заработок'), 'neural'],
      ['велосипед х*й знает', 'censor'],
      ['велосипед ебучий', 'censor'],
    ])
    expect(await saved({ keywords: ['велосипед'] })).toMatchObject({ found: 4, hidden: { censor: 0, neural: 0 } })
    expect((await texts()).slice(-3)).toEqual(['велосипед х*й знает', 'велосипед ебучий', 'велосипед хороший'])
    // What comes is hidden as it comes.
    await saved({ keywords: ['велосипед'], censorFilter: true }, false)
    await world.post('велосипед, сука блядь')
    expect(await texts()).not.toContain('велосипед, сука блядь')
  })

  it('hold another sense of the word to be no mention', async () => {
    const fields = {
      keywords: ['победа'],
      neuralFilter: true,
      excludedKeywords: [],
    }
    const words = [
      'победа',
      '"авиакомпания победа"',
      'победа самолёт',
      'победа рейс',
      'победа билет',
      'победа аэропорт',
    ]
    await world.receive([
      world.message('«Победа» задержала рейс на шесть часов, билет не возвращают, люди ждут в аэропорту'),
      world.message('С Днём Победы! Здоровья ветеранам и мирного неба'),
    ])
    await saved({ ...fields, keywords: words })
    expect(await texts()).toEqual([
      '«Победа» задержала рейс на шесть часов, билет не возвращают, люди ждут в аэропорту',
    ])
    expect(await hidden()).toEqual([['С Днём Победы! Здоровья ветеранам и мирного неба', 'neural']])
  })
})

describe('a project whose subscription ends', () => {
  it('is stopped: nothing comes, and it cannot be saved; with the next one it goes on', async () => {
    const vera = await world.customer('vera')
    const hers = await world.project(vera, { keywords: ['скворечник'] }, { days: 1 })
    const status = async () =>
      (await vera.asks('projects', 'listProjects', {})).projects.map(({ status, downtimeReason }) => [
        status,
        downtimeReason,
      ])
    expect(await status()).toEqual([['RUNNING', null]])
    await world.post('первый скворечник')
    expect(await texts(vera)).toEqual(['первый скворечник'])

    world.clock.advance(DAY)
    expect(await status()).toEqual([['STOPPED', 'NO_SUBSCRIPTION']])
    expect(await texts(vera)).toEqual([])
    for (const call of ['updateProject', 'refreshProject'] as const) {
      expect(await vera.isRefused('projects', call, { id: hers, ...emptyProject, keywords: ['дом'] })).toBe(
        'PROJECT_NOT_ACTIVE',
      )
    }
    // The stream reads again every few minutes, or when it hears of it.
    await publish(world.db, 'scope.changed', { userId: vera.userId })
    await world.settle()
    await world.post('второй скворечник')
    expect(await world.database.pool.query(`select from feed_items where product_id = ${hers}`)).toMatchObject({
      rowCount: 1,
    })
    expect(codeOf(await world.ask('projects', 'listProjects', {}))).toBe('UNAUTHORIZED')
  })

  it('looks for what it missed, once, when the next one begins or a frozen one runs again', async () => {
    const zoya = await world.customer('zoya')
    const hers = await world.project(zoya, { keywords: ['барометр'] }, { days: 2 })
    const version = async () =>
      (
        await world.db
          .selectFrom('monitoredProjects')
          .select('version')
          .where('id', '=', hers)
          .executeTakeFirstOrThrow()
      ).version
    const renew = (from: number, days: number) => {
      const startsAt = new Date(world.clock.now().getTime() + from)
      return world.db.transaction().execute((tx) =>
        subscribe(tx, world.clock, {
          userId: zoya.userId,
          productType: 'project',
          productId: hers,
          tariffType: 'regular',
          startsAt,
          expiresAt: new Date(startsAt.getTime() + days * DAY),
        }),
      )
    }
    const missed = async (text: string) => {
      await publish(world.db, 'scope.changed', { userId: zoya.userId })
      await world.settle()
      await world.post(text)
      expect(await texts(zoya)).not.toContain(text)
      world.clock.advance(DAY)
    }
    await world.post('первый барометр')
    world.clock.advance(2 * DAY)
    await missed('второй барометр')
    await renew(0, 10)
    await world.settle()
    expect(await texts(zoya)).toEqual(['второй барометр', 'первый барометр'])
    const searched = await version()

    // What follows without a gap, or runs beside it, brings nothing that was missed.
    await renew(10 * DAY, 10)
    await renew(0, 3)
    await world.settle()
    expect(await version()).toBe(searched)

    await world.db
      .updateTable('subscriptions')
      .set({ endedAt: world.clock.now() })
      .where('productId', '=', hers)
      .execute()
    await missed('третий барометр')
    await renew(0, 10)
    await world.settle()
    expect(await texts(zoya)).toEqual(['третий барометр', 'второй барометр', 'первый барометр'])

    const { id: running } = await world.db
      .selectFrom('subscriptions')
      .select('id')
      .where('productId', '=', hers)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await zoya.asks('subscriptions', 'freezeSubscription', { id: running })
    await missed('четвёртый барометр')
    await zoya.asks('subscriptions', 'unfreezeSubscription', { id: running })
    await world.settle()
    expect((await texts(zoya))[0]).toBe('четвёртый барометр')
    const again = await version()
    expect(again).toBe(searched + 2)

    // Left to itself it runs again, and the job that comes by later reports it.
    await zoya.asks('subscriptions', 'freezeSubscription', { id: running })
    await missed('пятый барометр')
    world.clock.advance(freezing.days * DAY)
    await world.post('шестой барометр')
    await unfreezeUsedUp(world)
    await world.settle()
    expect(await version()).toBe(again + 1)
    expect((await texts(zoya))[0]).toBe('шестой барометр')
    // The same event once more.
    expect(await searchMissed(world.db, world.clock, hers, new Date(world.clock.now().getTime() - DAY))).toBe(false)
    expect(await version()).toBe(again + 1)
  })
})
