/** What an admin may do with promo codes. */
import { sql } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { promo, AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import { readDiscountValue } from '../../../../rules/promo/discount.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import { isUniqueViolation, type DbOrTx } from '../../../kit/sql.ts'
import { readPromo, showPromo, type PromoRow } from './promo-code.ts'

type Fields = InputOf<typeof promo.createPromoCode>

const PAGE = 50

/** The newest first. Presents are many, and are there only when they are looked for. */
export async function listPromoCodes(
  { db }: CallContext,
  { search = '', page = 1 }: InputOf<typeof promo.listPromoCodes>,
): Promise<ResultOf<typeof promo.listPromoCodes>> {
  const found = () => {
    const query = db.selectFrom('promoCodes')
    const wanted = search.trim().toLowerCase()
    if (wanted === '') return query.where('userId', 'is', null)
    return query.where((where) =>
      where(where.fn<number>('strpos', [where.fn('lower', ['code']), where.val(wanted)]), '>', 0),
    )
  }
  const { total } = await found()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found()
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute()
  const used = await countAllUses(
    db,
    rows.map(({ id }) => id),
  )
  return {
    docs: (rows as PromoRow[]).map((row) => showRow(row, used.get(row.id) ?? 0)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / PAGE)),
    limit: PAGE,
  }
}

export async function createPromoCode(ctx: CallContext, input: Fields): Promise<{ promoCode: AdminPromoCode }> {
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  const fields = await readFields(db, input)
  return taken(
    db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('promoCodes')
        .values({ ...fields, createdAt: clock.now() })
        .returningAll()
        .executeTakeFirstOrThrow()
      const promoCode = showRow(row as PromoRow, 0)
      await recordAuditEntry(tx, clock, ctx, {
        actorId,
        userId: null,
        action: 'promo-code-created',
        details: { after: promoCode },
      })
      return { promoCode }
    }),
  )
}

/** Orders that are made keep the price they were made with. */
export async function updatePromoCode(
  ctx: CallContext,
  input: InputOf<typeof promo.updatePromoCode>,
): Promise<{ promoCode: AdminPromoCode }> {
  const { db, clock } = ctx
  const { id, archived, ...given } = input
  const { id: actorId } = personOf(ctx)
  const fields = await readFields(db, given)
  return taken(
    db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('promoCodes')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!before) throw new AppError('PROMO_CODE_NOT_FOUND')
      const archivedAt = archived ? (before.archivedAt ?? clock.now()) : null
      const row = await tx
        .updateTable('promoCodes')
        .set({ ...fields, archivedAt })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const used = (await countAllUses(tx, [id])).get(id) ?? 0
      const promoCode = showRow(row as PromoRow, used)
      await recordAuditEntry(tx, clock, ctx, {
        actorId,
        userId: before.userId,
        action: 'promo-code-changed',
        details: { before: showRow(before as PromoRow, used), after: promoCode },
      })
      return { promoCode }
    }),
  )
}

async function taken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error, 'promo_codes_code_key')) throw new AppError('PROMO_CODE_ALREADY_EXISTS')
    throw error
  }
}

async function countAllUses(db: DbOrTx, ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ promoId: number; used: number }>`
    select promo_id, count(*) as used from promo_uses where promo_id = any(${ids}::bigint[]) and released_at is null group by promo_id`.execute(
    db,
  )
  return new Map(rows.map(({ promoId, used }) => [promoId, used]))
}

function showRow(row: PromoRow, used: number): AdminPromoCode {
  const { title: _, ...shown } = showPromo(readPromo(row))
  const { id, startsAt, endsAt, maxUses, maxUsesEach, firstPurchase, archivedAt } = row
  return {
    ...shown,
    id,
    maxUses,
    maxUsesEach,
    firstPurchase,
    used,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    archived: archivedAt !== null,
  }
}

/** More than all of a sum can not go off it; and what adds more percents or days than these is a slip of the hand. */
const most: Partial<Record<Fields['discountType'], number>> = {
  percent_off: 100,
  percentage_extension: 1_000,
  days_extension: 3_650,
}

/** As the table has them; refuses what could never be of use. */
async function readFields(db: DbOrTx, fields: Fields) {
  const { code, product, tariffType, discountType, maxUses, maxUsesEach, firstPurchase } = fields
  const typeCtg = [...new Set(fields.categories)]
  if (typeCtg.length > 0 && product !== null && product !== 'category')
    throw invalid('categories', 'maxItems', { limit: 0 })
  if (typeCtg.length > 0) await checkCategories(db, typeCtg)
  for (const name of ['discountValue', 'discountValue2'] as const) {
    const limit = most[discountType] ?? Infinity
    if ((fields[name] ?? 0) > limit) throw invalid(name, 'maximum', { limit })
  }
  const startsAt = fields.startsAt === null ? null : new Date(fields.startsAt)
  const endsAt = fields.endsAt === null ? null : new Date(fields.endsAt)
  if (startsAt && endsAt && endsAt <= startsAt)
    throw invalid('endsAt', 'formatExclusiveMinimum', { limit: startsAt.toISOString() })
  return {
    code,
    product,
    tariffType,
    typeCtg,
    discountType,
    startsAt,
    endsAt,
    maxUses,
    maxUsesEach,
    firstPurchase,
    value: readDiscountValue(discountType, fields.discountValue),
    valueByDay: fields.discountValue2 === null ? null : readDiscountValue(discountType, fields.discountValue2),
  }
}

async function checkCategories(db: DbOrTx, ids: number[]): Promise<void> {
  const { known } = await db
    .selectFrom('categories')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (known < ids.length) throw new AppError('CATEGORY_NOT_FOUND')
}

function invalid(name: keyof Fields, keyword: string, params: Record<string, unknown>): AppError {
  return new AppError('VALIDATION_FAILED', { keyword, dataPath: `/${name}`, params })
}
