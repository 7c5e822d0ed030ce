/** Ordering a file: what is missing is said in the words of spec §5, one thing at a time. */
import type { InputOf } from '../../../../contract/call.ts'
import { EXPORT_HOURS, type Export, type exports } from '../../../../contract/reading/exports.ts'
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { isBeforeFirstDay } from '../../../../rules/filters/period.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { HOUR } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { AppError } from '../../../kit/app-error.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listAllCategories } from '../../watching/categories/categories.public.ts'
import { nameProjects } from '../../access/subscriptions/subscriptions.public.ts'
import { countItems, getNewestSeqId } from '../feed/feed.public.ts'
import { accessFilter } from '../filters/filters.public.ts'
import { fileNameOf } from './file-name.ts'
import { selectExports, toExport, type ExportParams } from './export-row.ts'
import { readExportScope } from './export-scope.ts'
import { wallClock } from '../../../../rules/wall-clock.ts'
import { writtenDays } from './wall-clock.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

/** Being made, or waiting for it, of one person at once. */
const AT_ONCE = 2

export async function orderExport(ctx: CallContext, input: InputOf<typeof exports.createExport>): Promise<Export> {
  const { db, clock } = ctx
  const person = personOf(ctx)
  const now = clock.now()
  const { product, from, to, network } = input
  if (!product) throw new AppError('EXPORT_PRODUCT_REQUIRED')
  const scopeOf = (fields: FilterFields) => readExportScope(ctx, person, { product, fields })
  if ((await scopeOf(emptyFilter)).products.length === 0) throw new AppError('EXPORT_PRODUCT_REQUIRED')
  if (from === undefined || to === undefined || Date.parse(from) >= Date.parse(to))
    throw new AppError('EXPORT_RANGE_REQUIRED')
  if (isBeforeFirstDay({ fromDate: from, toDate: to })) throw new AppError('FILTER_RANGE_TOO_EARLY')
  if (input.kind === 'users' && network === undefined) throw new AppError('EXPORT_NETWORK_REQUIRED')
  // Without a filter it is everything of these days: what one is done with belongs to it.
  const everything: FilterFields = { ...emptyFilter, handled: 'show' }
  const filter = input.filterId === undefined ? everything : await accessFilter(db, person.id, input.filterId, now)
  if (network !== undefined && filter.networks.length > 0 && !filter.networks.includes(network))
    throw new AppError('EXPORT_EMPTY')
  // The days asked for here are instead of the filter's, as choosing a range in its panel would be.
  const fields: FilterFields = {
    ...filter,
    recentDays: null,
    fromDate: from,
    toDate: to,
    networks: network === undefined ? filter.networks : [network],
  }
  const [scope, upTo] = await Promise.all([scopeOf(fields), getNewestSeqId(db)])
  if ((await countItems(db, scope, { after: 0, upTo }, 0)) === 0) throw new AppError('EXPORT_EMPTY')

  const title = await titleOf(db, person.id, input.kind, product, { from, to })
  const params: ExportParams = {
    product,
    from,
    to,
    fields,
    title,
    fileName: `${fileNameOf(title)}.${input.format}`,
    attempts: 0,
  }
  return db.transaction().execute(async (tx) => {
    // One order of a person after the other: two at once would both count what was there before.
    await lock(tx, 'exports of user', person.id)
    const unready = await tx
      .selectFrom('exports')
      .select('id')
      .where('userId', '=', person.id)
      .where('status', 'in', ['waiting', 'active'])
      .where('expiresAt', '>', now)
      .limit(AT_ONCE)
      .execute()
    if (unready.length >= AT_ONCE) throw new AppError('EXPORT_LIMIT_REACHED')
    const { id } = await tx
      .insertInto('exports')
      .values({
        userId: person.id,
        kind: input.kind,
        format: input.format,
        params: JSON.stringify(params),
        status: 'waiting',
        createdAt: now,
        expiresAt: new Date(now.getTime() + EXPORT_HOURS * HOUR),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, clock, 'export.ordered', { exportId: id })
    return toExport(await selectExports(tx).where('id', '=', id).executeTakeFirstOrThrow())
  })
}

/** By its own name; of those that were never named by their number. There is one list of groups, and it has none. */
async function nameOf(db: DbOrTx, product: ExportParams['product']): Promise<string> {
  if (product === 'all') return 'вся лента'
  const { type, id } = product
  if (type === 'group') return 'Группы'
  if (type === 'project') return (await nameProjects(db, [id])).get(id) ?? 'Проект'
  return (await listAllCategories(db)).find((category) => category.id === id)?.name ?? 'Категория'
}

/** «Эхолот, Фотографы, 01.11–20.11.2026», by the days of the person's own clocks. */
async function titleOf(
  db: DbOrTx,
  userId: number,
  kind: Export['kind'],
  product: ExportParams['product'],
  { from, to }: { from: string; to: string },
): Promise<string> {
  const [timeZone, name] = await Promise.all([readTimeZone(db, userId), nameOf(db, product)])
  const wall = wallClock(timeZone)
  const days = writtenDays(wall(Date.parse(from)), wall(Date.parse(to)))
  return ['Эхолот', name, ...(kind === 'users' ? ['авторы'] : []), days].join(', ')
}
