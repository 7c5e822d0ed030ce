import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { TOTAL_CAP } from '../../../../contract/total-cap.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../testing/test-world.ts'
import { DAY } from '../../../kit/clock.ts'
import { touchItems } from './items/touch-items.samples.ts'

const LONG =
  'Посоветуйте, пожалуйста, хорошего фотографа на свадьбу в августе: съёмка весь день, утро невесты, роспись и вечер в загородном доме, всего сорок гостей'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  await world.looksFor('vets', 'ветеринар')
})
afterAll(() => world.close())

const texts = (page: { messages: FeedMessage[] }): string[] => page.messages.map(({ text }) => text)

/** Someone new before an empty feed. */
async function freshCustomer(nickname: string, ...holdings: Parameters<TestWorld['customer']>[1][]): Promise<TestUser> {
  await world.forgetMessages()
  return world.customer(nickname, ...holdings)
}

describe('feed.queryFeed', () => {
  it('shows a message that fits a subscribed category, with all a card needs', async () => {
    const anna = await freshCustomer('anna', paid('photographers'))
    await world.receive([
      world.message('Посоветуйте 📷 хорошего фотографа или двух фотографов', {
        externalId: 'wall-1_2',
        url: 'https://vk.com/wall-1_2',
        kind: 'comment',
        publishedAt: new Date('2026-11-20T11:58:00Z'),
        demo: true,
        author: {
          externalId: '7',
          name: 'Мария',
          avatar: 'https://vk.com/7.jpg',
          url: 'https://vk.com/id7',
          city: 'Омск',
        },
        group: { externalId: '1', name: 'Мамы Омска', followers: 12_000 },
      }),
      world.message('Сегодня хорошая погода'),
    ])
    const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId, queryId: 'вопрос 1' })
    expect(page).toEqual({
      queryId: 'вопрос 1',
      messages: [
        {
          id: expect.any(Number),
          seqId: page.upTo,
          network: 'vk',
          sourceKind: 'community',
          kind: 'comment',
          userId: expect.any(Number),
          productType: 'category',
          product: { id: await world.categoryId('photographers'), name: 'Фотографы', icon: 'camera' },
          text: 'Посоветуйте 📷 хорошего фотографа или двух фотографов',
          spans: expect.any(Array),
          keyword: 'фотограф',
          publishedAt: '2026-11-20T11:58:00.000Z',
          receivedAt: '2026-11-20T12:00:00.000Z',
          editedAt: null,
          url: 'https://vk.com/wall-1_2',
          author: {
            id: expect.any(Number),
            name: 'Мария',
            avatar: 'https://vk.com/7.jpg',
            url: 'https://vk.com/id7',
            city: 'Омск',
          },
          group: { id: expect.any(Number), name: 'Мамы Омска', avatar: null, url: null, city: null, followers: 12_000 },
          demo: true,
          intent: expect.stringMatching(/^(cold|warm|hot)$/),
          copies: 0,
          filterSpans: [],
          viewed: false,
          handled: false,
          favorite: false,
          likes: [],
          dislikes: [],
          notes: [],
          spamMarked: false,
          spamCount: 0,
          spam: false,
          blackListed: false,
          location: {
            id: expect.any(Number),
            type: 'town',
            name: 'Омск',
            source: 'group',
            confidence: expect.any(Number),
          },
          verdict: null,
          answers: [],
          lead: null,
          moderatorLog: [],
        },
      ],
      total: 1,
      totalCapped: false,
      upTo: expect.any(Number),
    })
    const [message] = page.messages
    const marked = message?.spans.map(([start, end]) => message.text.slice(start, end)) ?? []
    expect(marked[0]).toBe('фотографа')
    for (const word of marked) expect(['фотографа', 'фотографов']).toContain(word)
  })

  it('shows only what one is subscribed to, once whatever it fits', async () => {
    const anna = await freshCustomer('only-anna', paid('photographers'), paid('video'))
    const boris = await world.customer('only-boris', paid('vets'))
    const vera = await world.customer('only-vera')
    await world.post('Ищу ветеринара')
    await world.post('Нужны фотограф и видеограф')
    const query = (person: TestUser) => person.asks('feed', 'queryFeed', { filterId: person.filterId })
    expect(texts(await query(anna))).toEqual(['Нужны фотограф и видеограф'])
    expect(texts(await query(boris))).toEqual(['Ищу ветеринара'])
    expect(await query(vera)).toMatchObject({ messages: [], total: 0, totalCapped: false })
  })

  it('narrows by the filter as it is saved', async () => {
    const anna = await freshCustomer('narrow', paid('photographers'), paid('vets'))
    await world.receive([
      world.message('Ищу фотографа на свадьбу', { network: 'ok' }),
      world.message('Ищу фотографа на юбилей', { network: 'vk' }),
      world.message('Ищу ветеринара для кошки', { network: 'vk', kind: 'comment' }),
      world.message('Ищу фотографа для кошки', {
        network: 'vk',
        publishedAt: new Date(world.clock.now().getTime() - 2 * DAY),
      }),
    ])
    const narrowed = async (change: object) => {
      await anna.asks('filters', 'updateFilter', { id: anna.filterId, ...change })
      const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
      expect(page.total).toBe(page.messages.length)
      return texts(page).map((text) => text.split(' ').slice(1).join(' '))
    }
    expect(await narrowed({ includedWords: ['кошки', 'свадьба'] })).toEqual([
      'фотографа для кошки',
      'ветеринара для кошки',
      'фотографа на свадьбу',
    ])
    expect(await narrowed({ exactMatch: true })).toEqual(['фотографа для кошки', 'ветеринара для кошки'])
    expect(await narrowed({ exactMatch: false, excludedWords: ['ветеринар'] })).toEqual([
      'фотографа для кошки',
      'фотографа на свадьбу',
    ])
    expect(await narrowed({ recentDays: 1 })).toEqual(['фотографа на свадьбу'])
    expect(await narrowed({ includedWords: [], excludedWords: [], recentDays: null, networks: ['vk'] })).toHaveLength(3)
    expect(await narrowed({ kind: 'comment' })).toEqual(['ветеринара для кошки'])
    expect(await narrowed({ kind: 'all', categories: [await world.categoryId('photographers')] })).toHaveLength(2)
    expect(await narrowed({ toDate: new Date(world.clock.now().getTime() - DAY).toISOString() })).toEqual([
      'фотографа для кошки',
    ])
  })

  describe('pages', () => {
    let anna: TestUser
    const all = Array.from({ length: 25 }, (_, index) => `фотограф ${25 - index}`)
    const query = (more: object = {}) => anna.asks('feed', 'queryFeed', { filterId: anna.filterId, limit: 10, ...more })

    beforeAll(async () => {
      anna = await freshCustomer('paging', paid('photographers'), trial('vets'))
      // Between any two there is something hidden: a category one has not, and one whose newest days are not shown.
      await world.receive(
        all
          .toReversed()
          .flatMap((text) => [world.message(text), world.message('нужен видеограф'), world.message('нужен ветеринар')]),
      )
    })

    it('are full though much is hidden, newest first, and go on from the last item', async () => {
      const first = await query()
      expect(first).toMatchObject({ total: 25, totalCapped: false })
      expect(texts(first)).toEqual(all.slice(0, 10))
      const second = await query({ seqId: first.messages.at(-1)?.seqId, direction: 'forward', upTo: first.upTo })
      expect(texts(second)).toEqual(all.slice(10, 20))
      const third = await query({ seqId: second.messages.at(-1)?.seqId, upTo: first.upTo })
      expect(texts(third)).toEqual(all.slice(20))
      expect(third).toMatchObject({ total: 25, upTo: first.upTo })
      expect(texts(await query({ seqId: third.messages.at(-1)?.seqId }))).toEqual([])
      const numbers = [first, second, third].flatMap(({ messages }) => messages.map(({ seqId }) => seqId))
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    })

    it('go back from the first item', async () => {
      const third = await query({ pageOffset: 2 })
      const second = await query({ seqId: third.messages[0]?.seqId, direction: 'back' })
      expect(texts(second)).toEqual(all.slice(10, 20))
      const first = await query({ seqId: second.messages[0]?.seqId, direction: 'back' })
      expect(texts(first)).toEqual(all.slice(0, 10))
      expect(texts(await query({ seqId: first.messages[0]?.seqId, direction: 'back' }))).toEqual([])
    })

    test.each([
      ['from the top', 1, undefined, all.slice(10, 20)],
      ['from the top to the last', 2, undefined, all.slice(20)],
      ['from the top beyond the last', 3, undefined, []],
      ['forward by one', 1, { at: 4, direction: 'forward' }, all.slice(5, 15)],
      ['forward by two', 2, { at: 4, direction: 'forward' }, all.slice(15, 25)],
      ['back by one', 1, { at: 23, direction: 'back' }, all.slice(13, 23)],
      ['back by two', 2, { at: 23, direction: 'back' }, all.slice(3, 13)],
    ] as const)('jump %s', async (_, pageOffset, edge, expected) => {
      const everything = await query({ limit: 100 })
      const from = edge ? { seqId: everything.messages[edge.at]?.seqId, direction: edge.direction } : {}
      expect(texts(await query({ pageOffset, ...from }))).toEqual(expected)
    })

    it('stand still under `upTo` while new messages come', async () => {
      const first = await query()
      await world.post('совсем новый фотограф')
      expect(texts(await query({ upTo: first.upTo }))).toEqual(all.slice(0, 10))
      expect(texts(await query({ upTo: first.upTo, pageOffset: 2 }))).toEqual(all.slice(20))
      const back = await query({ seqId: first.messages[4]?.seqId, direction: 'back', upTo: first.upTo })
      expect(texts(back)).toEqual(all.slice(0, 4))
      expect(back).toMatchObject({ total: 25, upTo: first.upTo })
      const again = await query()
      expect(again.total).toBe(26)
      expect(texts(again)[0]).toBe('совсем новый фотограф')
      expect(again.upTo).toBeGreaterThan(first.upTo)
    })

    it('are as long as the filter says when nothing else is asked', async () => {
      await anna.asks('filters', 'updateFilter', { id: anna.filterId, limit: 50 })
      expect((await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages).toHaveLength(26)
      await anna.asks('filters', 'updateFilter', { id: anna.filterId, limit: 20 })
      expect((await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages).toHaveLength(20)
    })
  })

  it('hides the newest three days on trial, to the millisecond', async () => {
    const boris = await freshCustomer('on-trial', trial('photographers'))
    const edge = world.clock.now().getTime() - 259_200_000
    await world.receive([
      world.message('фотограф старый', { publishedAt: new Date(edge - 1) }),
      world.message('фотограф на грани', { publishedAt: new Date(edge) }),
      world.message('фотограф новый'),
    ])
    const query = () => boris.asks('feed', 'queryFeed', { filterId: boris.filterId })
    expect(await query()).toMatchObject({ messages: [{ text: 'фотограф старый' }], total: 1 })
    world.clock.advance(1)
    expect(texts(await query())).toEqual(['фотограф на грани', 'фотограф старый'])
    await world.hold(boris.userId, paid('photographers'))
    expect(texts(await query())).toHaveLength(3)
  })

  it('shows nothing once the subscription has ended, and the same again with the next', async () => {
    const boris = await freshCustomer('ended', paid('photographers', 2))
    await world.post('нужен фотограф')
    const total = async () => (await boris.asks('feed', 'queryFeed', { filterId: boris.filterId })).total
    expect(await total()).toBe(1)
    world.clock.advance(2 * DAY - 1)
    expect(await total()).toBe(1)
    world.clock.advance(1)
    expect(await total()).toBe(0)
    await world.hold(boris.userId, paid('photographers'))
    expect(await total()).toBe(1)
  })

  it('hides what is gone at the source, and shows it again when it is back', async () => {
    const anna = await freshCustomer('gone', paid('photographers'))
    const message = await world.post('нужен фотограф')
    await world.post('нужен второй фотограф')
    const query = () => anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    await world.receive([{ ...message, text: '', deleted: true }])
    expect(await query()).toMatchObject({ messages: [{ text: 'нужен второй фотограф' }], total: 1 })
    await world.receive([message])
    expect(texts(await query())).toEqual(['нужен второй фотограф', 'нужен фотограф'])
  })

  it('shows an edited message as it is now, in its place, and to those it fits now', async () => {
    const anna = await freshCustomer('edited-photo', paid('photographers'))
    const vera = await world.customer('edited-vet', paid('vets'))
    const message = await world.post('нужен фотограф')
    await world.post('нужен другой фотограф')
    const query = (person: TestUser) => person.asks('feed', 'queryFeed', { filterId: person.filterId })
    const before = (await query(anna)).messages[1]
    world.clock.advance(60_000)
    await world.receive([{ ...message, text: 'Нужны ветеринар и хороший фотограф' }])

    const after = (await query(anna)).messages[1]
    expect(after).toEqual({
      ...before,
      text: 'Нужны ветеринар и хороший фотограф',
      spans: [[26, 34]],
      editedAt: world.clock.now().toISOString(),
      intent: after?.intent,
    })
    const atVeras = await query(vera)
    expect(atVeras.messages).toMatchObject([
      { id: after?.id, text: after?.text, spans: [[6, 15]], keyword: 'ветеринар' },
    ])
    // To her it is new, so it stands above everything that was read before.
    expect(atVeras.messages[0]?.seqId).toBe(atVeras.upTo)

    await anna.asks('filters', 'updateFilter', { id: anna.filterId, includedWords: ['ветеринары'] })
    expect(texts(await query(anna))).toEqual(['Нужны ветеринар и хороший фотограф'])

    await world.receive([{ ...message, text: 'Уже не нужно, спасибо, ветеринары' }])
    expect((await query(anna)).messages).toMatchObject([{ text: 'Уже не нужно, спасибо, ветеринары', spans: [] }])
  })

  it('is kept away from a project by what an edited text says, although it fits no longer', async () => {
    const owner = await freshCustomer('edited-project')
    const id = await world.project(owner, { name: 'Рояли', keywords: ['рояль'], censorFilter: true })
    const message = await world.post('Настройка роялей на дому')
    const ours = () => owner.asks('feed', 'queryFeed', { filter: { monitoredProjects: [id] } })
    expect(texts(await ours())).toEqual(['Настройка роялей на дому'])
    await world.receive([{ ...message, text: 'Вот сука, опять соседи' }])
    expect(texts(await ours())).toEqual([])
    await world.receive([{ ...message, text: 'Отдам котят' }])
    expect((await ours()).messages).toMatchObject([{ text: 'Отдам котят', keyword: null, spans: [] }])
    await world.receive([{ ...message, text: 'Отдам рояль' }])
    expect((await ours()).messages).toMatchObject([{ text: 'Отдам рояль', keyword: 'рояль', spans: [[6, 11]] }])
  })

  it('asks by the default filter when none is named, and by fields that are not saved when they are sent', async () => {
    const anna = await freshCustomer('draft', paid('photographers'))
    await world.post('нужен фотограф на свадьбу')
    await world.post('нужен фотограф на юбилей')
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, includedWords: ['свадьба'], limit: 10 })
    expect(texts(await anna.asks('feed', 'queryFeed', {}))).toEqual(['нужен фотограф на свадьбу'])
    expect(texts(await anna.asks('feed', 'queryFeed', { filter: { excludedWords: ['свадьба'] } }))).toEqual([
      'нужен фотограф на юбилей',
    ])
    // A shared address has no part in what is saved.
    expect(texts(await anna.asks('feed', 'queryFeed', { filter: {} }))).toHaveLength(2)
    expect(texts(await anna.asks('feed', 'queryFeed', { filterId: anna.filterId, filter: {} }))).toHaveLength(2)
  })

  it('shows one text once, and says how many copies stand behind it', async () => {
    const anna = await freshCustomer('once', paid('photographers'))
    for (const group of ['Мамы Омска', 'Омск', 'Барахолка'])
      await world.post(LONG, { group: { externalId: group, name: group } })
    await world.post('нужен фотограф на юбилей')
    const query = (more: object = {}) => anna.asks('feed', 'queryFeed', { filterId: anna.filterId, ...more })
    expect(await query()).toMatchObject({
      messages: [{ copies: 0 }, { text: LONG, copies: 2, group: { name: 'Мамы Омска' } }],
      total: 2,
    })
    // The first that fits the filter stands for all that do.
    await touchItems(world, 'Мамы Омска', "network = 'ok'")
    expect(await query({ filter: { networks: ['vk'] } })).toMatchObject({
      messages: [{ copies: 0 }, { copies: 1, group: { name: 'Омск' } }],
      total: 2,
    })
  })

  it('counts no further than it says', async () => {
    const anna = await freshCustomer('many', paid('photographers'))
    await world.post('нужен фотограф')
    // As many as the cap counts, besides the one.
    await world.database.pool
      .query(`insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at,
        network, kind, author_id, group_id, demo, keyword, spans, cluster_id)
      select nextval('feed_seq'), product_type, product_id, -number, received_at, published_at, network, kind, author_id, group_id, demo, keyword, spans, -number
      from feed_items, generate_series(1, ${TOTAL_CAP - 1}) as number`)
    const total = async () => {
      const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
      return [page.total, page.totalCapped]
    }
    expect(await total()).toEqual([TOTAL_CAP, false])
    await world.post('нужен ещё фотограф')
    expect(await total()).toEqual([TOTAL_CAP, true])
  })

  it('refuses a guest, and a stranger like somebody who asks for nothing', async () => {
    const anna = await world.customer('owner')
    const boris = await world.customer('stranger')
    expect(codeOf(await world.ask('feed', 'queryFeed', { filterId: anna.filterId }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('feed', 'queryFeed', { filterId: anna.filterId })).toBe('FILTER_NOT_FOUND')
    expect(await boris.isRefused('feed', 'queryFeed', { filterId: 999_999 })).toBe('FILTER_NOT_FOUND')
  })

  test.each<[string, object, object]>([
    ['a filter of no shape', { filter: { spam: 'maybe' } }, { keyword: 'enum', dataPath: '/filter/spam' }],
    ['an empty page', { limit: 0 }, { keyword: 'minimum', dataPath: '/limit', params: { limit: 1 } }],
    ['a very long page', { limit: 101 }, { keyword: 'maximum', dataPath: '/limit', params: { limit: 100 } }],
    ['half a page', { limit: 1.5 }, { keyword: 'type', dataPath: '/limit' }],
    ['a far jump', { pageOffset: 101 }, { keyword: 'maximum', dataPath: '/pageOffset', params: { limit: 100 } }],
    ['another direction', { direction: 'up' }, { keyword: 'enum', dataPath: '/direction' }],
    ['a number above any', { upTo: 1e30 }, { keyword: 'maximum', dataPath: '/upTo' }],
    ['a filter above any', { filterId: 2 ** 60 }, { keyword: 'maximum', dataPath: '/filterId' }],
    ['a place below all', { seqId: -1 }, { keyword: 'minimum', dataPath: '/seqId' }],
  ])('refuses %s', async (_, change, details) => {
    const anna = await world.customer(`invalid-${Object.entries(change).join('-').replace(/\W/g, '-')}`)
    expect(await world.ask('feed', 'queryFeed', { filterId: anna.filterId, ...change }, anna)).toMatchObject({
      code: 'VALIDATION_FAILED',
      details,
    })
  })
})
