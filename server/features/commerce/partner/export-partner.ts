/** Lists of a partner as files. */
import { Readable } from 'node:stream'
import { payoutMethodTitles, payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { audit } from '../../../kit/audit.ts'
import { personOf, type CallContext, type FileAnswer, type Handlers } from '../../../kit/context.ts'
import { writeTable, type Cell, type Column } from '../../reading/exports/exports.public.ts'
import { readPayouts } from './admin.ts'
import { readCommissions } from './money.ts'
import { listPayouts } from './payouts.ts'
import { readReferrals, readTraffic, showReferral } from './stats.ts'

/** More than any partner has by now; who has more asks for a shorter time. */
const MOST_ROWS = 20_000
const all = { limit: MOST_ROWS, offset: 0 }

interface Table {
  name: string
  columns: [title: string, kind: Column['kind'], width: number][]
  rows: Cell[][]
}

export const exportPartner: Handlers<'partner'>['exportPartner'] = async (ctx, { list, format }) =>
  writeFile(format, await tables[list](ctx))

/** Of each payout what the accounts need to pay it and to book it; where the money goes is told whole. */
export const exportPartnerOrders: Handlers<'partner'>['exportPartnerOrders'] = async (ctx, { format, ...filter }) => {
  const { docs } = await readPayouts(ctx, filter, all)
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  // The log holds no e-mail: it stays when accounts go.
  const { email: _typed, ...of } = filter
  const details = { ...of, payouts: docs.length }
  await db
    .transaction()
    .execute((tx) => audit(tx, clock, ctx, { actorId, userId: null, action: 'payouts-exported', details }))
  return writeFile(format, {
    name: 'Заявки на выплату',
    columns: [
      ['Номер', 'number', 10],
      ['Заявлена', 'text', 14],
      ['Номер партнёра', 'number', 14],
      ['Email', 'text', 28],
      ['Сумма, ₽', 'number', 14],
      ['Способ', 'text', 18],
      ['Куда', 'text', 26],
      ['Реквизиты', 'text', 48],
      ['Состояние', 'text', 20],
      ['Изменена', 'text', 14],
      ['Комментарий', 'text', 40],
      ['Сомнения', 'text', 40],
    ],
    rows: docs.map((row) => [
      row.id,
      day(row.createdAt),
      row.partner.id,
      row.partner.email === '' ? row.partner.username : row.partner.email,
      row.sum,
      payoutMethodTitles[row.method],
      row.wallet,
      row.other,
      payoutStatuses[row.status],
      day(row.changedAt),
      row.comment ?? '',
      row.suspicions.join('; '),
    ]),
  })
}

async function writeFile(format: 'xlsx' | 'csv', { name, columns, rows }: Table): Promise<FileAnswer> {
  const title = `Эхолот, партнёрская программа, ${name.toLowerCase()}`
  const { type, bytes } = await writeTable(format, {
    name,
    title,
    columns: columns.map(([heading, kind, width], at) => ({
      title: heading,
      kind,
      width,
      place: at === 0 ? 'head' : 'detail',
    })),
    rows: oneAfterAnother(rows),
  })
  return { fileName: `${title}.${format}`, type, length: bytes.length, contents: Readable.from([bytes]) }
}

async function* oneAfterAnother(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

const day = (at: string): string => at.slice(0, 10).split('-').toReversed().join('.')

const tables: Record<'traffic' | 'referrals' | 'commissions' | 'payouts', (ctx: CallContext) => Promise<Table>> = {
  traffic: async (ctx) => ({
    name: 'Переходы',
    columns: [
      ['День', 'text', 14],
      ['Переходы', 'number', 12],
      ['Регистрации', 'number', 14],
      ['Первые оплаты', 'number', 14],
      ['Оплачено, ₽', 'number', 14],
      ['Начислено, ₽', 'number', 14],
    ],
    rows: (await readTraffic(ctx, { period: 'day', type: 'visits' }, all)).map((row) => [
      day(row.key),
      row.visits,
      row.registrations,
      row.payments,
      Number(row.paid) / 100,
      Number(row.earned) / 100,
    ]),
  }),
  referrals: async (ctx) => ({
    name: 'Рефералы',
    columns: [
      ['Email', 'text', 28],
      ['Регистрация', 'text', 14],
      ['Как пришёл', 'text', 14],
      ['Оплачено, ₽', 'number', 14],
      ['Начислено, ₽', 'number', 14],
    ],
    rows: (await readReferrals(ctx, {}, all))
      .map(showReferral)
      .map(({ email, registeredAt, by, paid, earned }) => [email, day(registeredAt), byWords[by], paid, earned]),
  }),
  commissions: async (ctx) => ({
    name: 'Начисления',
    columns: [
      ['Заказ', 'text', 18],
      ['Email', 'text', 28],
      ['Дата', 'text', 14],
      ['Оплачено, ₽', 'number', 14],
      ['Ставка, %', 'number', 12],
      ['Начислено, ₽', 'number', 14],
      ['Почему', 'text', 48],
    ],
    rows: (await readCommissions(ctx.db, { partnerId: personOf(ctx).id, ...all })).map((row) => [
      row.account,
      row.email,
      day(row.earnedAt),
      row.paid,
      row.rate,
      row.amount,
      row.why,
    ]),
  }),
  payouts: async (ctx) => ({
    name: 'Выплаты',
    columns: [
      ['Номер', 'number', 10],
      ['Дата', 'text', 14],
      ['Сумма, ₽', 'number', 14],
      ['Куда', 'text', 16],
      ['Состояние', 'text', 20],
      ['Комментарий', 'text', 40],
    ],
    rows: (await listPayouts(ctx, { limit: MOST_ROWS })).docs.map((row) => [
      row.id,
      day(row.createdAt),
      row.sum,
      row.wallet,
      payoutStatuses[row.status],
      row.comment ?? '',
    ]),
  }),
}

const byWords = { link: 'по ссылке', promo: 'по промокоду' }

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'payouts-exported': { payouts: number; partner?: number; status?: PayoutStatus }
  }
}
