/**
 * The law: whatever several people do with the same leads at once, the moves of each are one line: every move begins where the one before
 * it of its kind ended, the first where nothing was done yet, and the last ends where the lead is.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
let people: TestUser[]
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  const owner = await world.somebody('owner', ['teamOwner'], paidForTeam('photographers'))
  const members = [await world.customer('vera'), await world.customer('gleb'), await world.customer('inna')]
  await world.team(owner, ...members)
  people = [owner, ...members]
})
afterAll(() => world.close())

const who = fc.nat({ max: 3 })
const which = fc.nat({ max: 1 })
const someone = fc.constantFrom(null, 0, 1, 2, 3)
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('take' as const), who, which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      who,
      which,
      status: fc.option(fc.constantFrom(...leadStatuses), { nil: undefined }),
      to: fc.option(someone, { nil: undefined }),
      from: fc.option(someone, { nil: undefined }),
      sum: fc.option(fc.constantFrom(null, 0, 100_50, 7_000_00), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('answer' as const), who, which, value: fc.boolean() }) },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** Four move either lead at once, again and again, each as though it were theirs still: all but one are too late. */
const fight: Action[][] = ([0, 1, 2, 3] as const).map((to) =>
  ([0, 1, 2, 3] as const).map((who) => ({
    does: 'move',
    who,
    which: to % 2,
    status: to % 2 === 0 ? 'inWork' : 'answered',
    to: who,
    from: to,
    sum: undefined,
  })),
)

/** What it was refused with; `ok` when it was done. */
function act(each: Action, messageIds: number[], leadIds: number[]): Promise<string> {
  const person = people[each.who]
  const id = messageIds[each.which] ?? 0
  if (!person) throw new Error('of four people')
  if (each.does === 'take') return person.isRefused('leads', 'takeLead', { id })
  if (each.does === 'answer') return person.isRefused('leads', 'setAnswered', { id, value: each.value })
  const idOf = (place: number | null | undefined): number | null | undefined =>
    place == null ? place : people[place]?.userId
  const change = { status: each.status, assigneeId: idOf(each.to), from: idOf(each.from) }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  // By the message and by the lead in turns; a sum is said of a lead alone.
  if (each.sum === undefined) return person.isRefused('leads', 'updateLeadOf', { id, ...given })
  return person.isRefused('leads', 'updateLead', { id: leadIds[each.which] ?? 0, ...given, sum: each.sum })
}

interface Row {
  id: number
  status: string
  assigneeId: number | null
  sumKopecks: number | null
  takenAt: Date | null
  answeredAt: Date | null
  closedAt: Date | null
}

async function checkLine(leadId: number): Promise<number> {
  const lead: Row = await world.db
    .selectFrom('leads')
    .select(['id', 'status', 'assigneeId', 'sumKopecks', 'takenAt', 'answeredAt', 'closedAt'])
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const moves = await world.db
    .selectFrom('leadMoves')
    .select(['what', 'fromValue', 'toValue', 'userId'])
    .where('leadId', '=', leadId)
    .orderBy('id')
    .execute()
  const text = (value: number | null): string | null => (value === null ? null : String(value))
  const ends = { status: lead.status, assignee: text(lead.assigneeId), sum: text(lead.sumKopecks) }
  for (const [what, end] of Object.entries(ends)) {
    let at: string | null = what === 'status' ? 'new' : null
    for (const move of moves.filter((each) => each.what === what)) {
      expect(move.fromValue).toBe(at)
      expect(move.toValue).not.toBe(at)
      at = move.toValue
    }
    expect({ what, at }).toEqual({ what, at: end })
  }
  // Someone works on what is in work, no one on what is new, and moments are there as far as it has come.
  if (lead.status === 'new') expect(lead.assigneeId).toBeNull()
  if (lead.status === 'inWork') expect(lead.assigneeId).not.toBeNull()
  expect(lead.closedAt !== null).toBe(lead.status === 'won' || lead.status === 'lost')
  if (lead.status === 'answered') expect(lead.answeredAt).not.toBeNull()
  if (lead.assigneeId !== null) expect(lead.takenAt).not.toBeNull()
  return moves.length
}

describe('the moves of a lead', () => {
  it('are a line without gaps, in whatever order several people move it at once', async () => {
    let round = 0
    let moved = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
        async (storms) => {
          round += 1
          // A minute later, so that the rate limit of asking is a new one.
          world.clock.advance(60_000)
          await world.receive(
            [0, 1].map((place) => world.message(`нужен фотограф ${round} ${place}`)),
            `round ${round}`,
          )
          const [reader] = people
          const { messages } = await (reader as TestUser).asks('feed', 'queryFeed', { filter: {}, limit: 10 })
          const messageIds = messages.slice(0, 2).map(({ id }) => id)
          const leadIds: number[] = []
          for (const [place, id] of messageIds.entries()) {
            const { lead } = await (people[place] as TestUser).asks('leads', 'takeLead', { id })
            leadIds.push(lead.id)
          }
          for (const storm of storms) {
            world.clock.advance(1_000)
            const results = await Promise.all(storm.map((each) => act(each, messageIds, leadIds)))
            for (const result of results) expect(['ok', 'LEAD_ALREADY_TAKEN']).toContain(result)
            refused += results.filter((result) => result === 'LEAD_ALREADY_TAKEN').length
            for (const id of leadIds) moved += await checkLine(id)
          }
        },
      ),
      { numRuns: lawRuns(20), examples: [[fight]] },
    )
    // A law over leads that no one moves, or that no one fights for, would hold of anything.
    expect(moved).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(5)
  })

  it('fifty take one at once: one has it, and the others hear who', async () => {
    await world.post('нужен фотограф, все сюда')
    const [owner] = people as [TestUser]
    const crowd = await Promise.all(Array.from({ length: 47 }, (_, place) => world.customer(`member-${place}`)))
    await world.team(owner, ...crowd)
    const everybody = [owner, ...people.slice(1, 3), ...crowd]
    expect(everybody).toHaveLength(50)
    const id = (await owner.asks('feed', 'queryFeed', { filter: {} })).messages[0]?.id ?? 0
    const answers = await Promise.all(
      everybody.map((person) => world.ask('leads', 'takeLead', { id }, { token: person.token, ip: person.ip })),
    )
    const taken = answers.filter(({ status }) => status === 'ok')
    expect(taken).toHaveLength(1)
    const [winner] = taken
    const name = winner?.status === 'ok' ? winner.result.lead.assignee?.name : undefined
    expect(name).toMatch(/./)
    for (const answer of answers)
      if (answer.status === 'error') expect(answer).toMatchObject({ code: 'LEAD_ALREADY_TAKEN', details: { name } })
    const { rows } = await world.database.pool.query<{ leads: number; moves: number }>(
      `select count(distinct l.id)::integer as leads, count(m.id)::integer as moves
      from leads l join lead_moves m on m.lead_id = l.id where l.message_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ leads: 1, moves: 2 }])
  })
})
