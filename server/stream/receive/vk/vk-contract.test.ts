/** What VK itself published, against the simulator and against how answers are read here. */
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import { normalise } from '../../normalise/normalise.ts'
import { readAll } from '../shared/read-all.samples.ts'
import { errorOfVk, type VkError } from './vk-wire.ts'
import { groupsOf } from './resolve.ts'
import {
  foundGroupOf,
  ownerOfGroup,
  ownerOfUser,
  ownersOf,
  readComment,
  readPost,
  unknownOwner,
  type VkComment,
  type VkGroup,
  type VkList,
  type VkPost,
  type VkUser,
} from './shape.ts'
import { fixtures, hasVkFixtures, hasVkSchema, openVkSchema } from './vk-schema.samples.ts'
import { START, vkTown, wallOf } from './vk.samples.ts'

const answerOf = <Response>(path: string): Response =>
  (JSON.parse(readFileSync(new URL(path, fixtures), 'utf8')) as { response: Response }).response
const filesIn = (path: string): string[] => readdirSync(new URL(path, fixtures)).map((name) => `${path}/${name}`)
const now = new Date(START)

describe.skipIf(!hasVkSchema)('the official schema (skipped where ../shared/data/vk-schema is absent)', () => {
  const responses: Record<string, [section: string, response: string]> = {
    'wall.get': ['wall', 'wall_get_extended_response'],
    'wall.getById': ['wall', 'wall_getById_response'],
    'wall.getComments': ['wall', 'wall_getComments_extended_response'],
    'newsfeed.search': ['newsfeed', 'newsfeed_search_extended_response'],
    'groups.getById': ['groups', 'groups_getById_object_response'],
    'users.get': ['users', 'users_get_response'],
    'utils.resolveScreenName': ['utils', 'utils_resolveScreenName_response'],
    'streaming.getServerUrl': ['streaming', 'streaming_getServerUrl_response'],
  }

  let check: ReturnType<typeof openVkSchema>
  beforeAll(() => {
    check = openVkSchema()
  })

  test('holds for every answer of the simulator', async () => {
    const { simulator, world, adapter, time } = await vkTown(sleepingTime())
    try {
      const on = new AbortController().signal
      const since = new Date(START - 14 * DAY)
      world.group(1, { name: 'Ремонт', screenName: 'remont' })
      world.group(2)
      world.user(5, { screenName: 'anna' })
      const post = world.post(-1, {
        text: 'Нужен ремонт',
        fromId: 5,
        signerId: 5,
        shared: { ownerId: -2, text: 'Скидки' },
        pinned: true,
      })
      const root = world.comment(post, { text: 'Ремонт?', fromId: 5 })
      for (let n = 0; n < 12; n += 1) world.comment(post, { text: 'Да', root: root.id, fromId: -1 })
      world.post(5, { text: 'Тоже ремонт' })
      const gone = world.post(-1, { text: 'Другое', date: Math.floor(START / 1000) - 60 })
      for (const key of ['remont', 'anna', '-2', '5']) await adapter.resolve(key, on)
      const { cursor } = await readAll((at) => adapter.groups!.read(wallOf(-1), at, since, on))
      root.deleted = true
      gone.deleted = true
      world.edit(post, 'Ремонт не нужен')
      time.at += 7 * HOUR
      await readAll((at) => adapter.groups!.read(wallOf(-1), at, since, on), cursor)
      await readAll((at) => adapter.search!.read(['ремонт'], at, since, on))
      simulator.calls.push({
        method: 'streaming.getServerUrl',
        parameters: {},
        token: '',
        at: 0,
        answer: { response: simulator.streaming.open() },
      })
      const asked = new Set(simulator.calls.map(({ method }) => method))
      expect([...asked].toSorted()).toEqual(Object.keys(responses).toSorted())
      for (const { method, answer } of simulator.calls)
        expect([method, ...check(...responses[method]!, answer)]).toEqual([method])
    } finally {
      await simulator.close()
    }
  })

  test('refuses what is not of this shape, so that it says something', () => {
    expect(
      check('wall', 'wall_get_extended_response', { response: { count: 'много', items: [{ id: '1' }] } }),
    ).toHaveLength(5)
    expect(
      check('groups', 'groups_getById_object_response', { response: { groups: [{ id: 1, is_closed: 7 }] } }),
    ).not.toEqual([])
  })

  test.skipIf(!hasVkFixtures)('holds for what was recorded, as far as we read it', () => {
    const whole = (path: string): unknown => JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'))
    const known = (mistakes: string[]): string[] =>
      mistakes.filter((mistake) =>
        /\/(items\/\d+|groups\/\d+|profiles\/\d+)\/(id|owner_id|from_id|date|edited|text|post_type|is_closed|photo_100|name|thread|comments)\b/.test(
          mistake,
        ),
      )
    expect(known(check('wall', 'wall_get_extended_response', whole('v5.199/wall.get.extended.json')))).toEqual([])
    expect(
      known(check('wall', 'wall_getComments_extended_response', whole('v5.199/wall.getComments.extended.json'))),
    ).toEqual([])
    expect(
      known(check('groups', 'groups_getById_object_response', whole('v5.199/groups.getById.extended.json'))),
    ).toEqual([])
  })
})

describe.skipIf(!hasVkFixtures)('recorded answers (skipped where ../shared/data/fixtures/vk is absent)', () => {
  test('a wall of today', () => {
    const page = answerOf<VkList<VkPost>>('v5.199/wall.get.extended.json')
    const owners = ownersOf(page)
    const read = page.items!.map((post) => readPost(post, owners, unknownOwner(-33438842))!)
    expect(read).toHaveLength(5)
    for (const [place, message] of read.entries()) {
      const { id, date, text } = page.items![place]!
      expect(message).toMatchObject({
        network: 'vk',
        kind: 'post',
        externalId: `-33438842_${id}`,
        url: `https://vk.com/wall-33438842_${id}`,
        publishedAt: new Date(date! * 1000),
        group: { externalId: '-33438842', kind: 'community' },
        deleted: false,
      })
      expect(message.author?.name).not.toMatch(/^id\d+$/)
      if (text) expect(message.text).toContain(text.split('\n')[0])
    }
  })

  test('comments of today', () => {
    const page = answerOf<VkList<VkComment>>('v5.199/wall.getComments.extended.json')
    const owner = { ...unknownOwner(-33438842), name: 'Община' }
    const read = page.items!.map((comment) => readComment(comment, { owner, post: 847 }, ownersOf(page)))
    expect(
      read.map((message) => [
        message?.externalId,
        message?.author?.externalId,
        message?.author?.name,
        message?.group?.name,
      ]),
    ).toEqual([
      ['-33438842_847_r858', '679498166', 'Имя7920 Фамилия7920', 'Община'],
      ['-33438842_847_r857', '553380184', 'Имя9670 Фамилия9670', 'Община'],
      ['-33438842_847_r849', '-220870455', 'Название заменено', 'Община'],
    ])
  })

  test('a deleted comment that was answered is a deletion', () => {
    const page = answerOf<VkList<VkComment>>('vknet/Wall/GetComments802.json')
    const read = page.items!.map((comment) =>
      readComment(comment, { owner: unknownOwner(-69459624), post: 482121 }, ownersOf(page)),
    )
    expect(read.map((message) => [message?.externalId, message?.deleted, message?.text])).toEqual([
      ['-69459624_482121_r482124', false, 'Текст 1го комментария'],
      ['-69459624_482121_r482127', true, ''],
      ['-69459624_482121_r482418', false, 'Текст 3го комментария'],
    ])
  })

  test('mentions, entities and line breaks are read as a person sees them', () => {
    const [comment] = answerOf<VkList<VkComment>>('vknet/Wall/GetComment_ReturnCorrectResults.json').items!
    expect(readComment(comment!, { owner: unknownOwner(-1), post: 1 }, new Map())?.text).toMatch(
      /^Пользователь 2db0, я не хочу/,
    )
    const [greeting] = answerOf<VkList<VkComment>>('vknet/Wall/GetComments_ReturnLikesAndAttachments.json').items!
    expect(readComment(greeting!, { owner: unknownOwner(-1), post: 1 }, new Map())?.text).toBe(
      'Поздравляю вас!!!\nРастите здоровыми, счастливыми и красивыми!',
    )
    const [found] = answerOf<VkList<VkPost>>('vknet/NewsFeed/Search_Coordinates_Exception.json').items!
    expect(readPost(found!, new Map())).toMatchObject({
      externalId: '-168119259_5225',
      text: '✈️ Вильнюс (Литва) → Прага (Чехия)',
    })
  })

  test('what was shared is read with it', () => {
    const [post] = answerOf<VkList<VkPost>>('vknet/Wall/Get_Geo_NormalCase.json').items!
    expect(readPost(post!, new Map())?.text).toMatch(/^Мы оформляем храм/)
  })

  test('every recorded wall, search, person and community is read, whatever its age', () => {
    const lists = [...filesIn('vknet/Wall'), ...filesIn('vknet/NewsFeed')].filter(
      (path) => !/Comment|Repost_/.test(path),
    )
    let posts = 0
    for (const path of lists) {
      const answer = answerOf<VkList<VkPost> | VkPost[]>(path)
      const items = Array.isArray(answer) ? answer : (answer.items ?? [])
      for (const post of items) {
        if (post.owner_id === undefined) continue
        const message = readPost(post, Array.isArray(answer) ? new Map() : ownersOf(answer))
        expect(message?.externalId, path).toBe(`${post.owner_id}_${post.id}`)
        const kept = normalise(message!, now)
        expect(kept === null, path).toBe(message!.text.trim() === '')
        posts += 1
      }
    }
    expect(posts).toBeGreaterThan(10)
    const groups = [
      ...filesIn('vknet/Groups').filter((path) => path.includes('GetById')),
      'v5.199/groups.getById.extended.json',
    ].flatMap((path) => groupsOf(answerOf<VkGroup[] | { groups: VkGroup[] }>(path)))
    expect(groups.length).toBeGreaterThan(5)
    for (const group of groups)
      expect(foundGroupOf(ownerOfGroup(group))).toMatchObject({
        externalId: String(-group.id),
        name: expect.stringMatching(/\S/),
        link: expect.stringMatching(/^https:\/\/vk\.com\/[\w.]+$/),
      })
    const users = filesIn('vknet/Users')
      .filter((path) => path.includes('/Get_'))
      .flatMap((path) => answerOf<VkUser[]>(path))
    expect(users.length).toBeGreaterThan(3)
    for (const user of users)
      expect(foundGroupOf(ownerOfUser(user))).toMatchObject({
        externalId: String(user.id),
        kind: 'person',
        name: expect.stringMatching(/\S/),
      })
  })

  test('every recorded error is one of a network, and shows no token', () => {
    const kinds = Object.fromEntries(
      filesIn('vknet/Errors')
        .filter((path) => /\/\d+\.json$/.test(path))
        .map((path) => {
          const { error } = JSON.parse(readFileSync(new URL(path, fixtures), 'utf8')) as { error: VkError }
          const networkError = errorOfVk('wall.get', error)
          expect(networkError.message).not.toMatch(/1fe7889c|access_token=/)
          return [error.error_code, networkError.kind]
        }),
    )
    expect(kinds).toMatchObject({
      1: 'temporary',
      5: 'auth-dead',
      7: 'access-denied',
      14: 'captcha-needed',
      15: 'access-denied',
      17: 'captcha-needed',
      100: 'bad-request',
      104: 'not-found',
      125: 'not-found',
    })
  })
})
