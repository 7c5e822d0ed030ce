import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Answer } from '../../contract/call.ts'
import type { FirstAnswers, Start } from '../../contract/first-answers.ts'
import { listCalls } from '../../contract/request.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../testing/test-world.ts'
import { firstCallNames } from './first-answers.ts'

let world: TestWorld
let anna: TestUser

beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  anna = await world.customer('anna', paid('photographers'))
  await world.receive(Array.from({ length: 12 }, (_, at) => world.message(`Ищу фотографа на свадьбу ${at}`)))
  await world.settle()
})
afterAll(() => world.close())

const ask = (at: string, user?: TestUser, headers: Record<string, string> = {}) =>
  world.web.app.inject({
    url: `/api/start?at=${encodeURIComponent(at)}`,
    headers: { ...(user && { cookie: `echolot=${user.token}` }), ...headers },
  })
async function answersAt(at: string, user?: TestUser): Promise<FirstAnswers> {
  const answer = (await ask(at, user)).json<Answer<Start>>()
  if (answer.status !== 'ok') throw new Error(answer.code)
  return answer.result.answers
}
const namesOf = (answers: FirstAnswers): string[] => answers.map(({ name }) => name)

describe('the first answers of a page', () => {
  it('are what each call answers alone', async () => {
    const answers = await answersAt('/feed', anna)
    expect(namesOf(answers)).toEqual(
      expect.arrayContaining(['accounts.getMe', 'filters.listFilters', 'subscriptions.listSubscriptions']),
    )
    for (const { name, input, answer } of answers) {
      expect(answer.status, name).toBe('ok')
      if (name === 'feed.queryFeed') continue
      const { call } = listCalls().find((each) => each.name === name) ?? {}
      const alone = await world.web.app.inject({
        url: `/api${call?.path}`,
        headers: { cookie: `echolot=${anna.token}` },
      })
      expect(answer, name).toEqual(alone.json())
      expect(input).toEqual({})
    }
  })

  it('hold the first page of the default filter, asked as the feed asks it', async () => {
    const page = (await answersAt('/feed', anna)).find(({ name }) => name === 'feed.queryFeed')
    expect(page?.input).toEqual({ filterId: anna.filterId, limit: 20, pageOffset: 0 })
    expect(page?.answer).toMatchObject({ status: 'ok', result: { total: 12 } })
  })

  it('hold it in the order the person reads in', async () => {
    const hot = await world.customer('hot', paid('photographers'))
    await hot.asks('feed', 'setFeedSetting', { key: 'order', value: 'hot' })
    const page = (await answersAt('/feed', hot)).find(({ name }) => name === 'feed.queryFeed')
    expect(page).toMatchObject({ input: { order: 'hot', filterId: hot.filterId }, answer: { status: 'ok' } })
  })

  it('hold the first page of the filter that the address names', async () => {
    const { filter } = await anna.asks('filters', 'copyFilter', { id: anna.filterId, name: 'Вторая' })
    await anna.asks('filters', 'updateFilter', { id: filter.id, limit: 10 })
    const page = (await answersAt(`/feed?filter=${filter.id}`, anna)).find(({ name }) => name === 'feed.queryFeed')
    expect(page?.input).toEqual({ filterId: filter.id, limit: 10, pageOffset: 0 })
  })

  it.each(['/feed?words=ремонт', '/feed?filter=999999', '/feed?filter=x', '/feed?view=hidden'])(
    'hold no page of messages at %s',
    async (at) => expect(namesOf(await answersAt(at, anna))).not.toContain('feed.queryFeed'),
  )

  it('name the category of the address', async () => {
    const [, category] = await answersAt('/category/photographers')
    expect(category).toMatchObject({
      name: 'categories.getCategory',
      input: { slug: 'photographers', page: 1 },
      answer: { status: 'ok' },
    })
    expect((await answersAt('/category/nothing'))[1]?.answer).toMatchObject({ code: 'CATEGORY_NOT_FOUND' })
  })

  it('are for a guest what a guest may see, and nothing where they may not see all', async () => {
    expect(namesOf(await answersAt('/'))).toEqual([
      'accounts.getMe',
      'categories.listCategories',
      'categories.listCategorySamples',
      'sources.countHeard',
      'tariffs.listTariffs',
    ])
    for (const at of ['/feed', '/groups', '/custom-category', '/profile', '/subscribes'])
      expect(namesOf(await answersAt(at)), at).toEqual(['accounts.getMe'])
    const [me] = await answersAt('/feed')
    expect(me?.answer).toEqual({ status: 'ok', result: { user: null } })
  })

  it('are a guest’s once the session is over', async () => {
    const gone = await world.customer('gone')
    await gone.asks('accounts', 'logout', {})
    expect(namesOf(await answersAt('/feed', gone))).toEqual(['accounts.getMe'])
  })

  it('say who is here at an address that is no page', async () => {
    expect(namesOf(await answersAt('/nowhere', anna))).toEqual(['accounts.getMe'])
  })

  it.each([
    ['nothing', ''],
    ['what is no path', 'feed'],
    ['another site', 'https://example.ru/feed'],
    ['an endless one', `/${'a'.repeat(9_000)}`],
  ])('refuse %s', async (_, at) => {
    const response = await ask(at, anna)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ status: 'error', code: 'VALIDATION_FAILED' })
  })

  it('count each call as it is counted alone', async () => {
    const boris = await world.customer('boris')
    const before = await countedReads()
    for (let time = 0; time < 130; time++) await ask('/contacts', boris)
    expect((await countedReads()) - before).toBeGreaterThanOrEqual(120)
  })
})

async function countedReads(): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: string }>(
    "select coalesce(sum(count), 0) as count from call_counts where key like 'reads %'",
  )
  return Number(rows[0]?.count)
}

test('only what reads and sets no cookie is asked first', () => {
  for (const name of firstCallNames) {
    const call = listCalls().find((each) => each.name === name)?.call
    expect(call, name).toMatchObject({ method: 'GET' })
    expect(call?.only, name).toBeUndefined()
    expect(call?.changes, name).toBeUndefined()
  }
})

describe('answers travel compressed', () => {
  const encodingOf = async (accepted: string, at = '/feed') => {
    const { headers } = await ask(at, anna, { 'accept-encoding': accepted })
    return headers['content-encoding']
  }
  it('as the browser takes them', async () => {
    expect(await encodingOf('gzip, deflate, br')).toBe('br')
    expect(await encodingOf('gzip')).toBe('gzip')
    expect(await encodingOf('identity')).toBeUndefined()
  })
  it('and say that they vary', async () => {
    expect((await ask('/feed', anna, { 'accept-encoding': 'br' })).headers.vary).toMatch(/accept-encoding/)
  })
  it('but not short ones', async () => expect(await encodingOf('br', '/contacts')).toBeUndefined())
})
