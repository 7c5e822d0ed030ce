/** Every call that reaches something through a team, asked with every right by who has nothing of their own, and with nothing but their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { teamRights, type Call, type TeamRight } from '../../contract/call.ts'
import { emptyProject } from '../../contract/watching/projects.ts'
import { emptyFilter } from '../../contract/reading/filters.ts'
import { listCalls } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { allows } from '../../rules/team-needs.ts'
import { pasteGroups } from '../features/watching/groups/groups.samples.ts'
import { DAY, HOUR } from '../kit/clock.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../testing/test-world.ts'

type Input = Record<string, unknown>

const needs = new Map(listCalls().map(({ name, call }) => [name, call.teamNeed]))

let world: TestWorld
let owner: TestUser
let members: Record<TeamRight, TestUser>
/** What the team has; laid out again for each who asks, as some of it is deleted. */
let layOut: () => Promise<[name: string, input: Input][]>

beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  owner = await world.customer('owner', paidForTeam('photographers'), {
    thing: { groups: 20 },
    tariffType: 'team',
    days: 30,
  })
  members = {
    view: await world.customer('viewer'),
    work: await world.customer('worker'),
    manage: await world.customer('manager'),
  }
  for (const right of teamRights) await world.team(owner, { ...contactOf(members[right]), right })
  await world.post('Посоветуйте фотографа', { url: 'https://vk.com/wall-1_1' })
  const projectId = await world.project(owner, { name: 'Зерно', keywords: ['зерно'] }, { tariffType: 'team' })
  await world.settle()
  const { messages } = await owner.asks('feed', 'queryFeed', { filterId: owner.filterId })
  const message = messages[0]
  if (!message?.author) throw new Error('the owner sees no message')
  const theMessage = { id: message.id }
  const authorId = message.author.id
  const product = { type: 'category', id: await world.categoryId('photographers') }
  const period = { from: '2026-11-01T00:00:00Z', to: '2026-12-30T00:00:00Z' }
  const { filter } = await owner.asks('filters', 'createFilter', { name: 'Общий', scope: 'team' })
  let round = 0
  layOut = async () => {
    world.clock.advance(HOUR)
    round += 1
    const { filter: gone } = await owner.asks('filters', 'createFilter', { name: `Удалённый ${round}`, scope: 'team' })
    const { filter: standing } = await owner.asks('filters', 'createFilter', { name: `Лишний ${round}`, scope: 'team' })
    await owner.asks('filters', 'deleteFilter', { id: gone.id })
    const [one, two, three] = ['a', 'b', 'c'].map((name) => `vk.com/${name}${round}`)
    await pasteGroups(world, owner, `${one} ${two} ${three}`)
    const { groups } = await owner.asks('groups', 'listGroups', {})
    const [kept, other, removed] = groups
    await owner.asks('groups', 'deleteGroup', { id: removed?.id ?? 0 })
    const { id: additionId } = await world.db
      .selectFrom('groupAdditions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const { message: now } = await owner.asks('feed', 'getMessage', theMessage)
    const from = now.lead?.assignee?.id ?? null
    // No one's, so that it can be taken.
    const { lead } = await owner.asks('leads', 'updateLeadOf', { ...theMessage, status: 'new', assigneeId: null, from })
    return [
      ['feed.queryFeed', { filterId: filter.id }],
      ['feed.setFeedListener', { filters: [{ filterId: filter.id, since: 0 }] }],
      ['feed.queryHidden', { filterId: filter.id }],
      ['feed.countHidden', { filterId: filter.id }],
      ['feed.countFilterValues', { filterId: filter.id }],
      ['feed.explainMessage', { ...theMessage, filterId: filter.id }],
      ['feed.listCopies', { ...theMessage, filter: emptyFilter }],
      ['feed.listActivity', theMessage],
      ['feed.getMessage', theMessage],
      ['feed.getAuthor', { id: authorId }],
      ['feed.openSource', theMessage],
      ['feed.tryStopWord', { filterId: filter.id, word: 'свадьба' }],
      ['feed.getVeiled', { filterId: filter.id }],
      ['exports.createExport', { kind: 'messages', format: 'csv', product, filterId: filter.id, ...period }],
      ['marks.setViewed', { ...theMessage, value: true }],
      ['marks.setHandled', { ...theMessage, value: false }],
      ['marks.setFavorite', { ...theMessage, value: true }],
      ['marks.setLike', { ...theMessage, value: true }],
      ['marks.setDislike', { ...theMessage, value: true }],
      ['marks.setNote', { ...theMessage, text: 'позвонить' }],
      ['marks.markSpam', theMessage],
      ['marks.unmarkSpam', theMessage],
      ['marks.addToBlackList', { id: authorId }],
      ['marks.removeFromBlackList', { id: authorId }],
      ['leads.takeLead', theMessage],
      ['leads.setAnswered', { ...theMessage, value: true }],
      ['leads.updateLeadOf', { ...theMessage, status: 'inWork' }],
      ['leads.updateLead', { id: lead.id, sum: 100 }],
      ['leads.getLead', { id: lead.id }],
      ['leads.listLeads', {}],
      ['leads.createLeadComment', { id: lead.id, text: 'позвонить' }],
      ['leads.setLooking', { messageId: message.id }],
      ['filters.listFilters', {}],
      ['filters.copyFilter', { id: filter.id, name: 'Копия' }],
      ['filters.orderFilters', { ids: [] }],
      ['filters.createFilter', { name: 'Ещё один', scope: 'team' }],
      ['filters.updateFilter', { id: filter.id, limit: 10 }],
      ['filters.deleteFilter', { id: standing.id }],
      ['filters.restoreFilter', { id: gone.id }],
      ['notices.getNoticeSettings', {}],
      ['notices.setNoticeRule', { filterId: filter.id, channel: 'email', ...noticeRule }],
      ['notices.resetNoticeRule', { filterId: filter.id, channel: 'email' }],
      ['notices.setNoticePreferences', { ceiling: 10 }],
      ['notices.previewNoticeRule', { filterId: filter.id, channel: 'email', ...noticeRule }],
      ['notices.listNotices', {}],
      ['projects.listProjects', {}],
      ['projects.previewProject', { ...emptyProject, keywords: ['зерно'] }],
      [
        'projects.updateProject',
        { id: projectId, ...emptyProject, name: 'Зерно', keywords: ['зерно'], restart: false },
      ],
      ['projects.refreshProject', { id: projectId }],
      ['groups.getGroupset', { team: true }],
      ['groups.listGroups', { team: true }],
      ['groups.getAddition', { id: additionId }],
      ['groups.downloadGroups', { team: true }],
      ['groups.setGroupEnabled', { id: kept?.id, enabled: false }],
      ['groups.deleteGroup', { id: other?.id }],
      ['groups.restoreGroups', { ids: [removed?.id], team: true }],
      ['groups.clearGroups', { team: true }],
      ['groups.addGroups', { links: [`vk.com/a${round}`], team: true }],
      ['subscriptions.listSubscriptions', {}],
      ['team.getTeam', {}],
    ]
  }
})
afterAll(() => world.close())

const contactOf = ({ userId, email }: TestUser) => ({ userId, email })

/**
 * Asked elsewhere: what moderators may (below), what of leads is its author's or the owner's alone, where one's own notices go, and links of letters, which
 * say for whom they are (beside them).
 */
const elsewhere =
  /^(moderation\.|leads\.(deleteLeadComment|getFunnel|exportFunnel)$|notices\.(unlinkAddress|readNoticeLink|followNoticeLink)$)/
const noticeRule = { mode: 'now', hour: 9, weekdays: [1], level: 'cold', smallest: 1 } as const

async function codeOf(person: TestUser, name: string, input: Input): Promise<string> {
  const listed = listCalls().find((each) => each.name === name)
  if (!listed) throw new Error(`no call ${name}`)
  const travelling = toWire(input, wireNames[listed.feature]) as Input
  const browser = await person.connects()
  const way: Call['only'] = listed.call.only
  const answer =
    way === 'http'
      ? await world.ask(listed.feature, listed.callName as never, input as never, person)
      : await browser.call(name, travelling)
  browser.close()
  return answer.status === 'ok' ? 'ok' : answer.code
}

it('are all named here', async () => {
  const named = (await layOut()).map(([name]) => name)
  const reaching = [...needs].filter(([name, need]) => need !== 'none' && !elsewhere.test(name)).map(([name]) => name)
  expect(reaching.filter((name) => !named.includes(name))).toEqual([])
  // What is one's own list is asked for as well: it needs nothing.
  expect(named.filter((name) => !reaching.includes(name))).toEqual(['marks.removeFromBlackList'])
})

describe.each(teamRights)('with the right %s', (right) => {
  it('are let through as far as it goes, and refused beyond', async () => {
    const table: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [name, input] of await layOut()) {
      const need = needs.get(name) ?? 'none'
      expected[name] = need === 'none' || allows(right, need) ? 'ok' : 'TEAM_RIGHT_REQUIRED'
      table[name] = await codeOf(members[right], name, input)
    }
    expect(table).toEqual(expected)
  })
})

describe('what is one’s own', () => {
  it('is free, whatever one may do in the team', async () => {
    const vera = await world.customer('vera', paid('photographers'))
    await world.team(owner, { ...contactOf(vera), right: 'view' })
    const { messages } = await vera.asks('feed', 'queryFeed', {})
    const id = messages[0]?.id ?? 0
    const author = messages[0]?.author?.id ?? 0
    for (const [name, input] of [
      ['marks.setLike', { id, value: true }],
      ['marks.setNote', { id, text: 'моё' }],
      ['marks.markSpam', { id }],
      ['marks.unmarkSpam', { id }],
      ['marks.addToBlackList', { id: author }],
      ['leads.setAnswered', { id, value: true }],
      ['filters.createFilter', { name: 'Мой' }],
      ['groups.clearGroups', {}],
    ] as const)
      expect([name, await codeOf(vera, name, input)]).toEqual([name, 'ok'])
    const own = await world.project(vera, { name: 'Верин', keywords: ['насест'] })
    expect(await codeOf(vera, 'projects.refreshProject', { id: own })).toBe('ok')
    await world.leaveTeam(owner, vera)
  })

  it('of a moderator are every category and what may be done there', async () => {
    const maria = await world.somebody('maria', ['moderator'])
    await world.team(owner, { ...contactOf(maria), right: 'view' })
    const { messages } = await maria.asks('feed', 'queryFeed', {})
    const id = messages[0]?.id ?? 0
    const [from, to] = [await world.categoryId('photographers'), await world.categoryId('vets')]
    for (const [name, input] of [
      ['marks.setNote', { id, text: 'проверено' }],
      ['moderation.moderateMessage', { id, action: 'approve' }],
      ['moderation.setMessageLocation', { id, locationId: null }],
      ['moderation.setMessageCategory', { id, mode: 'copy', from, to }],
    ] as const)
      expect([name, await codeOf(maria, name, input)]).toEqual([name, 'ok'])
    await world.leaveTeam(owner, maria)
  })
})

it('reach nothing of a team that rests, or that one has no place in', async () => {
  const manager = members.manage
  await layOut()
  const { projects } = await owner.asks('projects', 'listProjects', {})
  const { groups } = await owner.asks('groups', 'listGroups', {})
  const asked = async () => [
    (await manager.asks('projects', 'listProjects', {})).projects.length,
    await codeOf(manager, 'projects.refreshProject', { id: projects[0]?.id }),
    await codeOf(manager, 'groups.listGroups', { team: true }),
    await codeOf(manager, 'groups.setGroupEnabled', { id: groups[0]?.id, enabled: true }),
    (await manager.asks('feed', 'queryFeed', {})).messages.length,
  ]
  const nothing = [0, 'PROJECT_NOT_FOUND', 'GROUPSET_NOT_FOUND', 'GROUP_NOT_FOUND', 0]
  const update = world.db.updateTable('subscriptions').where('userId', '=', owner.userId)
  await update.set({ teamSize: 3 }).execute()
  expect(await asked()).toEqual(nothing)
  await update.set({ teamSize: null }).execute()
  expect((await asked())[0]).toBe(1)
  world.clock.advance(30 * DAY)
  expect(await asked()).toEqual(nothing)
})
