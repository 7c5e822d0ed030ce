import { Skeleton } from '@mantine/core'
import card from '../../../../kit/ui/components/card.module.css'
import compact from './compact-card.module.css'
import classes from './message-card.module.css'
import { useDensity } from './use-density.ts'

/** Rows are a third as high as cards, and as many more fill the screen. */
const ROWS_FOR_A_CARD = 3

/** What a page looks like before it comes, as dense as it will be: the parts of a card under its classes, so that both are as high. */
export function MessageSkeletons({ count }: { count: number }) {
  return useDensity(undefined) === 'compact' ? <RowSkeletons count={count} /> : <CardSkeletons count={count} />
}

/** What stands where `count` cards would. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className={`${card.surface} ${classes.waitingRows}`}>
      {Array.from({ length: count * ROWS_FOR_A_CARD }, (_, index) => (
        <div key={index} className={compact.row} data-waiting aria-hidden="true">
          <Skeleton circle height={18} />
          <Skeleton height={13} width={`${50 + ((index * 23) % 45)}%`} />
          <Skeleton height={11} width="70%" />
        </div>
      ))}
    </div>
  )
}

export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${card.surface} ${classes.card}`} data-waiting aria-hidden="true">
          <Skeleton className={classes.avatar} circle height={36} />
          <div className={classes.header}>
            <div className={`${classes.who} ${classes.waitingLine}`}>
              <Skeleton height={14} width="38%" />
            </div>
            <div className={`${classes.where} ${classes.waitingLine}`}>
              <Skeleton height={11} width="62%" />
            </div>
          </div>
          <div className={classes.body}>
            <div className={classes.waitingLine}>
              <Skeleton height={13} width={`${55 + ((index * 23) % 45)}%`} />
            </div>
            <div className={`${classes.footer} ${classes.waitingLine}`}>
              <Skeleton height={11} width="46%" />
            </div>
            <div className={classes.waitingActions}>
              <Skeleton height={14} width="80%" />
            </div>
          </div>
        </div>
      ))}
    </>
  )
}
