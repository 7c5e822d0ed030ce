/** The funnel against a straightforward count: of the cards the feed shows, page by page, and of the raw rows of leads. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import { funnelCuts } from '../../../../contract/reading/leads.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { insertRows } from '../../../testing/bare-database.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { sessionCookieName } from '../../../gate/cookies.ts'
import { readCsv, readXlsx } from '../exports/read-files.samples.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
let owner: TestUser
let vera: TestUser
let products: number[]
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('vets', 'ветеринар')
  owner = await world.somebody('owner', ['teamOwner'], paidForTeam('photographers', 300), paidForTeam('vets', 300))
  vera = await world.customer('vera')
  await world.team(owner, vera)
  products = [await world.categoryId('photographers'), await world.categoryId('vets')]
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(MINUTE))

const TIME_ZONE_MS = 3 * HOUR
/** Days as Moscow's clocks have them. */
const dayOf = (moment: number): string => new Date(moment + TIME_ZONE_MS).toISOString().slice(0, 10)
const mondayOf = (moment: number): string => {
  const wall = new Date(moment + TIME_ZONE_MS)
  return new Date(wall.getTime() - ((wall.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10)
}

const lead = fc.record({
  status: fc.constantFrom(...leadStatuses),
  assignee: fc.constantFrom('none', 'owner', 'vera'),
  taken: fc.boolean(),
  /** Seconds after it was found. */
  answered: fc.option(fc.integer({ min: 0, max: 200_000 })),
  sum: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
})
const message = fc.record({
  words: fc.constantFrom('фотограф', 'ветеринар', 'фотограф и ветеринар'),
  age: fc.integer({ min: 0, max: 20 * DAY }),
  cluster: fc.constantFrom(null, null, null, 0, 1, 2),
  hidden: fc.constantFrom(null, null, null, null, 'is_unwanted', 'gone'),
  handled: fc.boolean(),
  lead: fc.option(lead, { freq: 2 }),
})
type Made = typeof message extends fc.Arbitrary<infer Value> ? Value : never

interface Row {
  id: number
  clusterId: number
  publishedAt: number
}

/** Two deals of one week: with them the law is never of nothing alone. */
const deal: Made = {
  words: 'фотограф',
  age: 3 * DAY,
  cluster: null,
  hidden: null,
  handled: false,
  lead: { status: 'won', assignee: 'vera', taken: true, answered: 600, sum: 5_000_00 },
}
const deals: Made[] = [deal, { ...deal, words: 'ветеринар', age: 4 * DAY }]

async function fill(made: Made[]): Promise<void> {
  await world.forgetMessages('leads', 'lead_clusters', 'lead_moves', 'lead_comments', 'handled_clusters')
  const now = world.clock.now().getTime()
  await world.receive(
    made.map(({ words, age }, place) => world.message(`нужен ${words} ${place}`, { publishedAt: new Date(now - age) })),
    `funnel ${now} ${Math.random()}`,
  )
  const rows = await readRows()
  const clusters = made.map(({ cluster }, place) => {
    const first = made.findIndex((each) => cluster !== null && each.cluster === cluster)
    return rows[first === -1 ? place : first]?.id ?? 0
  })
  for (const [place, { hidden }] of made.entries()) {
    await world.database.pool.query(
      `update feed_items i set cluster_id = $2, repeats = $3 or exists (
          select from feed_items e where e.message_id = i.message_id and e.seq_id < i.seq_id)
        ${hidden === null ? '' : `, ${hidden} = true`} where message_id = $1`,
      [rows[place]?.id, clusters[place], clusters[place] !== rows[place]?.id],
    )
  }
  const handled = new Set(clusters.filter((_, place) => made[place]?.handled))
  const at = new Date(now)
  await insertRows(
    world.database,
    'handled_clusters',
    [...handled].map((id) => ({ user_id: owner.userId, cluster_id: id, message_id: id, at })),
  )
  const taken = new Set<number>()
  for (const [place, each] of made.entries()) {
    const row = rows[place]
    const clusterId = clusters[place] ?? 0
    if (!each.lead || !row || taken.has(clusterId)) continue
    taken.add(clusterId)
    const { status, assignee, answered, sum } = each.lead
    const found = new Date(row.publishedAt)
    await insertRows(world.database, 'leads', [
      {
        id: row.id,
        owner_id: owner.userId,
        message_id: row.id,
        product_type: 'category',
        product_id: products[each.words.startsWith('ветеринар') ? 1 : 0],
        product_name: '',
        status,
        assignee_id: assignee === 'none' ? null : assignee === 'owner' ? owner.userId : vera.userId,
        sum_kopecks: sum,
        text: '',
        network: 'vk',
        kind: 'post',
        is_demo: false,
        published_at: found,
        found_at: found,
        taken_at: each.lead.taken ? at : null,
        answered_at: answered === null ? null : new Date(found.getTime() + answered * 1_000),
        created_at: at,
        updated_at: at,
      },
    ])
    await insertRows(world.database, 'lead_clusters', [
      { cluster_id: clusterId, owner_id: owner.userId, lead_id: row.id },
    ])
  }
}

/** In the order in which they were made. */
async function readRows(): Promise<Row[]> {
  const { rows } = await world.database.pool.query<{ id: number; clusterId: number; publishedAt: Date }>(
    `select m.id, i.cluster_id as "clusterId", m.published_at as "publishedAt" from messages m
      cross join lateral (select * from feed_items where message_id = m.id order by seq_id limit 1) as i
      order by split_part(m.text, ' ', -1)::int`,
  )
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.getTime() }))
}

const medianOf = (values: number[]): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** What the funnel is to say, by key; `null` for all of it. */
async function recount(from: string, to: string, by: (typeof funnelCuts)[number]) {
  const [start, end] = [from, to].map((day) => Date.parse(`${day}T00:00:00+03:00`)) as [number, number]
  const filter = {
    handled: 'show' as const,
    fromDate: new Date(start).toISOString(),
    toDate: new Date(end).toISOString(),
  }
  const { messages, total } = await owner.asks('feed', 'queryFeed', { filter, limit: 100 })
  expect(messages).toHaveLength(total)
  const clusterOf = new Map((await readRows()).map(({ id, clusterId }) => [id, clusterId]))
  const leads = (await world.db.selectFrom('leads').selectAll().execute()).filter(
    ({ publishedAt }) => publishedAt.getTime() >= start && publishedAt.getTime() < end,
  )
  const leadOf = new Map(leads.map((each) => [clusterOf.get(each.messageId), each]))
  const keyOfLead = ({ productType, productId, assigneeId, publishedAt }: (typeof leads)[number]): string | null => {
    if (by === 'product') return `${productType}:${productId}`
    if (by === 'week') return mondayOf(publishedAt.getTime())
    return assigneeId === null ? null : String(assigneeId)
  }
  const found: (string | null)[] = messages.map(({ id, productType, product, publishedAt }) => {
    const its = leadOf.get(clusterOf.get(id))
    if (its) return keyOfLead(its)
    if (by === 'person') return null
    return by === 'product' ? `${productType}:${product.id}` : mondayOf(Date.parse(publishedAt))
  })
  const shown = new Set(messages.map(({ id }) => clusterOf.get(id)))
  for (const each of leads) if (!shown.has(clusterOf.get(each.messageId))) found.push(keyOfLead(each))
  const steps = (its: typeof leads, count: number) => {
    const won = its.filter(({ status }) => status === 'won')
    const median = medianOf(
      its.flatMap(({ answeredAt, foundAt }) =>
        answeredAt ? [(answeredAt.getTime() - foundAt.getTime()) / 1_000] : [],
      ),
    )
    return {
      found: count,
      taken: its.filter(({ takenAt }) => takenAt !== null).length,
      answered: its.filter(({ answeredAt, status }) => answeredAt !== null || status === 'won').length,
      won: won.length,
      lost: its.filter(({ status }) => status === 'lost').length,
      sum: won.reduce((sum, { sumKopecks }) => sum + (sumKopecks ?? 0), 0),
      median,
    }
  }
  const keys = [...new Set(found)]
  return {
    total: steps(leads, found.length),
    rows: new Map(
      keys.map((key) => [
        key,
        steps(
          leads.filter((each) => keyOfLead(each) === key),
          found.filter((each) => each === key).length,
        ),
      ]),
    ),
  }
}

/** Half a second is rounded in either way. */
function expectSame(
  { answerSeconds, ...reported }: Record<string, unknown> & { answerSeconds: number | null },
  { median, ...counted }: Record<string, unknown> & { median: number | null },
): void {
  expect(reported).toMatchObject(counted)
  if (median === null || answerSeconds === null) expect(answerSeconds).toBe(median)
  else expect(Math.abs(answerSeconds - median)).toBeLessThanOrEqual(0.5)
}

describe('leads.getFunnel', () => {
  it('counts what a straightforward count does, in all and by product, person and week', async () => {
    let found = 0
    let won = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: 1, max: 20 }),
        async (made, since, days) => {
          world.clock.advance(MINUTE)
          await fill(made)
          const first = world.clock.now().getTime() - (since + days) * DAY + DAY
          const [from, to] = [dayOf(first), dayOf(first + days * DAY)]
          for (const by of funnelCuts) {
            const expected = await recount(from, to, by)
            const { total, rows } = await owner.asks('leads', 'getFunnel', { from, to, by })
            expectSame(total, expected.total)
            expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(expected.rows.keys()))
            for (const { key, name, ...steps } of rows) {
              expect(name).toMatch(/./)
              const counted = expected.rows.get(key)
              if (counted) expectSame(steps, counted)
            }
            found += total.found
            won += total.won
          }
        },
      ),
      { numRuns: lawRuns(12), examples: [[deals, 0, 20]] },
    )
    expect(found).toBeGreaterThan(0)
    expect(won).toBeGreaterThan(0)
  })

  it('is empty where nothing was found', async () => {
    const nothing = { found: 0, taken: 0, answered: 0, won: 0, lost: 0, sum: 0, answerSeconds: null }
    expect(await owner.asks('leads', 'getFunnel', { from: '2025-01-01', to: '2025-02-01', by: 'week' })).toEqual({
      total: nothing,
      rows: [],
    })
  })

  it('and the export are refused to a guest, a member, and of no days or too many', async () => {
    const period = { from: '2026-11-01', to: '2026-11-08', by: 'week' as const }
    expect(codeOf(await world.ask('leads', 'getFunnel', period))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('leads', 'getFunnel', period)).toBe('FORBIDDEN')
    const alone = await world.customer('alone', paid('vets'))
    expect(await alone.isRefused('leads', 'getFunnel', period)).toBe('ok')
    for (const wrong of [
      { to: '2026-11-01' },
      { to: '2026-10-01' },
      { to: '2028-11-01' },
      { from: 'вчера' },
      { by: 'day' },
    ])
      expect(await owner.isRefused('leads', 'getFunnel', { ...period, ...wrong } as never)).toBe('VALIDATION_FAILED')
    const ask = async (person: TestUser | null) => (await download({ ...period, format: 'csv' }, person)).statusCode
    expect([await ask(null), await ask(vera)]).toEqual([401, 403])
  })
})

describe('leads.exportFunnel', () => {
  it('hands out the same numbers as a table in which no name is a formula', async () => {
    await world.db.updateTable('membershipCards').set({ username: '=2+2' }).where('userId', '=', vera.userId).execute()
    await fill(
      Array.from({ length: 4 }, (_, place) => ({
        words: 'фотограф' as const,
        age: place * HOUR,
        cluster: null,
        hidden: null,
        handled: false,
        lead: {
          status: 'won' as const,
          assignee: place === 0 ? 'owner' : 'vera',
          taken: true,
          answered: 120,
          sum: 1_050,
        },
      })),
    )
    const to = dayOf(world.clock.now().getTime() + DAY)
    const asked = { from: dayOf(world.clock.now().getTime() - 3 * DAY), to, by: 'person' }
    const csv = await download({ ...asked, format: 'csv' }, owner)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = readCsv(csv.rawPayload.toString('utf8'))
    const titles = ['Ответственный', 'Найдено', 'Взяли', 'Ответили', 'Сделки', 'Отказы', 'Сумма сделок, ₽']
    expect(rows).toEqual([
      [...titles, 'Минут до ответа (медиана)'],
      ["'=2+2", '3', '3', '3', '3', '0', '31.5', '2'],
      ['owner', '1', '1', '1', '1', '0', '10.5', '2'],
      ['Всего', '4', '4', '4', '4', '0', '42', '2'],
    ])
    const xlsx = await download({ ...asked, format: 'xlsx' }, owner)
    const cells = readXlsx(xlsx.rawPayload).rows.map((row) => Object.values(row))
    expect(cells[1]).toEqual(['=2+2', 3, 3, 3, 3, 0, 31.5, 2])
    expect(cells.at(-1)).toEqual(['Всего', 4, 4, 4, 4, 0, 42, 2])
    expect(decodeURIComponent(String(xlsx.headers['content-disposition']))).toContain('Эхолот, лиды, ')
  })
})

async function download(asked: Record<string, string>, person: TestUser | null) {
  const cookies = person ? { cookie: `${sessionCookieName(world.config)}=${person.token}` } : {}
  return world.web.app.inject({
    method: 'GET',
    url: `/api/leads/funnel/export?${new URLSearchParams(asked).toString()}`,
    headers: cookies,
  })
}
