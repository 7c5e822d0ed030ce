/**
 * The floor under a page of the feed: the cheapest SQL for as many rows with the same contents, one statement, without any
 * rule that hides. Every way it could be run is tried, and the fastest stands.
 */
import type pg from 'pg'

export interface FloorAsk {
  userId: number
  team: number[]
  productIds: number[]
  /** Items in (after, upTo]. */
  after: number
  upTo: number
  /** Oldest first. */
  back?: boolean
  offset: number
  limit: number
  terms?: string[]
  favorites?: boolean
  locationIds?: number[]
  regionIds?: number[]
}

export interface FloorPools {
  pool: pg.Pool
  /** Plans a prepared statement once, whatever the database thinks of such a plan. */
  keeping: pg.Pool
}

type Query = (ask: FloorAsk) => Promise<number>

/** What the ask narrows items to. */
function narrows(ask: FloorAsk, put: (value: unknown) => string): string {
  const conditions = [`i.seq_id > ${put(ask.after)}`, `i.seq_id <= ${put(ask.upTo)}`]
  if (ask.favorites)
    conditions.push(`i.message_id = any(array(select message_id from favorites where user_id = ${put(ask.userId)}))`)
  if (ask.locationIds)
    conditions.push(
      `(i.location_id = any(${put(ask.locationIds)}::bigint[]) or i.region_id = any(${put(ask.regionIds ?? [])}::bigint[]))`,
    )
  if (ask.terms) conditions.push(`m.terms && ${put(ask.terms)}::text[]`)
  return conditions.join(' and ')
}

const message = 'join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at'
const fenced = `cross join lateral (
  select mm.terms from messages mm where mm.id = i.message_id and mm.kept and mm.received_at = i.received_at offset 0) m`
/** Product by product along its index; all items along theirs; from the messages that hold a word. */
const ways = ['by product', 'by item', 'by message'] as const
type Way = (typeof ways)[number]

/** The fences keep the messages first: they are few, and statistics do not know it. */
function byMessage({ terms, ...ask }: FloorAsk, put: (value: unknown) => string): string {
  const messages = terms
    ? `select m.id from messages m where m.kept and m.terms && ${put(terms)}::text[]`
    : `select message_id as id from favorites where user_id = ${put(ask.userId)}`
  return `from (${messages} offset 0) m cross join lateral (select i.seq_id from feed_items i
    where i.message_id = m.id and i.product_type = 'category' and i.product_id = any(${put(ask.productIds)}::bigint[]) and ${narrows({ ...ask, favorites: false }, put)} offset 0) i`
}

function picked(way: Way, ask: FloorAsk, put: (value: unknown) => string): string {
  const order = `order by i.seq_id ${ask.back ? '' : 'desc'}`
  const limit = `offset ${put(ask.offset)} limit ${put(ask.limit)}`
  if (way === 'by message') return `select i.seq_id ${byMessage(ask, put)} ${order} ${limit}`
  const words = ask.terms ? fenced : ''
  const products = put(ask.productIds)
  if (way === 'by product') {
    return `select i.seq_id from unnest(${products}::bigint[]) p cross join lateral (
      select i.seq_id from feed_items i ${words} where i.product_type = 'category' and i.product_id = p and ${narrows(ask, put)} ${order} limit ${put(ask.offset + ask.limit)}
    ) i ${order} ${limit}`
  }
  const found = `from feed_items i ${words} where i.product_type = 'category' and i.product_id = any(${products}::bigint[]) and ${narrows(ask, put)}`
  return `select i.seq_id ${found} ${order} ${limit}`
}

function pageText(way: Way, ask: FloorAsk): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const put = (value: unknown): string => `$${values.push(value)}`
  const user = `${put(ask.userId)}::bigint`
  const team = `${put(ask.team)}::bigint[]`
  const products = `${put(ask.productIds)}::bigint[]`
  const text = `
    select i.*, m.text, m.url, m.edited_at, c.name as product_name, c.icon, a.name as author_name, a.avatar, a.url as author_url, a.city,
      g.name as group_name, g.avatar as group_avatar, g.url as group_url, g.city as group_city, g.followers, l.name as location_name, l.type as location_type,
      exists (select from message_views v where v.user_id = ${user} and v.message_id = i.message_id) as viewed,
      exists (select from favorites f where f.user_id = ${user} and f.message_id = i.message_id) as favorite,
      exists (select from spam_marks s where s.user_id = ${user} and s.message_id = i.message_id) as spam_marked,
      exists (select from blacklisted_authors b where b.user_id = ${user} and b.author_id = i.author_id) as black_listed,
      (select json_agg(json_build_array(r.user_id, r.reaction)) from reactions r where r.message_id = i.message_id and r.user_id = any(${team})) as reactions,
      (select json_agg(json_build_array(u.id, u.username, n.text, n.updated_at)) from notes n join users u on u.id = n.user_id
        where n.message_id = i.message_id and n.user_id = any(${team})) as notes,
      (select count(distinct k.message_id) from feed_items k where k.cluster_id = i.cluster_id and k.seq_id > i.seq_id
        and k.product_type = 'category' and k.product_id = any(${products}) and k.message_id <> i.message_id) as copies
    from (${picked(way, ask, put)}) as found
    join feed_items i on i.seq_id = found.seq_id
    ${message} join categories c on c.id = i.product_id
    left join authors a on a.id = i.author_id left join groups g on g.id = i.group_id left join locations l on l.id = i.location_id
    order by i.seq_id desc`
  return { text, values }
}

function countText(way: Way, ask: FloorAsk): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const put = (value: unknown): string => `$${values.push(value)}`
  if (way === 'by message')
    return { text: `select count(*) from (select ${byMessage(ask, put)} limit ${put(ask.limit)}) as counted`, values }
  const words = ask.terms ? fenced : ''
  const products = put(ask.productIds)
  const text =
    way === 'by product'
      ? `select count(*) from (select from unnest(${products}::bigint[]) p cross join lateral (select from feed_items i ${words}
          where i.product_type = 'category' and i.product_id = p and ${narrows(ask, put)} limit ${put(ask.limit)}) i limit ${put(ask.limit)}) as counted`
      : `select count(*) from (select from feed_items i ${words}
          where i.product_type = 'category' and i.product_id = any(${products}::bigint[]) and ${narrows(ask, put)} limit ${put(ask.limit)}) as counted`
  return { text, values }
}

async function fastestOf(
  { pool, keeping }: FloorPools,
  textOf: (way: Way, ask: FloorAsk) => { text: string; values: unknown[] },
  ask: FloorAsk,
): Promise<{ run: Query; called: string }> {
  const tries: { took: number; run: Query; called: string }[] = []
  for (const way of ways) {
    // Without a word or mark that leads to few, it would read all there is.
    if (way === 'by message' && !ask.terms && !ask.favorites) continue
    for (const planned of ['', ', prepared', ', plan kept']) {
      const prepared = planned !== ''
      const asked = planned === ', plan kept' ? keeping : pool
      const run: Query = async (each) => {
        const { text, values } = textOf(way, each)
        const { rows } = await asked.query(
          prepared ? { name: `floor ${way} ${hashOf(text)}`, text, values } : { text, values },
        )
        return rows.length
      }
      if (!(await endsSoon(asked, textOf(way, ask)))) continue
      let took = Infinity
      // A plan is kept from the sixth time on.
      for (let time = 0; time < (prepared ? 9 : 3) && !(time > 0 && took > 500); time += 1) {
        const startedAt = performance.now()
        await run(ask)
        took = Math.min(took, performance.now() - startedAt)
      }
      tries.push({ took, run, called: `${way}${planned}` })
    }
  }
  if (tries.length === 0) throw new Error('no way to the floor ends soon')
  return tries.reduce((best, each) => (each.took < best.took ? each : best))
}

/** A way that takes longer than this is none, whatever the others take. */
const LONGEST_MS = 4_000

async function endsSoon(pool: pg.Pool, query: { text: string; values: unknown[] }): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local statement_timeout = ${LONGEST_MS}`)
    await client.query(query)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return false
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const hashOf = (text: string): string => {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash.toString(36)
}

export const floorOfPage = (pools: FloorPools, ask: FloorAsk): Promise<{ run: Query; called: string }> =>
  fastestOf(pools, pageText, ask)
export const floorOfCount = (pools: FloorPools, ask: FloorAsk): Promise<{ run: Query; called: string }> =>
  fastestOf(pools, countText, ask)
