/** What an admin may change of the price list. What was bought keeps its price and length: orders hold a copy. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { tariffs } from '../../../../contract/access/tariffs.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import { readKopecks } from '../../../kit/read-kopecks.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import { showTariffRow, type TariffRow } from './sold-tariff.ts'

type Fields = InputOf<typeof tariffs.createTariff>

/** Behind all others. Asked twice it is made once: the second press, or the second try after a lost answer, finds what it wanted. */
export async function createTariff(ctx: CallContext, input: Fields): Promise<ResultOf<typeof tariffs.createTariff>> {
  const { db, clock } = ctx
  const fields = readFields(input)
  const { id: actorId } = personOf(ctx)
  return db.transaction().execute(async (tx) => {
    await lock(tx, 'price list')
    const made = await findOnSale(tx, fields)
    if (made) return { tariff: showTariffRow(made) }
    const { last } = await tx
      .selectFrom('tariffs')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    const row = await tx
      .insertInto('tariffs')
      .values({ ...fields, position: (last ?? -1) + 1 })
      .returningAll()
      .executeTakeFirstOrThrow()
    const tariff = showTariffRow(row as TariffRow)
    await recordAuditEntry(tx, clock, ctx, {
      actorId,
      userId: null,
      action: 'tariff-created',
      details: { after: tariff },
    })
    return { tariff }
  })
}

async function findOnSale(tx: Tx, fields: ReturnType<typeof readFields>): Promise<TariffRow | undefined> {
  let same = tx.selectFrom('tariffs').selectAll().where('archivedAt', 'is', null)
  for (const [column, value] of Object.entries(fields))
    same = same.where(column as keyof typeof fields, 'is not distinct from', value)
  return (await same.orderBy('id').executeTakeFirst()) as TariffRow | undefined
}

/** From now on the seed leaves it alone. */
export async function updateTariff(
  ctx: CallContext,
  input: InputOf<typeof tariffs.updateTariff>,
): Promise<ResultOf<typeof tariffs.updateTariff>> {
  const { db, clock } = ctx
  const { id, position, archived, ...given } = input
  const fields = readFields(given)
  const { id: actorId } = personOf(ctx)
  return db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('tariffs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw new AppError('TARIFF_NOT_FOUND')
    const archivedAt = archived ? (before.archivedAt ?? clock.now()) : null
    const row = await tx
      .updateTable('tariffs')
      .set({ ...fields, position, archivedAt, seedHash: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const tariff = showTariffRow(row as TariffRow)
    await recordAuditEntry(tx, clock, ctx, {
      actorId,
      userId: null,
      action: 'tariff-changed',
      details: { before: showTariffRow(before as TariffRow), after: tariff },
    })
    return { tariff }
  })
}

/** Sums in kopecks; refuses what makes no tariff. */
function readFields(fields: Fields) {
  const { product, type, title, duration, durationUnit, durationTitle, teamSize, maxQuantity } = fields
  const rate = readKopecks('rate', fields.rate)
  const fee = readKopecks('fee', fields.fee)
  if ((type === 'team') !== (teamSize !== null))
    throw invalid(
      'teamSize',
      type === 'team' ? 'type' : 'const',
      type === 'team' ? { type: 'integer' } : { allowedValue: null },
    )
  // A trial asks no one for money.
  if (type === 'trial' && rate + fee > 0) throw invalid(rate > 0 ? 'rate' : 'fee', 'maximum', { limit: 0 })
  if (type === 'package' && product !== 'group') throw invalid('product', 'const', { allowedValue: 'group' })
  return { product, type, title, rate, fee, duration, durationUnit, durationTitle, teamSize, maxQuantity }
}

function invalid(name: keyof Fields, keyword: string, params: Record<string, unknown>): AppError {
  return new AppError('VALIDATION_FAILED', { keyword, dataPath: `/${name}`, params })
}
