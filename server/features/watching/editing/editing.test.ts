import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { emptyContent, type CategoryContent } from '../../../../contract/watching/editing.ts'
import type { CallInput } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { loadSeededCategories } from '../categories/categories.seed.ts'
import { seedCategories } from '../categories/seed.ts'
import { categoryIndex } from './category-index.ts'
import { readQueryLines } from './content.ts'

let world: TestWorld
let editor: TestUser
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  editor = await world.somebody('editor', ['categoryEditor'])
  admin = await world.somebody('admin', ['admin'])
})
afterAll(() => world.close())

const seedOf = (slug: string) => loadSeededCategories().find((seeded) => seeded.slug === slug)!
const open = (id: number, as = editor) => as.asks('editing', 'getEditedCategory', { id })

/** What someone sees who opens it now, and what they would send with a change. */
async function begin(id: number, as = editor) {
  const { revision, base, draft, published } = await open(id, as)
  return { began: { id, revision, base }, content: draft ?? published ?? emptyContent }
}
async function save(id: number, change: Partial<CategoryContent>, as = editor) {
  const { began, content } = await begin(id, as)
  return as.asks('editing', 'saveCategoryDraft', { ...began, content: { ...content, ...change } })
}
async function publish(id: number, note = '', as = editor) {
  return as.asks('editing', 'publishCategory', { ...(await begin(id, as)).began, note })
}
async function edit(id: number, change: Partial<CategoryContent>, note = '') {
  await save(id, change)
  return publish(id, note)
}
const codeOf = async (asked: Promise<{ status: string; code?: string; details?: object }>) => {
  const answer = await asked
  return answer.status === 'ok' ? 'ok' : answer.code
}
const tries = async (name: 'publishCategory' | 'restoreCategory', id: number, more: object = {}) =>
  codeOf(
    world.ask(
      'editing',
      name,
      { ...(await begin(id)).began, note: '', ...more } as CallInput<'editing', typeof name>,
      editor,
    ),
  )

describe('who may', () => {
  test.each<[string, () => Promise<TestUser | null>, string]>([
    ['a guest', () => Promise.resolve(null), 'UNAUTHORIZED'],
    ['a customer', () => world.customer('customer'), 'FORBIDDEN'],
    ['a moderator', () => world.somebody('moderator', ['moderator', 'blogEditor', 'support']), 'FORBIDDEN'],
  ])('not %s', async (_, who, code) => {
    const person = await who()
    const id = await world.categoryId('vets')
    const { began, content } = await begin(id)
    const { queries, topics, excluded } = content
    const asker = person ?? {}
    const refused = [
      world.ask('editing', 'listEditedCategories', {}, asker),
      world.ask('editing', 'getEditedCategory', { id }, asker),
      world.ask('editing', 'createCategory', { name: 'Чужая' }, asker),
      world.ask('editing', 'saveCategoryDraft', { ...began, content }, asker),
      world.ask('editing', 'deleteCategoryDraft', began, asker),
      world.ask('editing', 'previewCategory', { id, queries, topics, excluded }, asker),
      world.ask('editing', 'publishCategory', { ...began, note: '' }, asker),
      world.ask('editing', 'restoreCategory', { ...began, number: null, note: '' }, asker),
      world.ask('editing', 'getCategoryVersion', { id, number: 1 }, asker),
    ]
    for (const asked of refused) expect(await codeOf(asked)).toBe(code)
  })

  it('an admin as an editor', async () => {
    const { categories } = await admin.asks('editing', 'listEditedCategories', {})
    expect(categories.map(({ slug }) => slug)).toEqual(loadSeededCategories().map(({ slug }) => slug))
    expect(categories[0]).toMatchObject({ state: 'seeded', draft: null, found: 0, subscribers: 0 })
  })

  it('no one where there is none', async () => {
    expect(await codeOf(world.ask('editing', 'getEditedCategory', { id: 999_999 }, editor))).toBe('CATEGORY_NOT_FOUND')
  })
})

describe('a draft', () => {
  it('holds for the editors alone, says what is written wrongly and may be put away', async () => {
    const id = await world.categoryId('vets')
    const { mistakes } = await save(id, { name: 'Айболиты', queries: 'ищу ветеринара\n\n("кот' })
    expect(mistakes).toEqual([{ list: 'queries', line: 2, from: 1, to: 5, message: 'Кавычка не закрыта.' }])
    expect(await open(id, admin)).toMatchObject({
      category: { name: seedOf('vets').name, state: 'seeded', draft: { name: 'editor' } },
      published: { name: seedOf('vets').name, queries: '' },
      draft: { name: 'Айболиты', queries: 'ищу ветеринара\n\n("кот' },
      mistakes,
      versions: [],
    })
    const { categories } = await editor.asks('categories', 'listCategories', {})
    expect(categories.map(({ name }) => name)).not.toContain('Айболиты')
    await editor.asks('editing', 'deleteCategoryDraft', (await begin(id)).began)
    expect(await open(id)).toMatchObject({ draft: null, revision: null, category: { draft: null } })
  })

  it('that comes back to what is published is none', async () => {
    const id = await world.categoryId('vets')
    const { content } = await begin(id)
    expect(await save(id, { name: 'Айболиты' })).toMatchObject({ revision: expect.any(String) })
    expect(await save(id, { name: content.name, queries: `${content.queries}\n\n` })).toMatchObject({ revision: null })
    expect(await open(id)).toMatchObject({ draft: null, category: { draft: null } })
  })

  it('of two editors is not overwritten by the one who has not seen what the other did', async () => {
    const id = await world.categoryId('flowers')
    const first = await begin(id, editor)
    const second = await begin(id, admin)
    await editor.asks('editing', 'saveCategoryDraft', { ...first.began, content: { ...first.content, name: 'Первая' } })
    const late = { ...second.began, content: { ...second.content, name: 'Вторая' } }
    expect(await world.ask('editing', 'saveCategoryDraft', late, admin)).toMatchObject({
      code: 'CATEGORY_ALREADY_CHANGED',
      details: { by: 'editor', at: world.clock.now().toISOString() },
    })
    expect(await codeOf(world.ask('editing', 'publishCategory', { ...second.began, note: '' }, admin))).toBe(
      'CATEGORY_ALREADY_CHANGED',
    )
    expect(await codeOf(world.ask('editing', 'deleteCategoryDraft', second.began, admin))).toBe(
      'CATEGORY_ALREADY_CHANGED',
    )
    expect((await open(id)).draft?.name).toBe('Первая')
    // Who hears of it sees it, and goes on from there.
    await save(id, { name: 'Вторая', queries: 'букет' }, admin)
    await publish(id, '', admin)
    expect(
      await codeOf(world.ask('editing', 'saveCategoryDraft', { ...first.began, content: first.content }, editor)),
    ).toBe('CATEGORY_ALREADY_CHANGED')
  })

  it.each<[string, Partial<CategoryContent>, object]>([
    ['no name', { name: ' ' }, { code: 'VALIDATION_FAILED', details: { dataPath: '/name' } }],
    ['an address of other letters', { slug: 'Врачи' }, { code: 'VALIDATION_FAILED', details: { dataPath: '/slug' } }],
    ['an icon no one draws', { icon: 'unicorn' }, { code: 'VALIDATION_FAILED', details: { dataPath: '/icon' } }],
    ['nothing said of it', { description: '' }, { code: 'VALIDATION_FAILED', details: { dataPath: '/description' } }],
    ['no query', { queries: '\n', name: 'Другие' }, { code: 'VALIDATION_FAILED', details: { dataPath: '/queries' } }],
    [
      'a mistake',
      { excluded: 'а |' },
      { code: 'QUERY_INVALID', details: { mistakes: [{ list: 'excluded', line: 0 }] } },
    ],
    ['the address of another', { slug: 'vets' }, { code: 'CATEGORY_SLUG_ALREADY_TAKEN' }],
    ['the name of another', { name: seedOf('vets').name.toUpperCase() }, { code: 'CATEGORY_NAME_ALREADY_TAKEN' }],
  ])('with %s is not published', async (_, change, refusal) => {
    const id = await world.categoryId('photographers')
    await save(id, { ...(await begin(id)).content, queries: 'фотограф', ...change })
    const answer = await world.ask('editing', 'publishCategory', { ...(await begin(id)).began, note: '' }, editor)
    expect(answer).toMatchObject(refusal)
    await editor.asks('editing', 'deleteCategoryDraft', (await begin(id)).began)
  })
})

describe('what is published', () => {
  it('reaches the running stream, is logged with who did what, and takes nothing that was found away', async () => {
    const anna = await world.customer('anna', paid('photographers'))
    const id = await world.categoryId('photographers')
    await edit(id, { queries: 'ищу фотографа' })
    await world.post('Ищу фотографа на свадьбу')
    const texts = async () =>
      (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages.map(({ text }) => text)
    expect(await texts()).toEqual(['Ищу фотографа на свадьбу'])
    expect((await open(id)).category).toMatchObject({ found: 1, subscribers: 1, state: 'edited' })

    const standing = await world.standingQueries()
    const fits = (text: string) => standing.match(world.matched(text)).some(({ productId }) => productId === id)
    expect(fits('Ищу фотографа')).toBe(true)
    const { number } = await edit(id, { queries: 'снимет дирижабль', excluded: 'бесплатно' }, 'по жалобам')
    await expect.poll(() => fits('Кто снимет дирижабль?')).toBe(true)
    expect([fits('Ищу фотографа'), fits('Кто снимет дирижабль бесплатно?')]).toEqual([false, false])
    // What is found stays: in the feed, on the page of the category, in what is counted.
    await world.settle()
    expect(await texts()).toEqual(['Ищу фотографа на свадьбу'])
    expect((await open(id)).category.found).toBe(1)

    const { versions } = await open(id)
    expect(versions.map((each) => [each.number, each.kind, each.note, each.by.name])).toEqual([
      [number, 'published', 'по жалобам', 'editor'],
      [2, 'published', '', 'editor'],
      [1, 'found', '', null],
    ])
    const { content, before } = await editor.asks('editing', 'getCategoryVersion', { id, number })
    expect([content.queries, content.excluded, before?.queries]).toEqual([
      'снимет дирижабль',
      'бесплатно',
      'ищу фотографа',
    ])
    const { details } = await world.db
      .selectFrom('auditLog')
      .select('details')
      .where('action', '=', 'category-published')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(details).toEqual({
      category: id,
      version: number,
      note: 'по жалобам',
      changes: { fields: [], added: 2, removed: 1 },
    })
    expect(await tries('publishCategory', id)).toBe('CATEGORY_NOT_CHANGED')
  })

  it('goes back to an older version by a new one, and to the seed, which it follows again', async () => {
    const id = await world.categoryId('photographers')
    const newest = async () => (await open(id)).versions[0]
    await save(id, { queries: 'не пригодилось' })
    await editor.asks('editing', 'restoreCategory', { ...(await begin(id)).began, number: 2, note: 'так было лучше' })
    expect(await newest()).toMatchObject({ number: 4, kind: 'restored', restored: 2, note: 'так было лучше' })
    expect(await open(id)).toMatchObject({ draft: null, published: { queries: 'ищу фотографа', excluded: '' } })
    expect(await tries('restoreCategory', id, { number: 2 })).toBe('CATEGORY_NOT_CHANGED')
    expect(await tries('restoreCategory', id, { number: 77 })).toBe('CATEGORY_VERSION_NOT_FOUND')

    const changed = [{ ...seedOf('photographers'), description: `${seedOf('photographers').description}!` }]
    await seedCategories(world.db, world.clock, changed)
    expect((await open(id)).published?.description).toBe(seedOf('photographers').description)
    await editor.asks('editing', 'restoreCategory', { ...(await begin(id)).began, number: null, note: '' })
    expect(await newest()).toMatchObject({ number: 5, kind: 'seeded', by: { name: 'editor' } })
    expect(await open(id)).toMatchObject({
      category: { state: 'seeded' },
      published: {
        queries: seedOf('photographers').queries.join('\n'),
        topics: seedOf('photographers').topics.join('\n'),
      },
    })
    await seedCategories(world.db, world.clock, changed)
    expect((await open(id)).published?.description).toBe(`${seedOf('photographers').description}!`)
    expect(await tries('restoreCategory', id, { number: null })).toBe('CATEGORY_NOT_CHANGED')
    await seedCategories(world.db, world.clock)
  })

  it('keeps leading from an address it had, which no other may take', async () => {
    const id = await world.categoryId('sewing')
    const { content } = await begin(id)
    await edit(id, { queries: 'заверить', slug: 'other-address' })
    const before = await world.ask('categories', 'getCategory', { slug: content.slug })
    expect(before).toMatchObject({ result: { slug: 'other-address', category: { id } } })
    const { id: other } = await editor.asks('editing', 'createCategory', { name: 'Самозванцы' })
    await save(other, { queries: 'а', description: 'Ищут', slug: content.slug })
    expect(await tries('publishCategory', other)).toBe('CATEGORY_SLUG_ALREADY_TAKEN')
    await editor.asks('editing', 'deleteCategoryDraft', (await begin(other)).began)
    // The seed knows it by the address it was seeded with, and makes no second one of it.
    expect(await seedCategories(world.db, world.clock)).toBe(0)
    await edit(id, { slug: content.slug })
    expect(await world.ask('categories', 'getCategory', { slug: 'other-address' })).toMatchObject({
      result: { slug: content.slug },
    })
  })
})

describe('a new category', () => {
  it('is seen by no one until it is published, and is sold like any other from then on', async () => {
    const { id } = await editor.asks('editing', 'createCategory', { name: ' Дирижаблисты ' })
    const names = async () => (await editor.asks('categories', 'listCategories', {})).categories.map(({ name }) => name)
    expect((await editor.asks('editing', 'listEditedCategories', {})).categories.at(-1)).toMatchObject({
      id,
      name: 'Дирижаблисты',
      state: 'new',
      subscribers: 0,
    })
    expect(await open(id)).toMatchObject({ published: null, hasSeed: false, base: 0 })
    expect(await names()).not.toContain('Дирижаблисты')
    expect(await tries('restoreCategory', id, { number: null })).toBe('CATEGORY_VERSION_NOT_FOUND')
    await save(id, {
      slug: 'airships',
      description: 'Ищут, кто прокатит на дирижабле.',
      queries: 'прокатит на дирижабле',
    })
    expect(await publish(id, 'просили')).toEqual({ number: 1 })
    expect((await names()).at(-1)).toBe('Дирижаблисты')
    expect(await world.categoryId('airships')).toBe(id)
    const boris = await world.customer('boris', paid('airships'))
    const standing = await world.standingQueries()
    await expect
      .poll(() => standing.match(world.matched('Кто прокатит на дирижабле?')).map(({ productId }) => productId))
      .toContain(id)
    await world.post('Кто прокатит на дирижабле?')
    expect((await boris.asks('feed', 'queryFeed', { filterId: boris.filterId })).messages).toHaveLength(1)
  })

  it('that is put away is gone', async () => {
    const { id } = await editor.asks('editing', 'createCategory', { name: 'Передумали' })
    await editor.asks('editing', 'deleteCategoryDraft', (await begin(id)).began)
    expect(await codeOf(world.ask('editing', 'getEditedCategory', { id }, editor))).toBe('CATEGORY_NOT_FOUND')
  })
})

describe('the preview', () => {
  it('says as the stream would decide what comes in, what goes out, and which words are noise', async () => {
    const id = await world.categoryId('cleaning')
    await edit(id, { queries: 'уборка', topics: '', excluded: '' })
    const jobs = ['курьер', 'грузчик', 'кассир', 'продавец']
    await world.receive([
      ...jobs.map((job) =>
        world.message(`Требуется вакансия ${job}, уборка склада, график сменный, звоните +7 912 345-67-89`),
      ),
      world.message('Посоветуйте, кто делает уборку квартир'),
      world.message('Ищем мастера помыть окна, подскажите контакты'),
    ])
    const lists = { queries: 'уборка\nпомыть окна', topics: '', excluded: 'вакансия' }
    const preview = await editor.asks('editing', 'previewCategory', { id, ...lists })
    expect(preview).toMatchObject({
      before: 5,
      after: 2,
      estimated: false,
      comesIn: { count: 1, samples: [{ text: 'Ищем мастера помыть окна, подскажите контакты', suspicion: null }] },
      goesOut: { count: 4 },
      stays: { count: 1, samples: [{ text: 'Посоветуйте, кто делает уборку квартир', suspicion: null }] },
    })
    const [sample] = preview.comesIn.samples
    expect(sample?.spans.map(([from, to]) => sample.text.slice(from, to))).toEqual(['помыть', 'окна'])
    expect(JSON.stringify(preview)).not.toContain('345-67-89')
    const standing = await world.standingQueries()
    expect(standing.match(world.matched('уборка')).map(({ productId }) => productId)).toContain(id)

    const { noisyWords } = await editor.asks('editing', 'previewCategory', { id, ...lists, excluded: '' })
    expect(noisyWords).toContainEqual({ word: 'вакансия', suspected: 4, good: 0 })
    const nothing = await editor.asks('editing', 'previewCategory', { id, queries: 'уборка', topics: '', excluded: '' })
    expect(nothing).toMatchObject({ before: 5, after: 5, comesIn: { count: 0 }, goesOut: { count: 0, samples: [] } })
    // What is written wrongly looks for nothing: it is reported where it is saved.
    expect(
      await editor.asks('editing', 'previewCategory', { id, queries: '(уборка', topics: '', excluded: '' }),
    ).toMatchObject({ after: 0, goesOut: { count: 5 } })
  })

  it('decides to the letter as the stream, where topics are judged and categories take messages from each other', async () => {
    const [moving, realtors] = [await world.categoryId('moving'), await world.categoryId('realtors')]
    await edit(moving, { queries: 'ищу грузчиков', topics: 'переезд | грузчик' })
    await edit(realtors, { queries: '("сниму" | "ищу") (дом | квартира)', topics: 'дом | квартира' })
    const standing = await world.standingQueries()
    const index = categoryIndex(world)
    await index.read(world, () => Promise.resolve())
    const decidedOf = async (id: number, text: string) => {
      const { published } = await open(id)
      const draft = await index.openDraft(id, {
        queries: readQueryLines(published?.queries ?? ''),
        topics: readQueryLines(published?.topics ?? ''),
        excluded: [],
      })
      const { before, after } = draft.decide(text)
      draft.close()
      return [before !== null, after !== null]
    }
    const fits = (id: number, text: string) =>
      standing.match(world.matched(text)).some(({ productId }) => productId === id)
    await expect.poll(() => fits(realtors, 'Сниму дом в связи с переездом')).toBe(true)
    const texts = [
      ['Сниму дом в связи с переездом', false, true],
      ['Посоветуйте грузчиков на переезд', true, false],
      ['Ищу грузчиков на завтра', true, false],
      ['Грузчики у них опаздывают, а переезд когда ещё будет', false, false],
      ['Квартира у них хорошая, и дом тоже', false, false],
      ['Какая сегодня погода', false, false],
    ] as const
    for (const [text, forMoving, forRealtors] of texts) {
      expect([text, fits(moving, text), fits(realtors, text)]).toEqual([text, forMoving, forRealtors])
      expect([text, await decidedOf(moving, text)]).toEqual([text, [forMoving, forMoving]])
      expect([text, await decidedOf(realtors, text)]).toEqual([text, [forRealtors, forRealtors]])
    }
  })
})
