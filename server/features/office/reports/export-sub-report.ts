/** The report as a file: the rows of the cut that is shown, and all of it in the last one. */
import { Readable } from 'node:stream'
import type { ReportCut, ReportFigures } from '../../../../contract/office/reports.ts'
import type { Handlers } from '../../../kit/context.ts'
import { writeTable, type Cell, type SheetColumn } from '../../reading/exports/exports.public.ts'
import { readReportPeriod, readSubReport } from './sub-report.ts'

const cutTitles: Record<ReportCut, string> = {
  product: 'Продукт',
  tariff: 'Тариф',
  promo: 'Промокод',
  partner: 'Партнёр',
}
const titles = ['Заказы', 'Новые', 'Продления', 'Докупили', 'Возвраты', 'Оплачено, ₽', 'Возвращено, ₽', 'Выручка, ₽']

const cellsOf = (name: string, row: ReportFigures): Cell[] => [
  name,
  row.orders,
  row.first,
  row.prolonged,
  row.added,
  row.refunds,
  row.paid,
  row.refunded,
  row.revenue,
]

export const exportSubReport: Handlers<'reports'>['exportSubReport'] = async (
  ctx,
  { format, by = 'product', ...days },
) => {
  const { rows, total } = await readSubReport(ctx.db, await readReportPeriod(ctx, days), by)
  const title = `Эхолот, подписки, ${days.from}–${days.to}`
  const columns: SheetColumn[] = [
    { title: cutTitles[by], kind: 'text', width: 40, place: 'head' },
    ...titles.map((each): SheetColumn => ({ title: each, kind: 'number', width: 16, place: 'detail' })),
  ]
  const cells = [...rows.map((row) => cellsOf(row.name, row)), cellsOf('Всего', total)]
  const { type, bytes } = await writeTable(format, { name: 'Подписки', title, columns, rows: cells })
  return { fileName: `${title}.${format}`, type, length: bytes.length, contents: Readable.from([bytes]) }
}
