/** What was sold in a time, for who runs the service (spec §7 /admin/get-sub-report). */
import { Type, type Static } from 'typebox'
import { call, fileCall } from '../call.ts'
import { Nullable } from '../schemas.ts'

/** The first day a report may begin with (spec §5). */
export const FIRST_REPORT_DAY = '2016-01-01'

export const reportCuts = ['product', 'tariff', 'promo', 'partner'] as const
export type ReportCut = (typeof reportCuts)[number]

export const reportSteps = ['day', 'week', 'month'] as const

/** ДД.ММ.ГГГГ (spec §5). */
const Day = Type.String({ pattern: '^\\d{2}\\.\\d{2}\\.\\d{4}$', maxLength: 10 })
const Asked = { from: Day, to: Day, by: Type.Optional(Type.Enum([...reportCuts])) }

const counts = {
  /** Orders that were paid, and how many of them were the first of their person, prolonged what they had, or added to it. */
  orders: Type.Integer(),
  first: Type.Integer(),
  prolonged: Type.Integer(),
  added: Type.Integer(),
  refunds: Type.Integer(),
}
/** Roubles: what came in, what went back, and what is left of it. */
const sums = { paid: Type.Number(), refunded: Type.Number(), revenue: Type.Number() }

const FiguresSchema = Type.Object({ ...counts, ...sums })
export type ReportFigures = Static<typeof FiguresSchema>

export const SubReportSchema = Type.Object({
  total: FiguresSchema,
  /** First orders of people who had a trial before, and people whose trial began in this time, with those of them who have paid since. */
  trials: Type.Object({ firstAfterTrial: Type.Integer(), begun: Type.Integer(), paidSince: Type.Integer() }),
  /** People who have paid for time that is not over: at both ends, and who came or left between them. */
  payers: Type.Object({ atStart: Type.Integer(), came: Type.Integer(), left: Type.Integer(), atEnd: Type.Integer() }),
  step: Type.Enum([...reportSteps]),
  /** Every day, week or month of the time, in order; `day` is the first of each, `YYYY-MM-DD`. */
  series: Type.Array(Type.Object({ day: Type.String(), orders: Type.Integer(), ...sums })),
  /** `key` null: without a promo code, brought by no partner. */
  rows: Type.Array(Type.Object({ key: Nullable(Type.String()), name: Type.String(), ...counts, ...sums })),
})
export type SubReport = Static<typeof SubReportSchema>

export const reports = {
  /** Both days are in it, in the asker's time zone. */
  getSubReport: call('GET', '/admin/get-sub-report', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object(Asked),
    result: SubReportSchema,
  }),
  exportSubReport: fileCall('/admin/sub-report/file', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ ...Asked, format: Type.Enum(['xlsx', 'csv']) }),
  }),
}
