import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { DAY, HOUR, MINUTE } from '../../../../kit/clock.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { groups, openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { pasteGroups } from '../../../watching/groups/groups.samples.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let people = 0
beforeEach(async () => {
  world ??= await openTestWorld()
  await world.forgetMessages()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('vets', 'ветеринар')
})
afterAll(() => world.close())

const newcomer = (...holdings: Parameters<TestWorld['customer']>[1][]): Promise<TestUser> => {
  people += 1
  return world.customer(`person${people}`, ...holdings)
}
const ago = (milliseconds: number) => ({ publishedAt: new Date(world.clock.now().getTime() - milliseconds) })
const by = (name: string) => ({ author: { externalId: name, name, avatar: null, url: null, city: null } })
const inGroup = (name: string) => ({
  network: 'vk' as const,
  group: { externalId: name, name, avatar: null, url: null, city: null, followers: null },
})
const veiledFrom = async (person: TestUser, filter = {}) => (await person.asks('feed', 'getVeiled', { filter })).veiled
const feedOf = (person: TestUser, filter = {}) => person.asks('feed', 'queryFeed', { filter })
const photographers = () => world.categoryId('photographers')

/** As the button of the veiled cards does it: exactly this in the cart, and paid. */
async function pays(person: TestUser, offer: { tariff: number; quantity: number } | null, items: number[] = []) {
  const { tariff = null, quantity = 1 } = offer ?? {}
  const { estimation } = await person.asks('cart', 'updateCart', { items, tariff, quantity })
  const { account, sum } = await person.asks('payments', 'orderCart', {})
  await person.asks('payments', 'payInTestMode', { account })
  await world.settle()
  return { estimated: estimation.total, sum }
}

describe('feed.getVeiled', () => {
  it('counts what the feed brings once it is paid for, copies, spam and the black list told apart', async () => {
    const boris = await newcomer(trial('photographers'), paid('vets'))
    await world.receive([
      world.message('Нужен фотограф на юбилей', { ...ago(5 * DAY), ...by('old') }),
      world.message('Ищу фотографа на выпускной, снимать весь день', { ...ago(2 * DAY), ...by('ira') }),
      world.message('Посоветуйте фотографа на свадьбу в июне', { ...ago(DAY), ...by('olga') }),
      world.message('Посоветуйте фотографа на свадьбу в июне', { ...ago(20 * HOUR), ...by('repost') }),
      world.message('Кто знает фотографа для семьи?', { ...ago(HOUR), ...by('ira') }),
      world.message('Фотограф, скидки и подарки каждому', { ...ago(HOUR), ...by('seller') }),
      world.message('Ветеринар и фотограф нужны на выставку', { ...ago(HOUR), ...by('both') }),
      world.message('Фотограф нужен хоть завтра, умоляю', { ...ago(2 * HOUR), ...by('bothersome') }),
    ])
    await touchItems(world, 'скидки', 'is_unwanted = true')
    const { rows } = await world.database.pool.query<{ id: number }>("select id from authors where name = 'bothersome'")
    await world.database.pool.query('insert into blacklisted_authors (user_id, author_id, at) values ($1, $2, now())', [
      boris.userId,
      rows[0]?.id,
    ])

    const before = await feedOf(boris)
    const [veiled, ...others] = await veiledFrom(boris)
    expect(others).toEqual([])
    expect(veiled).toMatchObject({
      productType: 'category',
      productId: await photographers(),
      sought: 'фотографа',
      messages: 3,
      people: 2,
      capped: false,
    })

    const { estimated, sum } = await pays(boris, veiled?.offer ?? null, [await photographers()])
    expect([estimated, sum]).toEqual([veiled?.offer?.total, veiled?.offer?.total])
    const after = await feedOf(boris)
    expect(after.total).toBe(before.total + 3)
    const known = new Set(before.messages.map(({ id }) => id))
    const opened = after.messages.filter(({ id }) => !known.has(id))
    expect(opened.map(({ text }) => text)).toEqual([
      'Кто знает фотографа для семьи?',
      'Посоветуйте фотографа на свадьбу в июне',
      'Ищу фотографа на выпускной, снимать весь день',
    ])
    expect(veiled?.cards).toEqual(opened.map(veil))
    expect(await veiledFrom(boris)).toEqual([])
  })

  it('sends nothing by which a message could be found', async () => {
    const boris = await newcomer(trial('photographers'))
    const secret = { ...by('Тайна Авторовна'), url: 'https://vk.com/wall-1_2' }
    await world.post('Ищу фотографа, звоните на 89001234567', { ...ago(HOUR + 7 * MINUTE), ...secret })
    const answer = await veiledFrom(boris)
    const [message] = (await feedOf(await newcomer(paid('photographers')))).messages
    expect(answer[0]?.cards).toEqual([veil(message)])
    const sent = JSON.stringify(answer)
    const secrets = ['фотографа,', 'звоните', '8900', 'Тайна', 'vk.com', message?.publishedAt, message?.group?.name]
    for (const part of secrets) if (part) expect(sent).not.toContain(part)
    expect(Object.keys(answer[0]?.cards[0] ?? {}).toSorted()).toEqual([
      'demo',
      'kind',
      'length',
      'network',
      'place',
      'publishedAt',
    ])
  })

  it('counts by the filter that is asked by, and shows no card where the filter asks for words or authors', async () => {
    const boris = await newcomer(trial('photographers'))
    await world.post('Ищу фотографа на свадьбу', { ...ago(HOUR), network: 'vk' })
    await world.post('Ищу фотографа в роддом', { ...ago(HOUR), network: 'telegram' })
    const counted = async (filter: object) => {
      const [found] = await veiledFrom(boris, filter)
      return [found?.messages, found?.cards.length]
    }
    expect(await counted({})).toEqual([2, 2])
    expect(await counted({ networks: ['vk'] })).toEqual([1, 1])
    expect(await counted({ includedWords: ['свадьба'] })).toEqual([1, 0])
    expect(await counted({ excludedWords: ['свадьба'] })).toEqual([1, 0])
    expect(await counted({ onlyBlackList: true })).toEqual([0, 0])
    expect(await counted({ categories: [await photographers()] })).toEqual([2, 2])
    expect(await veiledFrom(boris, { categories: [await world.categoryId('vets')] })).toEqual([])
    await boris.asks('filters', 'updateFilter', { id: boris.filterId, networks: ['vk'] })
    expect((await boris.asks('feed', 'getVeiled', { filterId: boris.filterId })).veiled).toMatchObject([
      { messages: 1 },
    ])
    expect((await boris.asks('feed', 'getVeiled', {})).veiled).toMatchObject([{ messages: 1 }])
  })

  it('does not reveal by a filter of moments when a message was written', async () => {
    const boris = await newcomer(trial('photographers'))
    const quarter = Math.floor((world.clock.now().getTime() - 2 * HOUR) / (15 * MINUTE)) * 15 * MINUTE
    const at = quarter + 7 * MINUTE
    await world.post('Ищу фотографа', { publishedAt: new Date(at) })
    const until = async (to: number) => (await veiledFrom(boris, { toDate: new Date(to).toISOString() }))[0]?.messages
    const since = async (from: number) =>
      (await veiledFrom(boris, { fromDate: new Date(from).toISOString() }))[0]?.messages
    expect([await until(at - 1), await until(at + 1), await until(quarter + 15 * MINUTE)]).toEqual([0, 0, 1])
    expect([await since(at), await since(at + 1), await since(quarter + 15 * MINUTE)]).toEqual([1, 1, 0])
  })

  it('of groups counts what paying for as many as are on the list brings', async () => {
    const boris = await newcomer({ ...groups(10), tariffType: 'trial' })
    expect(await veiledFrom(boris)).toMatchObject([{ productType: 'group', messages: 0, offer: { quantity: 1 } }])
    await pasteGroups(world, boris, 'vk.com/tver', 'vk.com/omsk')
    await world.settle()
    await world.post('Завтра отключат воду', { ...ago(HOUR), ...inGroup('tver') })
    await world.post('Ярмарка в субботу', { ...ago(5 * DAY), ...inGroup('omsk') })
    const [veiled] = await veiledFrom(boris)
    expect(veiled).toMatchObject({ sought: null, messages: 1, people: 1, offer: { quantity: 2 } })
    const { estimated, sum } = await pays(boris, veiled?.offer ?? null)
    expect([estimated, sum]).toEqual([veiled?.offer?.total, veiled?.offer?.total])
    expect((await feedOf(boris)).messages.map(({ text }) => text)).toEqual([
      'Ярмарка в субботу',
      'Завтра отключат воду',
    ])
    expect(await veiledFrom(boris)).toEqual([])
  })

  it('of a project counts what paying for it brings, as its search back found it too', async () => {
    const boris = await newcomer()
    await world.post('Сбер открыл отделение', ago(2 * DAY))
    await world.post('В Сбере очередь', ago(5 * DAY))
    await world.project(boris, { keywords: ['сбер'] }, { tariffType: 'trial' })
    await world.post('Сбер опять не работает', ago(HOUR))
    const [veiled] = await veiledFrom(boris)
    expect(veiled).toMatchObject({ productType: 'project', sought: null, messages: 2 })
    const before = await feedOf(boris)
    await pays(boris, veiled?.offer ?? null)
    expect((await feedOf(boris)).total).toBe(before.total + 2)
    expect(await veiledFrom(boris)).toEqual([])
  })

  it('says nothing to anyone without a trial, nor of a product that the person or their team has paid for', async () => {
    await world.post('Ищу фотографа', ago(HOUR))
    expect(await veiledFrom(await newcomer())).toEqual([])
    expect(await veiledFrom(await newcomer(paid('photographers'), trial('photographers')))).toEqual([])
    const member = await newcomer(trial('photographers'))
    expect(await veiledFrom(member)).toMatchObject([{ messages: 1 }])
    const owner = await newcomer({ ...paid('photographers'), tariffType: 'team' })
    await world.team(owner, member)
    expect(await veiledFrom(member)).toEqual([])
  })

  it("refuses a guest and a stranger's filter", async () => {
    const [boris, anna] = [await newcomer(trial('photographers')), await newcomer(trial('photographers'))]
    expect(codeOf(await world.ask('feed', 'getVeiled', {}))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('feed', 'getVeiled', { filterId: anna.filterId })).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ filterId: 'мой' }], [{ filter: { networks: ['myspace'] } }], [{ filter: { fromDate: 'вчера' } }]])(
    'refuses %j',
    async (input) => {
      const boris = await newcomer(trial('photographers'))
      expect(await world.ask('feed', 'getVeiled', input as never, boris)).toMatchObject({ code: 'VALIDATION_FAILED' })
    },
  )
})

/** What may be shown of a message, worked out from what its reader sees. */
function veil(message: FeedMessage | undefined) {
  if (!message) return null
  const { network, kind, publishedAt, location, text, demo } = message
  const hour = Math.floor(Date.parse(publishedAt) / HOUR) * HOUR
  return {
    network,
    kind,
    publishedAt: new Date(hour).toISOString(),
    place: location?.name ?? null,
    demo,
    length: Math.min(240, Math.ceil(text.length / 60) * 60),
  }
}
