/**
 * The law: whatever number leads to the feed, or tells of it, is the number of cards the feed then shows. Every call that says such a
 * number is asked about random messages, with copies, spam, hidden words, black lists, leads and trials among them.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import { readView, viewFields, viewKey } from '../../../../rules/filters/views.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'
import { listOf } from '../../watching/groups/groups.samples.ts'
import { streamItems } from './items/stream-items.ts'
import { readScope } from './read/scope.ts'

const sampleGroups = [
  { externalId: 'omsk', name: 'Омск' },
  { externalId: 'tver', name: 'Тверь' },
]

let world: TestWorld
/** A person who pays, and one on trial: each with a category, a project and a list of two groups. */
let people: TestUser[]
/** In the team of the first. */
let mate: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  people = [
    await world.customer('counting', paidForTeam('photographers'), groups(5)),
    await world.customer('trying', trial('photographers'), { ...groups(5), tariffType: 'trial' }),
  ]
  for (const person of people) {
    await listOf(world, person, sampleGroups)
    await world.project(person, { keywords: ['велосипед'], censorFilter: true, neuralFilter: true })
    world.clock.advance(MINUTE)
  }
  mate = await world.customer('mate')
  await world.team(people[0] as TestUser, mate)
})
afterAll(() => world.close())

const TAIL =
  'напишите в личные сообщения с примерами и ценами, встреча в конце августа на весь день в загородном доме, гостей около сорока человек'
const message = fc.record({
  text: fc.constantFrom(
    'Куплю велосипед',
    `Куплю велосипед, ${TAIL}`,
    `Ищу фотографа, ${TAIL}`,
    'Ищу фотографа с велосипедом',
    'Велосипед ебучий',
    'Велосипеды в кредит! Заработок без вложений, пиши в ЛС, доход от 5000 в день, переходи по ссылке https://t.me/zarabotok_bot',
    'Погода хорошая',
  ),
  group: fc.constantFrom(...sampleGroups),
  author: fc.constantFrom('1', '2', '3'),
  age: fc.constantFrom(0, DAY, 4 * DAY),
})
/** Which of the messages is a lead, how far, and whose. */
const lead = fc.record({
  place: fc.nat(),
  status: fc.constantFrom(...leadStatuses),
  whose: fc.constantFrom('me' as const, 'mate' as const, 'none' as const),
})
const round = fc.record({
  leads: fc.array(lead, { minLength: 2, maxLength: 5 }),
  statuses: fc.subarray([...leadStatuses], { maxLength: 3 }),
  whose: fc.subarray(['me', 'mate', 'none'] as const, { maxLength: 2 }),

  messages: fc.array(message, { minLength: 4, maxLength: 14, size: 'max' }),
  spam: fc.array(fc.nat(), { maxLength: 2 }),
  listed: fc.option(fc.constantFrom('1', '2', '3')),
})

/** What the feed shows, and says above it. */
async function cardsOf(person: TestUser, filter: Partial<FilterFields>): Promise<number> {
  const { total, messages } = await person.asks('feed', 'queryFeed', { filter, limit: 100 })
  expect(messages).toHaveLength(total)
  return total
}
const cardsOfView = (person: TestUser, key: string) => cardsOf(person, viewFields(readView(key) ?? null))

/** As the filters of this person write whose a lead is. The one on trial has no team: there another is no one's. */
const assigneeOf = (person: TestUser, whose: 'me' | 'mate' | 'none'): string =>
  whose === 'mate' ? String(mate.userId) : person === people[1] && whose !== 'me' ? 'none' : whose

type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never

/** @returns how many were moved; who is moved twice is refused where another has it by then */
async function makeLeads(person: TestUser, seen: { id: number }[], leads: Round['leads']): Promise<number> {
  let moved = 0
  for (const { place, status, whose } of seen.length === 0 ? [] : leads) {
    const assignee = assigneeOf(person, whose)
    const assigneeId = assignee === 'none' ? null : assignee === 'me' ? person.userId : Number(assignee)
    const change = { id: seen[place % seen.length]?.id ?? 0, status, assigneeId }
    if (codeOf(await world.ask('leads', 'updateLeadOf', change, person)) === 'ok') moved += 1
  }
  return moved
}

/** Every value of these fields says how many the feed shows when it is chosen. */
async function checkValues(person: TestUser, filter: Partial<FilterFields>, fields: Record<string, string[]>) {
  const { counts, capped } = await person.asks('feed', 'countFilterValues', { filter })
  expect(capped).toBe(false)
  for (const [field, values] of Object.entries(fields)) {
    for (const value of values) {
      const shown = counts.find((each) => each.field === field && each.value === value)?.count ?? 0
      expect([field, value, shown]).toEqual([field, value, await cardsOf(person, { ...filter, [field]: [value] })])
    }
  }
}

/** What a stop word would hide of a filter, and of how many, as the filter shows it before and with the word; a file holds as many rows. */
async function checkWordAndFile(person: TestUser, filter: Partial<FilterFields>) {
  const { hides, of } = await person.asks('feed', 'tryStopWord', { filter, word: 'велосипед' })
  expect(of).toBe(await cardsOf(person, filter))
  expect(of - hides).toBe(await cardsOf(person, { ...filter, excludedWords: ['велосипед'] }))
  const scope = await readScope(world, { id: person.userId, roles: [] }, { ...emptyFilter, ...filter })
  let rows = 0
  for await (const piece of streamItems(world.db, scope)) rows += piece.length
  expect(rows).toBe(of)
}

const leadTables = ['leads', 'lead_clusters', 'lead_moves', 'lead_comments']

it('every number that is shown of the feed is the number the feed shows', async () => {
  let [fewer, leadsMoved, narrowed] = [0, 0, 0]
  const law = fc.asyncProperty(round, async ({ messages, spam, listed, leads, statuses, whose }) => {
    await world.forgetMessages('spam_marks', 'blacklisted_authors', 'answers', ...leadTables)
    world.clock.advance(MINUTE)
    await world.receive(
      messages.map(({ text, group, author, age }) =>
        world.message(text, {
          group,
          author: { externalId: author, name: author },
          publishedAt: new Date(world.clock.now().getTime() - age),
        }),
      ),
    )
    await world.settle()
    for (const person of people) {
      const { messages: seen } = await person.asks('feed', 'queryFeed', { limit: 100 })
      for (const place of spam) {
        const marked = seen[place % Math.max(1, seen.length)]
        if (marked) await person.asks('marks', 'markSpam', { id: marked.id })
      }
      const author = seen.find((each) => each.author?.name === listed)?.author
      if (author) await person.asks('marks', 'addToBlackList', { id: author.id })

      const { projects } = await person.asks('projects', 'listProjects', {})
      for (const { id, inFeed, found } of projects) {
        expect(inFeed).toBe(await cardsOfView(person, viewKey({ productType: 'project', productId: id })))
        if (inFeed < found) fewer += 1
      }
      const { groups: listedGroups } = await person.asks('groups', 'listGroups', { sort: 'messageCount' })
      expect(listedGroups).toHaveLength(sampleGroups.length)
      for (const { monitoredGroupset, icGroup, messageCount } of listedGroups) {
        const key = viewKey({ productType: 'group', productId: monitoredGroupset }, icGroup)
        expect(messageCount).toBe(await cardsOfView(person, key))
      }
      expect(listedGroups.map(({ messageCount }) => messageCount)).toEqual(
        listedGroups.map(({ messageCount }) => messageCount).toSorted((a, b) => b - a),
      )

      await checkWordAndFile(person, {})

      leadsMoved += await makeLeads(person, seen, leads)
      const mine = ['me', 'none', String(mate.userId)]
      await checkValues(person, {}, { leadStatuses: [...leadStatuses], assignees: mine })
      const worked = { leadStatuses: statuses, assignees: whose.map((each) => assigneeOf(person, each)) }
      narrowed += Number((await cardsOf(person, worked)) < (await cardsOf(person, {})))
      await checkWordAndFile(person, worked)
      await checkValues(person, worked, { networks: ['vk'] })
      await checkValues(person, { leadStatuses: statuses }, { assignees: mine })
      await checkValues(person, { assignees: worked.assignees }, { leadStatuses: [...leadStatuses] })
    }
  })
  await fc.assert(law, { numRuns: 4, seed: 3 })
  // Where every message is a card, rows might be counted as well.
  expect(fewer).toBeGreaterThan(0)
  expect(Math.min(leadsMoved, narrowed)).toBeGreaterThan(0)
  await fc.assert(law, { numRuns: lawRuns(4) })
})
