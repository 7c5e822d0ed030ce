import type { Estimation } from '../../../../contract/commerce/cart.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import type { BillLine } from './bill-lines.ts'
import classes from './order-bill.module.css'

export interface OrderBillProps {
  lines: readonly BillLine[]
  estimation: Estimation
  /** The lines are of what was chosen a moment ago; the sum is on its way. */
  counting: boolean
}

/** What it costs, named line by line. */
export function OrderBill({ lines, estimation: { total, price, days, discount }, counting }: OrderBillProps) {
  return (
    <Stack gap={2} className={classes.bill} data-counting={counting || undefined} aria-busy={counting}>
      <dl className={classes.lines}>
        {lines.map(({ title, note, amount }) => (
          <div key={title} className={classes.line} data-discount={amount < 0 || undefined}>
            <dt>
              {title}
              {note && <span className={classes.note}>{note}</span>}
            </dt>
            <dd>{formatRoubles(amount)}</dd>
          </div>
        ))}
        <div className={classes.total} aria-live="polite">
          <dt>
            Итого
            {days !== null && (
              <span className={classes.note}>
                за {days}&nbsp;{plural(days, dayForms)}
              </span>
            )}
          </dt>
          <dd>
            {discount.total.amount > 0 && <s className={classes.before}>{formatRoubles(toKopecks(price))}</s>}
            {formatRoubles(toKopecks(total))}
          </dd>
        </div>
      </dl>
      {discount.total.amount > 0 && (
        <p className={classes.saved}>
          Вы экономите {formatRoubles(toKopecks(discount.total.amount))} — {percent(discount.total.percentage)}
        </p>
      )}
    </Stack>
  )
}

/** «12,5 %»: a tenth is enough. */
function percent(percentage: number): string {
  return `${String(Math.round(percentage * 10) / 10).replace('.', ',')}\u00A0%`
}
