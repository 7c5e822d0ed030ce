/** Lists of a partner as files. */
import { Readable } from 'node:stream'
import type { InputOf } from '../../../../contract/call.ts'
import {
  commissionTitles,
  payoutMethodTitles,
  payoutStatuses,
  type partner,
} from '../../../../contract/commerce/partner.ts'
import { wallClock } from '../../../../rules/wall-clock.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, type CallContext, type FileAnswer, type Handlers } from '../../../kit/context.ts'
import { listAllCategories } from '../../watching/categories/categories.public.ts'
import {
  fileNameOf,
  writeTable,
  writtenDays,
  type Cell,
  type SheetColumn,
} from '../../reading/exports/exports.public.ts'
import { readPayouts } from './admin.ts'
import { readCommissions } from './money.ts'
import { listPayouts } from './payouts.ts'
import { readReferrals, readTraffic, showReferral } from './stats.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

/** More than any partner has by now; who has more asks for a shorter time. */
const MOST_ROWS = 20_000
const all = { limit: MOST_ROWS, offset: 0 }

/** Names of files end somewhere. */
const LONGEST_EMAIL = 30

type Asked = InputOf<(typeof partner)['exportPartner']>

interface Table {
  name: string
  /** What it is filtered by. */
  words: string[]
  columns: [title: string, kind: SheetColumn['kind'], width: number][]
  rows: Cell[][]
}

export const exportPartner: Handlers<'partner'>['exportPartner'] = async (ctx, asked) =>
  writeFile(asked.format, await tables[asked.list](ctx, asked))

/** Of each payout what the accounts need to pay it and to book it; where the money goes is written whole. */
export const exportPartnerOrders: Handlers<'partner'>['exportPartnerOrders'] = async (ctx, { format, ...filter }) => {
  const [{ docs }, day] = await Promise.all([readPayouts(ctx, filter, all), readDays(ctx)])
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  // The log holds no e-mail: it stays when accounts go.
  const { email: _typed, ...of } = filter
  const details = { ...of, payouts: docs.length }
  await db
    .transaction()
    .execute((tx) => recordAuditEntry(tx, clock, ctx, { actorId, userId: null, action: 'payouts-exported', details }))
  return writeFile(format, {
    name: 'Заявки на выплату',
    words: [],
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

async function writeFile(format: 'xlsx' | 'csv', { name, words, columns, rows }: Table): Promise<FileAnswer> {
  const title = fileNameOf(['Эхолот, партнёрская программа', name.toLowerCase(), ...words].join(', '))
  const { type, bytes } = await writeTable(format, {
    name,
    title,
    columns: columns.map(([heading, kind, width], at) => ({
      title: heading,
      kind,
      width,
      place: at === 0 ? 'head' : 'detail',
    })),
    rows,
  })
  return { fileName: `${title}.${format}`, type, length: bytes.length, contents: Readable.from([bytes]) }
}

/** «23.11.2026» of a day `YYYY-MM-DD`. */
const written = (day: string): string => day.slice(0, 10).split('-').toReversed().join('.')

/** @returns the day of a moment, by the clock of who asks */
async function readDays(ctx: CallContext): Promise<(at: string) => string> {
  const wall = wallClock(await readTimeZone(ctx.db, personOf(ctx).id))
  return (at) => written(new Date(wall(Date.parse(at))).toISOString())
}

/** «01.11–20.11.2026», «с 01.11.2026», «по 20.11.2026»; nothing where neither end is set. */
function daysInWords(from: string | undefined, to: string | undefined): string[] {
  if (from !== undefined && to !== undefined) return [writtenDays(Date.parse(from), Date.parse(to) + DAY)]
  if (from !== undefined) return [`с ${written(from)}`]
  return to === undefined ? [] : [`по ${written(to)}`]
}

const cutWords = { link: 'по ссылкам', source: 'по сайтам', day: 'по дням', week: 'по неделям', month: 'по месяцам' }
const cutTitles = { link: 'Ссылка', source: 'Сайт', day: 'День', week: 'Неделя с', month: 'Месяц с' }

async function tableOfTraffic(
  ctx: CallContext,
  { period = 'day', type = 'visits', by, from, to }: Asked,
): Promise<Table> {
  const cut = by ?? period
  const asked = {
    period,
    type,
    ...(by && { by }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  return {
    name: 'Переходы',
    words: [cutWords[cut], ...daysInWords(from, to)],
    columns: [
      [cutTitles[cut], 'text', by === undefined ? 14 : 32],
      ['Переходы', 'number', 12],
      ['Регистрации', 'number', 14],
      ['Первые оплаты', 'number', 14],
      ['Оплачено, ₽', 'number', 14],
      ['Начислено, ₽', 'number', 14],
    ],
    rows: (await readTraffic(ctx, asked, all)).map((row) => [
      by === undefined ? written(row.key) : row.key === '—' ? 'Сайт неизвестен' : row.key,
      row.visits,
      row.registrations,
      row.payments,
      Number(row.paid) / 100,
      Number(row.earned) / 100,
    ]),
  }
}

async function tableOfReferrals(
  ctx: CallContext,
  { email, reg_begin, reg_end, category, category_trial }: Asked,
): Promise<Table> {
  const given = { email, reg_begin, reg_end, category, category_trial }
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const [rows, categories, day] = await Promise.all([
    readReferrals(ctx, { filters }, all),
    listAllCategories(ctx.db),
    readDays(ctx),
  ])
  const nameOf = (asked: number | undefined, how: string): string[] =>
    asked === undefined ? [] : [`${how} ${categories.find(({ id }) => id === asked)?.name ?? 'категорию'}`]
  return {
    name: 'Рефералы',
    words: [
      ...(email === undefined || email.trim() === '' ? [] : [`email ${email.trim().slice(0, LONGEST_EMAIL)}`]),
      ...daysInWords(reg_begin, reg_end),
      ...nameOf(category, 'купили'),
      ...nameOf(category_trial, 'пробуют'),
    ],
    columns: [
      ['Email', 'text', 28],
      ['Регистрация', 'text', 14],
      ['Как пришёл', 'text', 14],
      ['Купил', 'text', 32],
      ['Пробует', 'text', 32],
      ['Оплачено, ₽', 'number', 14],
      ['Начислено, ₽', 'number', 14],
      ['Начисляем до', 'text', 14],
      ['На проверке', 'text', 40],
    ],
    rows: rows
      .map(showReferral)
      .map((row) => [
        row.email,
        day(row.registeredAt),
        byWords[row.by],
        row.categories.join(', '),
        row.trials.join(', '),
        row.paid,
        row.earned,
        row.endsAt === null ? '' : day(row.endsAt),
        row.suspicions.join('; '),
      ]),
  }
}

async function tableOfCommissions(ctx: CallContext, { state }: Asked): Promise<Table> {
  const [rows, day] = await Promise.all([
    readCommissions(ctx.db, { partnerId: personOf(ctx).id, state, ...all }),
    readDays(ctx),
  ])
  return {
    name: 'Начисления',
    words: state === undefined ? [] : [commissionTitles[state].toLowerCase()],
    columns: [
      ['Заказ', 'text', 18],
      ['Email', 'text', 28],
      ['Дата', 'text', 14],
      ['Оплачено, ₽', 'number', 14],
      ['Ставка, %', 'number', 12],
      ['Начислено, ₽', 'number', 14],
      ['Состояние', 'text', 18],
      ['Почему', 'text', 48],
    ],
    rows: rows.map((row) => [
      row.account,
      row.email,
      day(row.earnedAt),
      row.paid,
      row.rate,
      row.amount,
      commissionTitles[row.state],
      row.why,
    ]),
  }
}

async function tableOfPayouts(ctx: CallContext): Promise<Table> {
  const [{ docs }, day] = await Promise.all([listPayouts(ctx, { limit: MOST_ROWS }), readDays(ctx)])
  return {
    name: 'Выплаты',
    words: [],
    columns: [
      ['Номер', 'number', 10],
      ['Дата', 'text', 14],
      ['Сумма, ₽', 'number', 14],
      ['Куда', 'text', 16],
      ['Состояние', 'text', 20],
      ['Комментарий', 'text', 40],
    ],
    rows: docs.map((row) => [
      row.id,
      day(row.createdAt),
      row.sum,
      row.wallet,
      payoutStatuses[row.status],
      row.comment ?? '',
    ]),
  }
}

const tables: Record<Asked['list'], (ctx: CallContext, asked: Asked) => Promise<Table>> = {
  traffic: tableOfTraffic,
  referrals: tableOfReferrals,
  commissions: tableOfCommissions,
  payouts: tableOfPayouts,
}

const byWords = { link: 'по ссылке', promo: 'по промокоду' }
