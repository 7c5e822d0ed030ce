/** Projects and groups of a person with how they fare: what runs, what comes of it, and what is wrong. */
import { sql } from 'kysely'
import { PEOPLE_CAP, type InfoOf } from '../../../../contract/office/support.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { plural } from '../../../../rules/plural.ts'
import { DAY } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import {
  listRunningGroupsets,
  listRunningProducts,
  nameProjects,
} from '../../access/subscriptions/subscriptions.public.ts'
import { cutPage } from '../../../kit/page-of.ts'
import type { ReadPlace } from './read-place.ts'

type Watched = InfoOf<'products'>['docs'][number]

const FOUND_DAYS = 7

export const listProducts: ReadPlace<'products'> = async ({ db, clock }, { id }, asked) => {
  const now = clock.now()
  const [projects, lists] = await Promise.all([listProjects(db, id, now), listGroupsets(db, id, now)])
  return { place: 'products', ...cutPage([...projects, ...lists], asked) }
}

async function listProjects(db: Db, userId: number, now: Date): Promise<Watched[]> {
  const { rows } = await sql<{ id: number; keywords: number; error: boolean }>`
    select id, cardinality(keywords) as keywords, coalesce(progress ->> 'status' = 'error', false) as error
    from monitored_projects where user_id = ${userId} order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [names, running, found] = await Promise.all([
    nameProjects(db, ids),
    listRunningProducts(db, 'project', now, ids),
    countFound(db, 'project', ids, now),
  ])
  return rows.map(({ id, keywords, error }) => ({
    id: `project ${id}`,
    product: 'project' as const,
    name: names.get(id) ?? '',
    running: running.includes(id),
    size: keywords,
    maxSize: null,
    ...(found.get(id) ?? nothing),
    failures: [
      ...(keywords === 0 ? ['Нет ключевых слов: искать нечего'] : []),
      ...(error ? ['Последнее сохранение закончилось ошибкой'] : []),
      ...(running.includes(id) ? [] : ['Подписка не действует']),
    ],
  }))
}

interface ListRow {
  id: number
  groups: number
  off: number
  closed: number
  gone: number
  failing: number
}

async function listGroupsets(db: Db, userId: number, now: Date): Promise<Watched[]> {
  const { rows } = await sql<ListRow>`
    select s.id, count(m.id)::integer as groups, count(m.id) filter (where not m.enabled)::integer as off,
      count(*) filter (where w.trouble = 'closed')::integer as closed, count(*) filter (where w.trouble = 'gone')::integer as gone,
      count(*) filter (where w.trouble = 'failing')::integer as failing
    from monitored_groupsets s left join monitored_groups m on m.groupset_id = s.id and m.removed_at is null
      left join watched_groups w on w.group_id = m.group_id
    where s.user_id = ${userId} group by s.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [running, found] = await Promise.all([
    ids.length === 0 ? [] : listRunningGroupsets(db, now, ids),
    countFound(db, 'group', ids, now),
  ])
  return rows.map(({ id, groups, off, closed, gone, failing }) => {
    const held = running.find(({ groupsetId }) => groupsetId === id)
    return {
      id: `group ${id}`,
      product: 'group' as const,
      name: productTitles.group,
      running: held !== undefined,
      size: groups,
      maxSize: held?.maxSize ?? null,
      ...(found.get(id) ?? nothing),
      failures: [
        ...(groups === 0 ? ['В списке нет групп'] : []),
        ...(held !== undefined && groups > held.maxSize ? ['Групп больше, чем оплачено: лишние не слушаются'] : []),
        ...of(off, 'выключена', 'выключены', 'выключено'),
        ...of(closed, 'закрылась', 'закрылись', 'закрылось'),
        ...of(gone, 'удалена', 'удалены', 'удалено'),
        ...of(failing, 'не отвечает', 'не отвечают', 'не отвечает'),
        ...(held === undefined ? ['Подписка не действует'] : []),
      ],
    }
  })
}

const of = (count: number, one: string, few: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${plural(count, ['группа', 'группы', 'групп'])} ${plural(count, [one, few, many])}`]

const nothing = { found: 0, lastAt: null }

async function countFound(
  db: Db,
  product: Watched['product'],
  ids: number[],
  now: Date,
): Promise<Map<number, Pick<Watched, 'found' | 'lastAt'>>> {
  const { rows } = await sql<{ id: number; found: number; lastAt: Date | null }>`
    select asked.id, counted.found, counted.last_at from unnest(${ids}::bigint[]) as asked(id),
      lateral (
        select count(*)::integer as found, max(published_at) as last_at from (
          select published_at from feed_items
          where product_type = ${product} and product_id = asked.id
            and published_at at time zone 'UTC' >= ${new Date(now.getTime() - FOUND_DAYS * DAY)}::timestamptz at time zone 'UTC'
          order by published_at at time zone 'UTC' desc limit ${PEOPLE_CAP}) as recent) as counted`.execute(db)
  return new Map(rows.map(({ id, found, lastAt }) => [id, { found, lastAt: lastAt?.toISOString() ?? null }]))
}
