/** What happens to leads by themselves: reminders, and what becomes of the leads of who is gone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { retryDeadlock } from '../../../kit/sql.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { deleteDueAccounts } from '../../office/privacy/delete-due-accounts.ts'
import { personalLeads } from './personal-leads.ts'
import { remindOfLeads } from './remind.ts'

let world: TestWorld
let owner: TestUser
let vera: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
  await world.looksFor('photographers', 'фотограф')
  owner = await world.somebody('owner', ['teamOwner'], paidForTeam('photographers', 300))
  vera = await world.customer('vera')
  await world.team(owner, vera)
  await world.db.updateTable('users').set({ emailApprove: true }).execute()
})
afterAll(() => world.close())

let posts = 0
async function leadOf(person: TestUser): Promise<number> {
  const text = `нужен фотограф на день ${(posts += 1)}`
  await world.post(text)
  const { messages } = await owner.asks('feed', 'queryFeed', { filter: {} })
  const id = messages.find((message) => message.text === text)?.id ?? 0
  return (await person.asks('leads', 'takeLead', { id })).lead.id
}
const inHours = (hours: number): string => new Date(world.clock.now().getTime() + hours * HOUR).toISOString()
const lettersTo = async ({ email }: TestUser): Promise<string[]> =>
  (await world.db.selectFrom('letters').select('subject').where('recipient', '=', email).orderBy('id').execute())
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith('Напоминание'))

describe('a reminder', () => {
  it('comes once, by signal and by letter, to who has the lead; moved to another time it comes again', async () => {
    const id = await leadOf(vera)
    const browser = await vera.connects()
    await owner.asks('leads', 'updateLead', { id, remindAt: inHours(1), reminder: 'Перезвонить' })
    expect(await remindOfLeads(world)).toBe(0)
    world.clock.advance(HOUR)
    // Of several workers that look at once one reminds.
    const reminded = await Promise.all([1, 2, 3].map(() => retryDeadlock(() => remindOfLeads(world))))
    expect(reminded.toSorted()).toEqual([0, 0, 1])
    expect(await remindOfLeads(world)).toBe(0)
    const due = { leadId: id, reminder: 'Перезвонить', text: expect.stringContaining('нужен фотограф') }
    await expect.poll(() => browser.heard['leads.due']).toEqual([due])
    expect(await lettersTo(vera)).toEqual(['Напоминание: Перезвонить'])
    expect((await world.letterTo(vera.email)).link).toBe(`https://echolot.example/leads?lead=${id}`)
    expect(await lettersTo(owner)).toEqual([])
    await vera.asks('leads', 'updateLead', { id, remindAt: inHours(2) })
    world.clock.advance(2 * HOUR)
    expect(await remindOfLeads(world)).toBe(1)
    expect(await lettersTo(vera)).toHaveLength(2)
    // An address that is not confirmed may be someone else's.
    const confirm = (emailApprove: boolean) => world.db.updateTable('users').set({ emailApprove }).execute()
    await confirm(false)
    await vera.asks('leads', 'updateLead', { id, remindAt: inHours(2) })
    world.clock.advance(2 * HOUR)
    expect(await remindOfLeads(world)).toBe(1)
    expect(await lettersTo(vera)).toHaveLength(2)
    await expect.poll(() => browser.heard['leads.due']).toHaveLength(3)
    await confirm(true)
    browser.close()
  })

  it("of what is no one's comes to who set it", async () => {
    const id = await leadOf(vera)
    await owner.asks('leads', 'updateLead', { id, remindAt: inHours(1) })
    await vera.asks('leads', 'updateLead', { id, assigneeId: null })
    world.clock.advance(HOUR)
    const before = await lettersTo(vera)
    expect(await remindOfLeads(world)).toBe(1)
    expect(await lettersTo(owner)).toEqual(['Напоминание: Пора вернуться к лиду'])
    expect(await lettersTo(vera)).toEqual(before)
  })

  it('waits while the team rests', async () => {
    const boss = await world.somebody('boss', ['teamOwner'], paidForTeam('photographers', 1))
    const member = await world.customer('member')
    await world.team(boss, member)
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', member.userId).execute()
    const id = await leadOf(member)
    await member.asks('leads', 'updateLead', { id, remindAt: inHours(30) })
    world.clock.advance(2 * DAY)
    expect(await remindOfLeads(world)).toBe(0)
    await world.hold(boss.userId, paidForTeam('photographers', 1))
    expect(await remindOfLeads(world)).toBe(1)
    expect(await lettersTo(member)).toHaveLength(1)
  })
})

describe('of who left the team', () => {
  it("the leads are no one's, what was in work is new again; moves name who took them out, and the thread stays", async () => {
    const gleb = await world.customer('gleb')
    await world.team(owner, gleb)
    const [open, closed] = [await leadOf(gleb), await leadOf(gleb)]
    await gleb.asks('leads', 'updateLead', { id: closed, status: 'won' })
    await gleb.asks('leads', 'updateLead', { id: open, remindAt: inHours(1) })
    await gleb.asks('leads', 'createLeadComment', { id: open, text: 'Я с ним говорил' })
    const browser = await vera.connects()
    await world.leaveTeam(owner, gleb)
    await world.settle()
    const { lead, moves, comments } = await vera.asks('leads', 'getLead', { id: open })
    expect(lead).toMatchObject({ status: 'new', assignee: null })
    expect(moves.slice(-2).map(({ what, from, to }) => [what, from, to])).toEqual([
      ['status', 'inWork', 'new'],
      ['assignee', 'gleb', null],
    ])
    expect(comments.map(({ text, user }) => [text, user.name])).toEqual([['Я с ним говорил', 'gleb']])
    expect((await vera.asks('leads', 'getLead', { id: closed })).lead).toMatchObject({ status: 'won', assignee: null })
    await expect.poll(() => browser.heard['leads.changed'].flatMap(({ leadIds }) => leadIds)).toContain(open)
    browser.close()
    expect(await gleb.isRefused('leads', 'getLead', { id: open })).toBe('LEAD_NOT_FOUND')
    // Their reminder comes to the owner.
    world.clock.advance(HOUR)
    const before = (await lettersTo(owner)).length
    await remindOfLeads(world)
    expect(await lettersTo(owner)).toHaveLength(before + 1)
    expect(await lettersTo(gleb)).toEqual([])
  })

  it('and came back meanwhile the leads stay theirs', async () => {
    const inna = await world.customer('inna')
    await world.team(owner, inna)
    const id = await leadOf(inna)
    await world.leaveTeam(owner, inna)
    await world.team(owner, inna)
    await world.settle()
    expect((await vera.asks('leads', 'getLead', { id })).lead).toMatchObject({
      status: 'inWork',
      assignee: { name: 'inna' },
    })
  })
})

describe('the account of a member', () => {
  it('goes, and their leads are free, in a line of moves without a gap; what they said goes with it', async () => {
    const zoya = await world.customer('zoya')
    await world.team(owner, zoya)
    const id = await leadOf(zoya)
    await zoya.asks('leads', 'createLeadComment', { id, text: 'Моё' })
    const own = await personalLeads(world, zoya.userId)
    expect(own).toMatchObject({
      Лиды: [{ лид: id, статус: 'В работе' }],
      'Ход работы': [{ что: 'статус', стало: 'В работе' }, { что: 'ответственный' }],
      'Комментарии к лидам': [{ текст: 'Моё' }],
    })
    expect((await personalLeads(world, vera.userId))['Комментарии к лидам']).toEqual([])
    await world.db.updateTable('users').set({ deletionAt: world.clock.now() }).where('id', '=', zoya.userId).execute()
    await deleteDueAccounts(world)
    await world.settle()
    const { lead, moves, comments } = await vera.asks('leads', 'getLead', { id })
    expect(lead).toMatchObject({ status: 'new', assignee: null })
    expect(moves.map(({ user, what, from, to }) => [user, what, from, to])).toEqual([
      [null, 'status', 'new', 'inWork'],
      [null, 'assignee', null, 'бывший участник'],
      [null, 'status', 'inWork', 'new'],
      [null, 'assignee', 'бывший участник', null],
    ])
    expect(comments).toEqual([])
  })
})
