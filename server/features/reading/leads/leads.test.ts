import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LEAD_COMMENT_LENGTH, MAX_LEAD_SUM } from '../../../../contract/reading/leads.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
let people: Record<'owner' | 'vera' | 'gleb' | 'viewer' | 'stranger', TestUser>
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  people = {
    owner: await world.somebody('owner', ['teamOwner'], paidForTeam('photographers')),
    vera: await world.customer('vera'),
    gleb: await world.customer('gleb'),
    viewer: await world.customer('viewer'),
    stranger: await world.customer('stranger', paid('photographers')),
  }
  await world.team(people.owner, people.vera, people.gleb, people.viewer)
  await world.db
    .updateTable('membershipCards')
    .set({ teamRight: 'view' })
    .where('userId', '=', people.viewer.userId)
    .execute()
})
afterAll(() => world.close())
// A minute later, so that the rate limit of asking is a new one.
beforeEach(() => world.clock.advance(MINUTE))

let posts = 0
/** A request of its own, as it stands in the feed: its id. */
async function request(text = `нужен фотограф на день ${(posts += 1)}`): Promise<number> {
  await world.post(text)
  const { messages } = await people.owner.asks('feed', 'queryFeed', { filter: { handled: 'show' } })
  const id = messages.find((message) => message.text === text)?.id
  if (id === undefined) throw new Error(`no card of «${text}»`)
  return id
}
const markOf = async (person: TestUser, id: number) =>
  (await person.asks('feed', 'queryFeed', { filter: {}, limit: 100 })).messages.find((each) => each.id === id)?.lead
const take = async (person: TestUser, id: number) => (await person.asks('leads', 'takeLead', { id })).lead

describe('leads.takeLead', () => {
  it('makes it theirs and in work, for all of the team to see at once; a second press changes nothing', async () => {
    const { owner, vera, gleb, stranger } = people
    const id = await request()
    const browser = await gleb.connects()
    expect(await markOf(owner, id)).toBeNull()
    const lead = await take(vera, id)
    const assignee = { id: vera.userId, name: 'vera' }
    const takenAt = world.clock.now().toISOString()
    expect(lead).toMatchObject({ messageId: id, status: 'inWork', assignee, takenAt, inFeed: true, comments: 0 })
    const mark = { id: lead.id, status: 'inWork', assignee, takenAt, remindAt: null }
    for (const person of [owner, vera, gleb]) expect(await markOf(person, id)).toEqual(mark)
    expect(await markOf(stranger, id)).toBeNull()
    await expect
      .poll(() => browser.heard['feed.message'].filter(({ messageId }) => messageId === id).at(-1)?.marks?.lead)
      .toEqual(mark)
    await expect.poll(() => browser.heard['leads.changed'].flatMap(({ leadIds }) => leadIds)).toContain(lead.id)
    browser.close()
    world.clock.advance(HOUR)
    expect(await take(vera, id)).toEqual(lead)
    expect((await vera.asks('leads', 'getLead', { id: lead.id })).moves).toHaveLength(2)
  })

  it('is refused to the second, who is shown who has it', async () => {
    const id = await request()
    await take(people.vera, id)
    const { owner } = people
    expect(await world.ask('leads', 'takeLead', { id }, { token: owner.token, ip: owner.ip })).toMatchObject({
      code: 'LEAD_ALREADY_TAKEN',
      details: { name: 'vera' },
    })
  })

  it('is of the copies too: they are one request', async () => {
    const text =
      'фотограф на открытие выставки в музее, нужно снять гостей и речи, двести человек, три часа вечером, обработка к утру'
    const id = await request(text)
    await world.post(text, { network: 'ok' })
    const { copies } = await people.gleb.asks('feed', 'listCopies', { id, filter: {} })
    const copy = copies[0]?.id ?? 0
    const lead = await take(people.vera, id)
    expect(await people.gleb.isRefused('leads', 'takeLead', { id: copy })).toBe('LEAD_ALREADY_TAKEN')
    const after = await people.gleb.asks('feed', 'listCopies', { id, filter: {} })
    expect(after.copies[0]?.lead?.id).toBe(lead.id)
  })

  it('is refused to a guest, a stranger, who may only look, and with another value', async () => {
    const id = await request()
    const boris = await world.customer('boris')
    expect(codeOf(await world.ask('leads', 'takeLead', { id }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('leads', 'takeLead', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await people.viewer.isRefused('leads', 'takeLead', { id })).toBe('TEAM_RIGHT_REQUIRED')
    expect(await people.vera.isRefused('leads', 'takeLead', { id: 'все' as never })).toBe('VALIDATION_FAILED')
    expect(await markOf(people.owner, id)).toBeNull()
  })

  it('is theirs who may only look in the team too, where they see the message by what they bought', async () => {
    const { vera, viewer } = people
    const id = await request()
    await world.hold(viewer.userId, paid('photographers', 1))
    expect((await take(viewer, id)).assignee?.id).toBe(viewer.userId)
    // It is theirs for as long as no one else has it; back to them it is not given.
    const mine = { id, assigneeId: vera.userId, from: viewer.userId }
    expect((await vera.asks('leads', 'updateLeadOf', mine)).lead.assignee?.id).toBe(vera.userId)
    const back = { id, assigneeId: viewer.userId }
    expect(await vera.isRefused('leads', 'updateLeadOf', back)).toBe('ASSIGNEE_NOT_ALLOWED')
    await world.db.deleteFrom('subscriptions').where('userId', '=', viewer.userId).execute()
  })

  it('is of a person alone without a team', async () => {
    const id = await request()
    expect((await take(people.stranger, id)).assignee?.name).toBe('stranger')
    expect(await markOf(people.owner, id)).toBeNull()
  })
})

describe('leads.updateLeadOf', () => {
  it('hands on, gives back and closes; each step is a move that names who made it', async () => {
    const { owner, vera, gleb } = people
    const id = await request()
    const change = (person: TestUser, more: object) =>
      person.asks('leads', 'updateLeadOf', { id, ...more }).then(({ lead }) => lead)
    expect(await change(owner, { assigneeId: vera.userId })).toMatchObject({
      status: 'inWork',
      assignee: { name: 'vera' },
    })
    expect(await change(vera, { assigneeId: null })).toMatchObject({ status: 'new', assignee: null })
    expect(await change(gleb, { status: 'lost' })).toMatchObject({ status: 'lost', assignee: { name: 'gleb' } })
    const won = await change(owner, { status: 'won', assigneeId: vera.userId, from: gleb.userId })
    expect(won).toMatchObject({ status: 'won', assignee: { name: 'vera' }, closedAt: world.clock.now().toISOString() })
    expect(await change(vera, { status: 'new' })).toMatchObject({ status: 'new', assignee: null, closedAt: null })
    const { moves } = await gleb.asks('leads', 'getLead', { id: won.id })
    expect(moves.map(({ user, what, from, to }) => [user?.name, what, from, to])).toEqual([
      ['owner', 'status', 'new', 'inWork'],
      ['owner', 'assignee', null, 'vera'],
      ['vera', 'status', 'inWork', 'new'],
      ['vera', 'assignee', 'vera', null],
      ['gleb', 'status', 'new', 'lost'],
      ['gleb', 'assignee', null, 'gleb'],
      ['owner', 'status', 'lost', 'won'],
      ['owner', 'assignee', 'gleb', 'vera'],
      ['vera', 'status', 'won', 'new'],
      ['vera', 'assignee', 'vera', null],
    ])
  })

  it("does not touch another's without having seen whose it is, nor with having seen it wrong", async () => {
    const { owner, vera, gleb } = people
    const id = await request()
    await take(vera, id)
    for (const from of [undefined, null, owner.userId])
      for (const change of [{ status: 'won' as const }, { assigneeId: owner.userId }, { assigneeId: null }])
        expect(
          await owner.isRefused('leads', 'updateLeadOf', { id, ...change, ...(from !== undefined && { from }) }),
        ).toBe('LEAD_ALREADY_TAKEN')
    const { lead } = await owner.asks('leads', 'updateLeadOf', { id, assigneeId: gleb.userId, from: vera.userId })
    expect(lead).toMatchObject({ status: 'inWork', assignee: { name: 'gleb' } })
  })

  it('is refused to a guest, a stranger, who may only look, of nobody in the team, and with another value', async () => {
    const id = await request()
    const { vera, viewer, stranger } = people
    const boris = await world.customer('boris-too')
    const won = { id, status: 'won' as const }
    expect(codeOf(await world.ask('leads', 'updateLeadOf', won))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('leads', 'updateLeadOf', won)).toBe('MESSAGE_NOT_FOUND')
    expect(await viewer.isRefused('leads', 'updateLeadOf', won)).toBe('TEAM_RIGHT_REQUIRED')
    for (const assigneeId of [stranger.userId, 999_999])
      expect(await vera.isRefused('leads', 'updateLeadOf', { id, assigneeId })).toBe('ASSIGNEE_NOT_FOUND')
    expect(await vera.isRefused('leads', 'updateLeadOf', { id, assigneeId: viewer.userId })).toBe(
      'ASSIGNEE_NOT_ALLOWED',
    )
    expect(await vera.isRefused('leads', 'updateLeadOf', { id, status: 'sold' as never })).toBe('VALIDATION_FAILED')
    expect(await markOf(vera, id)).toBeNull()
  })
})

describe('leads.setAnswered', () => {
  it('and the status «Ответили» are one action, in either direction', async () => {
    const { owner, vera } = people
    const id = await request()
    await vera.asks('leads', 'setAnswered', { id, value: true })
    const at = world.clock.now().toISOString()
    const lead = await markOf(owner, id)
    expect(lead).toMatchObject({ status: 'answered', assignee: { name: 'vera' } })
    await owner.asks('leads', 'setAnswered', { id, value: true })
    await vera.asks('leads', 'setAnswered', { id, value: false })
    // The answer of the owner is left.
    expect(await markOf(owner, id)).toMatchObject({ status: 'answered', assignee: { name: 'vera' } })
    const leadId = lead?.id ?? 0
    expect((await owner.asks('leads', 'getLead', { id: leadId })).lead.answeredAt).toBe(at)
    await owner.asks('leads', 'setAnswered', { id, value: false })
    expect((await owner.asks('leads', 'getLead', { id: leadId })).lead).toMatchObject({
      status: 'inWork',
      assignee: { name: 'vera' },
      answeredAt: null,
    })
    await vera.asks('leads', 'updateLeadOf', { id, status: 'answered' })
    const answers = async () =>
      (await owner.asks('feed', 'queryFeed', { filter: {} })).messages.find((each) => each.id === id)?.answers
    expect((await answers())?.map(({ user }) => user.name)).toEqual(['vera'])
    await vera.asks('leads', 'updateLead', { id: leadId, status: 'inWork' })
    expect(await answers()).toEqual([])
  })

  it("of another's lead is no theft: both answered, and who has it still has it", async () => {
    const id = await request()
    await take(people.vera, id)
    await people.gleb.asks('leads', 'setAnswered', { id, value: true })
    expect(await markOf(people.owner, id)).toMatchObject({ status: 'answered', assignee: { name: 'vera' } })
  })

  it('is refused to who may only look', async () => {
    const id = await request()
    expect(await people.viewer.isRefused('leads', 'setAnswered', { id, value: true })).toBe('TEAM_RIGHT_REQUIRED')
  })
})

describe('leads.updateLead', () => {
  it('keeps the sum and the reminder; moves say the sum in roubles', async () => {
    const { vera } = people
    const { id } = await take(vera, await request())
    const remindAt = new Date(world.clock.now().getTime() + DAY).toISOString()
    const { lead } = await vera.asks('leads', 'updateLead', { id, sum: 12_345_50, remindAt, reminder: ' Перезвонить ' })
    expect(lead).toMatchObject({ sum: 12_345_50, remindAt, reminder: 'Перезвонить' })
    const { moves } = await vera.asks('leads', 'getLead', { id })
    expect(moves.at(-1)).toMatchObject({ what: 'sum', from: null, to: '12345.5', user: { name: 'vera' } })
    const cleared = (await vera.asks('leads', 'updateLead', { id, sum: null, remindAt: null })).lead
    expect(cleared).toMatchObject({ sum: null, remindAt: null, reminder: null })
  })

  it('is refused to a guest, a stranger, who may only look, of what there is not, and with another value', async () => {
    const { vera, stranger, viewer } = people
    const { id } = await take(vera, await request())
    expect(codeOf(await world.ask('leads', 'updateLead', { id, sum: 1 }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('leads', 'updateLead', { id, sum: 1 })).toBe('LEAD_NOT_FOUND')
    expect(await viewer.isRefused('leads', 'updateLead', { id, sum: 1 })).toBe('TEAM_RIGHT_REQUIRED')
    expect(await vera.isRefused('leads', 'updateLead', { id: 999_999, sum: 1 })).toBe('LEAD_NOT_FOUND')
    for (const wrong of [{ sum: -1 }, { sum: MAX_LEAD_SUM + 1 }, { remindAt: 'завтра' }, { reminder: 'я'.repeat(201) }])
      expect(await vera.isRefused('leads', 'updateLead', { id, ...wrong })).toBe('VALIDATION_FAILED')
  })
})

describe('a lead', () => {
  it('keeps its message when the source deletes it, and when it expires', async () => {
    const { vera, owner } = people
    const text = 'нужен фотограф, завтра удалю'
    const posted = await world.post(text)
    const id =
      (await owner.asks('feed', 'queryFeed', { filter: {} })).messages.find((each) => each.text === text)?.id ?? 0
    const lead = await take(vera, id)
    await world.receive([{ ...posted, deleted: true }])
    const kept = (await owner.asks('leads', 'getLead', { id: lead.id })).lead
    expect(kept).toEqual({ ...lead, inFeed: false })
    expect(kept).toMatchObject({
      text,
      author: { name: 'Мария Иванова' },
      group: 'Подслушано',
      product: { type: 'category', name: 'Фотографы' },
    })
    await world.db.deleteFrom('feedItems').where('messageId', '=', id).execute()
    expect((await owner.asks('leads', 'listLeads', { find: 'завтра удалю' })).leads).toEqual([kept])
    await owner.asks('leads', 'updateLead', { id: lead.id, status: 'won', from: vera.userId, sum: 100 })
  })

  it('stays one, and with its message, when an edit takes it to another cluster, and with the copies it leaves', async () => {
    const { vera, gleb } = people
    const [text, other] = [
      'фотограф на юбилей бабушки в субботу, нужно снять застолье и гостей, тридцать человек, кафе у вокзала, вечер',
      'ищу того, кто снимет каталог обуви: фотограф с предметным столом и светом, двести пар, две недели работы',
    ]
    const posted = await world.post(text)
    const copied = await world.post(text, { network: 'ok' })
    const idOf = async (network: string) =>
      (await vera.asks('feed', 'queryFeed', { filter: { networks: [network as never] } })).messages[0]?.id ?? 0
    const [first, copy] = [await idOf('vk'), await idOf('ok')]
    const lead = await take(vera, first)
    await world.receive([{ ...posted, text: other, editedAt: world.clock.now() }])
    const { rows } = await world.database.pool.query<{ clusters: number }>(
      'select count(distinct cluster_id)::integer as clusters from feed_items where message_id = any($1)',
      [[first, copy]],
    )
    expect(rows).toEqual([{ clusters: 2 }])
    for (const id of [first, copy]) expect((await markOf(gleb, id))?.id).toBe(lead.id)
    // What joins them later is the same lead as well.
    await world.post(other, { network: 'telegram' })
    expect(await gleb.isRefused('leads', 'takeLead', { id: await idOf('telegram') })).toBe('LEAD_ALREADY_TAKEN')
    const moved = (await vera.asks('leads', 'getLead', { id: lead.id })).lead
    expect(moved.text).toBe(text)
    expect(copied.text).toBe(text)
    const { total } = await vera.asks('leads', 'listLeads', { find: 'юбилей бабушки' })
    expect(total).toBe(1)
  })

  it('is announced at once to the cards an edit takes it to, and to the edited one', async () => {
    const { vera, gleb, stranger } = people
    const [text, other] = [
      'фотограф на венчание в Туле: собор, потом прогулка по набережной, двенадцать гостей, начало в полдень',
      'нужен фотограф для меню ресторана: сорок блюд, студийный свет, съёмка в зале по понедельникам до обеда',
    ]
    const posted = await world.post(text)
    await world.post(other, { network: 'ok' })
    const idOf = async (network: string) =>
      (await vera.asks('feed', 'queryFeed', { filter: { networks: [network as never] } })).messages[0]?.id ?? 0
    const [edited, shown] = [await idOf('vk'), await idOf('ok')]
    const lead = await take(vera, edited)
    expect(await markOf(gleb, shown)).toBeNull()
    await world.settle()
    const [his, foreign] = [await gleb.connects(), await stranger.connects()]
    const heardOf = (browser: typeof his, id: number) =>
      browser.heard['feed.message'].filter(({ messageId }) => messageId === id).at(-1)
    await world.receive([{ ...posted, text: other, editedAt: world.clock.now() }])
    for (const id of [shown, edited])
      await expect
        .poll(() => heardOf(his, id)?.marks?.lead)
        .toMatchObject({ id: lead.id, assignee: { id: vera.userId } })
    expect(heardOf(his, edited)?.edited).toBe(true)
    await expect.poll(() => his.heard['leads.changed'].flatMap(({ leadIds }) => leadIds)).toContain(lead.id)
    // Of the edit others hear, of the lead they do not.
    await expect.poll(() => heardOf(foreign, edited)?.edited).toBe(true)
    expect(heardOf(foreign, edited)?.marks?.lead).toBeUndefined()
    expect(heardOf(foreign, shown)).toBeUndefined()
    his.close()
    foreign.close()
  })

  it('names everyone as the card of the team does, wherever they are named', async () => {
    const boss = await world.somebody('boss-of-names', ['teamOwner'], paidForTeam('photographers'))
    const [zoya, lev] = [await world.customer('zoya'), await world.customer('lev')]
    await world.team(boss, { ...zoya, called: 'Зоя из продаж' }, { ...lev, called: 'Лев Ильич' })
    const author = { externalId: 'names', name: 'Заказчик' }
    await world.post('нужен фотограф: имена в команде', { author })
    const id = (await boss.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    const called = { id: zoya.userId, name: 'Зоя из продаж' }
    const browser = await lev.connects()
    expect((await take(zoya, id)).assignee).toEqual(called)
    await zoya.asks('marks', 'setNote', { id, text: 'перезвоню' })
    await zoya.asks('leads', 'setAnswered', { id, value: true })
    expect(await world.ask('leads', 'takeLead', { id }, { token: lev.token, ip: lev.ip })).toMatchObject({
      code: 'LEAD_ALREADY_TAKEN',
      details: { name: 'Зоя из продаж' },
    })
    const [message] = (await lev.asks('feed', 'queryFeed', {})).messages
    expect([message?.lead?.assignee, message?.notes[0]?.user, message?.answers[0]?.user]).toEqual([
      called,
      called,
      called,
    ])
    const leadId = message?.lead?.id ?? 0
    await zoya.asks('leads', 'createLeadComment', { id: leadId, text: 'жду' })
    await lev.asks('leads', 'updateLead', { id: leadId, assigneeId: lev.userId, from: zoya.userId })
    const { moves, comments, lead } = await boss.asks('leads', 'getLead', { id: leadId })
    expect(lead.assignee).toEqual({ id: lev.userId, name: 'Лев Ильич' })
    expect(moves.at(-1)).toMatchObject({ user: lead.assignee, from: 'Зоя из продаж', to: 'Лев Ильич' })
    expect(comments.map(({ user }) => user)).toEqual([called])
    const { activity } = await boss.asks('feed', 'listActivity', { id })
    expect(new Set(activity.map(({ user }) => user))).toEqual(new Set(['Зоя из продаж']))
    const { author: whole } = await boss.asks('feed', 'getAuthor', { id: message?.author?.id ?? 0 })
    expect([whole.answers[0]?.user, whole.notes[0]?.user, whole.leads[0]?.assignee]).toEqual([
      called,
      called,
      lead.assignee,
    ])
    await expect
      .poll(() => browser.heard['feed.message'].filter(({ messageId }) => messageId === id).at(-1)?.marks?.lead)
      .toMatchObject({ assignee: lead.assignee })
    // Who has left is called as their account is.
    await world.leaveTeam(boss, zoya)
    const after = await boss.asks('leads', 'getLead', { id: leadId })
    expect(after.comments.map(({ user }) => user.name)).toEqual(['zoya'])
    browser.close()
  })

  it('of a team rests with it: the members see their own again, and a renewal brings it back', async () => {
    const boss = await world.somebody('boss', ['teamOwner'], paidForTeam('photographers', 1))
    const member = await world.customer('member', paid('photographers'))
    await world.team(boss, member)
    const id = await request()
    const { id: leadId } = await take(boss, id)
    expect((await markOf(member, id))?.id).toBe(leadId)
    world.clock.advance(DAY)
    expect(await markOf(member, id)).toBeNull()
    expect(await member.isRefused('leads', 'getLead', { id: leadId })).toBe('LEAD_NOT_FOUND')
    await world.hold(boss.userId, paidForTeam('photographers', 1))
    expect((await markOf(member, id))?.id).toBe(leadId)
  })
})

describe('leads.listLeads', () => {
  it('lists by status, by who has them, by what is in them; what was moved last first', async () => {
    const boss = await world.somebody('lister', ['teamOwner'], paidForTeam('photographers'))
    const member = await world.customer('listed')
    await world.team(boss, member)
    const ids: number[] = []
    for (const text of ['фотограф первый', 'фотограф второй', 'фотограф третий']) {
      world.clock.advance(MINUTE)
      ids.push(await request(text))
    }
    const [first = 0, second = 0, third = 0] = ids
    await take(boss, first)
    world.clock.advance(MINUTE)
    const { id: leadId } = await take(member, second)
    world.clock.advance(MINUTE)
    await member.asks('leads', 'updateLeadOf', { id: third, status: 'won' })
    world.clock.advance(MINUTE)
    await member.asks('leads', 'createLeadComment', { id: leadId, text: 'Хочет скидку 10%_' })
    const list = async (asked: object = {}) =>
      (await boss.asks('leads', 'listLeads', asked)).leads.map(({ messageId }) => messageId)
    // The comment is the last thing that happened.
    expect(await list()).toEqual([second, third, first])
    expect(await list({ status: 'inWork' })).toEqual([second, first])
    expect(await list({ whose: 'mine' })).toEqual([first])
    expect(await list({ whose: `${member.userId}` })).toEqual([second, third])
    expect(await list({ whose: 'none' })).toEqual([])
    expect(await list({ find: 'СКИДКУ 10%_' })).toEqual([second])
    expect(await list({ find: 'мария' })).toEqual([second, third, first])
    expect(await list({ find: 'нет такого' })).toEqual([])
    expect(await list({ limit: 2, page: 2 })).toEqual([first])
    const { total, counts } = await boss.asks('leads', 'listLeads', { status: 'won' })
    expect([total, counts.status]).toEqual([1, { new: 0, inWork: 2, answered: 0, won: 1, lost: 0 }])

    const remindAt = new Date(world.clock.now().getTime() + HOUR).toISOString()
    await member.asks('leads', 'updateLead', { id: leadId, remindAt })
    expect(await list({ list: 'due' })).toEqual([])
    world.clock.advance(HOUR)
    expect(await list({ list: 'due' })).toEqual([second])
    expect(await list({ list: 'forgotten' })).toEqual([])
    world.clock.advance(DAY)
    expect(await list({ list: 'forgotten' })).toEqual([second, first])
    expect((await boss.asks('leads', 'listLeads', {})).counts).toMatchObject({ due: 1, forgotten: 2 })
  })

  it("shows nothing of others', and is refused to a guest and with another value", async () => {
    const nobody = await world.customer('nobody')
    expect((await nobody.asks('leads', 'listLeads', {})).leads).toEqual([])
    expect(codeOf(await world.ask('leads', 'listLeads', {}))).toBe('UNAUTHORIZED')
    expect(await nobody.isRefused('leads', 'listLeads', { whose: 'theirs' })).toBe('VALIDATION_FAILED')
  })

  it('leads.getLead is refused to a guest, a stranger and of what there is not', async () => {
    const { id } = await take(people.vera, await request())
    expect(codeOf(await world.ask('leads', 'getLead', { id }))).toBe('UNAUTHORIZED')
    expect(await people.stranger.isRefused('leads', 'getLead', { id })).toBe('LEAD_NOT_FOUND')
    expect(await people.viewer.isRefused('leads', 'getLead', { id: 999_999 })).toBe('LEAD_NOT_FOUND')
    expect((await people.viewer.asks('leads', 'getLead', { id })).lead.id).toBe(id)
  })
})

describe('leads.createLeadComment and leads.deleteLeadComment', () => {
  it('are a thread for all of the team; who wrote deletes, and the owner any', async () => {
    const { owner, vera, gleb } = people
    const { id } = await take(vera, await request())
    const addComment = (person: TestUser, text: string) =>
      person.asks('leads', 'createLeadComment', { id, text }).then(({ comment }) => comment)
    const first = await addComment(vera, ' Позвонила ')
    const second = await addComment(gleb, 'Я его знаю')
    expect(first).toMatchObject({ text: 'Позвонила', user: { name: 'vera' }, deletable: true })
    const seen = async (person: TestUser) =>
      (await person.asks('leads', 'getLead', { id })).comments.map(({ text, deletable }) => [text, deletable])
    expect(await seen(vera)).toEqual([
      ['Позвонила', true],
      ['Я его знаю', false],
    ])
    expect(await seen(owner)).toEqual([
      ['Позвонила', true],
      ['Я его знаю', true],
    ])
    expect(await gleb.isRefused('leads', 'deleteLeadComment', { id: first.id })).toBe('LEAD_COMMENT_NOT_FOUND')
    await owner.asks('leads', 'deleteLeadComment', { id: first.id })
    await gleb.asks('leads', 'deleteLeadComment', { id: second.id })
    expect(await seen(owner)).toEqual([])
  })

  it('are refused to a guest, a stranger, who may only look, and with no words or too many', async () => {
    const { vera, stranger, viewer } = people
    const { id } = await take(vera, await request())
    const { comment } = await vera.asks('leads', 'createLeadComment', { id, text: 'я'.repeat(LEAD_COMMENT_LENGTH) })
    const text = 'Чужое'
    expect(codeOf(await world.ask('leads', 'createLeadComment', { id, text }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('leads', 'createLeadComment', { id, text })).toBe('LEAD_NOT_FOUND')
    expect(await viewer.isRefused('leads', 'createLeadComment', { id, text })).toBe('TEAM_RIGHT_REQUIRED')
    for (const wrong of ['', '  ', 'я'.repeat(LEAD_COMMENT_LENGTH + 1)])
      expect(await vera.isRefused('leads', 'createLeadComment', { id, text: wrong })).toBe('VALIDATION_FAILED')
    expect(codeOf(await world.ask('leads', 'deleteLeadComment', { id: comment.id }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('leads', 'deleteLeadComment', { id: comment.id })).toBe('LEAD_COMMENT_NOT_FOUND')
    expect(await vera.isRefused('leads', 'deleteLeadComment', { id: 'всё' as never })).toBe('VALIDATION_FAILED')
  })
})
