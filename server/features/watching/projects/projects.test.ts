import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { projectLimits, type ProjectFields } from '../../../../contract/watching/projects.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { emptyProject } from '../../../../contract/watching/projects.ts'
import { openTestWorld, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
let anna: TestUser
let id: number
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
  id = await world.project(anna)
})
afterAll(() => world.close())

const save = (fields: Partial<ProjectFields>, more: object = {}) =>
  anna.asks('projects', 'updateProject', { id, ...emptyProject, ...fields, ...more })
/** The whole answer of a refusal. */
const refusal = (fields: Partial<ProjectFields>) =>
  world.ask('projects', 'updateProject', { id, ...emptyProject, ...fields }, anna)

describe('projects.listProjects', () => {
  it('lists one’s own, with what may be entered', async () => {
    const { projects, limits } = await anna.asks('projects', 'listProjects', {})
    expect(projects).toEqual([
      {
        id,
        ...emptyProject,
        name: 'Проект 1',
        status: 'STOPPED',
        downtimeReason: 'NOT_CONFIGURED',
        inFeed: 0,
        found: 0,
        hidden: { censor: 0, neural: 0 },
        progress: null,
        team: null,
      },
    ])
    expect(limits).toEqual(projectLimits)
  })

  it('lists the team’s after one’s own, and not what its owner holds for themselves', async () => {
    const owner = await world.customer('owner')
    const vera = await world.customer('vera')
    await world.team(owner, vera)
    const shared = await world.project(owner, { name: 'Скворечники', keywords: ['скворечник'] }, { tariffType: 'team' })
    await world.project(owner, { name: 'Тайный', keywords: ['кормушка'] })
    const own = await world.project(vera, { name: 'Верин', keywords: ['насест'] })
    await world.post('Продам скворечник')
    const listed = async (person: TestUser) => (await person.asks('projects', 'listProjects', {})).projects
    expect(await listed(vera)).toMatchObject([
      { id: own, name: 'Верин', team: null },
      { id: shared, name: 'Скворечники', inFeed: 1, team: { owner: 'owner', editable: false } },
    ])
    expect((await listed(owner)).map(({ name, team }) => [name, team])).toEqual([
      ['Скворечники', null],
      ['Тайный', null],
    ])
    expect((await vera.asks('feed', 'queryFeed', {})).messages).toMatchObject([
      { text: 'Продам скворечник', product: { name: 'Скворечники' } },
    ])
    expect(codeOf(await world.ask('projects', 'listProjects', {}))).toBe('UNAUTHORIZED')
    await world.leaveTeam(owner, vera)
    expect(await listed(vera)).toMatchObject([{ id: own }])
  })
})

describe('projects.updateProject', () => {
  it('saves it tidily, and says how it goes on', async () => {
    const { project } = await save({
      name: '  Мой   проект ',
      keywords: [' ремонт  квартиры', 'Ремонт квартиры', 'плитка', '  '],
      context: ['Омск', 'омск'],
      excludedKeywords: ['вакансия'],
      networks: ['vk', 'vk', 'ok'],
      kinds: ['post'],
    })
    expect(project).toMatchObject({
      name: 'Мой проект',
      keywords: ['ремонт квартиры', 'плитка'],
      context: ['Омск'],
      excludedKeywords: ['вакансия'],
      networks: ['vk', 'ok'],
      kinds: ['post'],
      status: 'STARTING_UP',
      downtimeReason: null,
      progress: { step: 2, status: 'pending', error: null, done: 0 },
    })
    await world.settle()
    expect((await anna.asks('projects', 'listProjects', {})).projects[0]).toMatchObject({
      status: 'RUNNING',
      progress: { step: 3, status: 'ok', done: 1, version: project.progress?.version },
    })
  })

  it('is known by its number among those of its owner while nobody names it', async () => {
    const zoya = await world.customer('zoya')
    const [first, second] = [await world.project(zoya), await world.project(zoya)]
    const names = async () => (await zoya.asks('projects', 'listProjects', {})).projects.map(({ name }) => name)
    expect(await names()).toEqual(['Проект 1', 'Проект 2'])
    const called = async (each: number, name: string) =>
      (await zoya.asks('projects', 'updateProject', { id: each, ...emptyProject, name, keywords: ['абажур'] })).project
        .name
    expect(await called(first, 'Свет')).toBe('Свет')
    expect(await called(second, '  ')).toBe('Проект 2')
    expect(await called(first, '')).toBe('Проект 1')
    await world.settle()
    await world.post('Отдам абажур')
    const { messages } = await zoya.asks('feed', 'queryFeed', {})
    expect(messages.map(({ product }) => product)).toEqual([{ id: first, name: 'Проект 1', icon: 'at' }])
    await world.project(zoya)
    expect(await names()).toEqual(['Проект 1', 'Проект 2', 'Проект 3'])
  })

  it('refuses a project that looks for nothing', async () => {
    expect(codeOf(await refusal({ keywords: [], context: ['Омск'] }))).toBe('PROJECT_EMPTY')
    expect(codeOf(await refusal({ keywords: ['  ', '\n'] }))).toBe('PROJECT_EMPTY')
  })

  it('reports every mistake in the queries, each at its place, and saves nothing', async () => {
    const before = (await anna.asks('projects', 'listProjects', {})).projects
    const answer = await refusal({
      name: 'Новое',
      keywords: ['ремонт', 'ремонт, плитка'],
      context: ['"кавычка'],
      excludedKeywords: [' ', '(('],
    })
    expect(answer).toMatchObject({
      status: 'error',
      code: 'QUERY_INVALID',
      message: 'Проверьте ключевые слова: в них есть ошибки',
    })
    if (answer.status === 'ok') throw new Error('it was saved')
    expect(answer.details?.mistakes).toEqual(
      expect.arrayContaining([
        { field: 'keywords', index: 1, from: 6, to: 7, message: expect.stringContaining('Запятая') },
        { field: 'context', index: 0, from: 0, to: expect.any(Number), message: 'Кавычка не закрыта.' },
        {
          field: 'excludedKeywords',
          index: 1,
          from: expect.any(Number),
          to: expect.any(Number),
          message: expect.any(String),
        },
      ]),
    )
    expect((await anna.asks('projects', 'listProjects', {})).projects).toEqual(before)
  })

  it('refuses more words than anybody writes, and says where they become too many', async () => {
    // 100 queries of 20 words each.
    const alternatives = (n: number, words: number, star = '') =>
      `(${Array.from({ length: words }, (_, at) => `сло${n * words + at}${star}`).join(' | ')})`
    const lists = (count: number, words: number, star = '') =>
      Array.from({ length: count }, (_, n) => alternatives(n + 10, words, star))
    expect(codeOf(await refusal({ keywords: lists(60, 20), context: lists(40, 20) }))).toBe('ok')
    const starred = lists(21, 20, '*')
    const answer = await refusal({ keywords: starred, context: starred, excludedKeywords: ['вакансия'] })
    if (answer.status === 'ok') throw new Error('it was saved')
    expect(answer.details?.mistakes).toEqual([
      {
        field: 'keywords',
        index: 20,
        from: 0,
        to: starred[20]?.length,
        message: expect.stringContaining('Слишком много слов'),
      },
    ])
  })

  // Spec §5: the message names the field with the limit from the server.
  test.each(['keywords', 'context', 'excludedKeywords'] as const)(
    'of too many %s it says how many there may be',
    async (field) => {
      const limit = projectLimits[field]
      expect(
        await refusal({ keywords: ['а'], [field]: Array.from({ length: limit + 1 }, (_, n) => `слово${n}`) }),
      ).toMatchObject({
        code: 'VALIDATION_FAILED',
        message: 'Неверно заполнены поля',
        details: { keyword: 'maxItems', dataPath: `/${field}`, params: { limit } },
      })
    },
  )

  test.each([
    [{ name: 'и'.repeat(61) }],
    [{ keywords: [''] }],
    [{ keywords: ['и'.repeat(201)] }],
    [{ networks: ['facebook'] }],
    [{ kinds: ['repost'] }],
    [{ censorFilter: 'да' }],
  ])('refuses %j', async (fields) => {
    expect(codeOf(await refusal(fields as never))).toBe('VALIDATION_FAILED')
  })

  it('is refused to guests; to others there is no such project', async () => {
    const boris = await world.customer('boris')
    const input = { id, ...emptyProject, keywords: ['чужое'] }
    expect(codeOf(await world.ask('projects', 'updateProject', input))).toBe('UNAUTHORIZED')
    for (const call of ['updateProject', 'refreshProject'] as const) {
      expect(await boris.isRefused('projects', call, input)).toBe('PROJECT_NOT_FOUND')
      expect(await anna.isRefused('projects', call, { ...input, id: 999_999 })).toBe('PROJECT_NOT_FOUND')
    }
  })
})

describe('projects.refreshProject', () => {
  it('searches what is stored once more, but not while it does', async () => {
    await save({ keywords: ['подоконник'] })
    expect(await anna.isRefused('projects', 'refreshProject', { id })).toBe('PROJECT_SEARCH_IN_PROGRESS')
    await world.settle()
    const { project } = await anna.asks('projects', 'refreshProject', { id })
    expect(project).toMatchObject({
      status: 'STARTING_UP',
      keywords: ['подоконник'],
      progress: { step: 2, status: 'pending' },
    })
    await world.settle()
    expect((await anna.asks('projects', 'listProjects', {})).projects[0]).toMatchObject({ status: 'RUNNING' })
  })

  it('has nothing to search for before it was saved', async () => {
    const empty = await world.project(anna)
    expect(await anna.isRefused('projects', 'refreshProject', { id: empty })).toBe('PROJECT_EMPTY')
    expect(codeOf(await world.ask('projects', 'refreshProject', { id: empty }))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('projects', 'refreshProject', { id: 0 })).toBe('VALIDATION_FAILED')
  })
})

it('a browser hears of its owner’s projects only, and again when a subscription begins', async () => {
  const [gleb, other] = [await world.customer('gleb'), await world.customer('other')]
  const [his, theirs] = [await gleb.connects(), await other.connects()]
  const project = await world.project(gleb)
  await expect
    .poll(() => his.heard['monitored-project'].at(-1))
    .toMatchObject({ id: project, status: 'STOPPED', downtimeReason: 'NOT_CONFIGURED' })
  await gleb.asks('projects', 'updateProject', { id: project, ...emptyProject, keywords: ['ламинат'] })
  await world.settle()
  await expect.poll(() => his.heard['monitored-project'].at(-1)).toMatchObject({ id: project, status: 'RUNNING' })
  expect(theirs.heard['monitored-project']).toEqual([])
  his.close()
  theirs.close()
})

it('who is in a team hears of its projects, whoever changes them, and no more once they have left', async () => {
  const owner = await world.customer('project-owner', { ...paidForTeam('photographers', 60), teamSize: 3 })
  const [manages, looks] = [await world.customer('project-manages'), await world.customer('project-looks')]
  await world.team(owner, { ...manages, right: 'manage' }, { ...looks, right: 'view' })
  const project = await world.project(owner, {}, { days: 60, tariffType: 'team' })
  const stranger = await world.customer('project-stranger')
  const [his, hers, theirs, foreign] = [
    await owner.connects(),
    await manages.connects(),
    await looks.connects(),
    await stranger.connects(),
  ]
  await owner.asks('projects', 'updateProject', { id: project, ...emptyProject, keywords: ['паркет'] })
  await world.settle()
  for (const browser of [his, hers, theirs])
    await expect.poll(() => browser.heard['monitored-project'].at(-1)).toMatchObject({ id: project, status: 'RUNNING' })
  await manages.asks('projects', 'updateProject', {
    id: project,
    ...emptyProject,
    name: 'Полы',
    keywords: ['паркет', 'ламинат'],
  })
  await world.settle()
  for (const browser of [his, hers, theirs])
    await expect.poll(() => browser.heard['monitored-project'].at(-1)).toMatchObject({ id: project, name: 'Полы' })
  await looks.asks('team', 'leaveTeam', {})
  await world.settle()
  await theirs.asks('accounts', 'getMe', {})
  theirs.heard['monitored-project'].length = 0
  await owner.asks('projects', 'updateProject', { id: project, ...emptyProject, name: 'Двери', keywords: ['дверь'] })
  await world.settle()
  for (const browser of [his, hers])
    await expect.poll(() => browser.heard['monitored-project'].at(-1)).toMatchObject({ id: project, name: 'Двери' })
  await theirs.asks('accounts', 'getMe', {})
  await foreign.asks('accounts', 'getMe', {})
  expect([theirs.heard['monitored-project'], foreign.heard['monitored-project']]).toEqual([[], []])
  for (const browser of [his, hers, theirs, foreign]) browser.close()
})
