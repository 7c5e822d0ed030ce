import { Skeleton } from '@mantine/core'
import card from '../../../../kit/ui/components/card.module.css'
import classes from './message-card.module.css'

/** What a page looks like before it comes: the parts of a card under the classes of a card, so that both are as high. */
export function MessageSkeletons({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${card.surface} ${classes.card}`} data-waiting aria-hidden="true">
          <div className={classes.top}>
            <span className={classes.waitingLine}>
              <Skeleton height={13} width={180} />
            </span>
          </div>
          <Skeleton className={classes.avatar} circle height={42} />
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
