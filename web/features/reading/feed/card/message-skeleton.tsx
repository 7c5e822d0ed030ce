import { Skeleton } from '@mantine/core'
import card from '../../../../kit/ui/components/card.module.css'
import classes from './message-card.module.css'

/** What a page looks like before it comes. */
export function MessageSkeletons({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${card.surface} ${classes.card}`} aria-hidden="true">
          <Skeleton className={classes.avatar} circle height={42} />
          <div className={classes.header}>
            <Skeleton height={14} width="38%" mb={10} />
            <Skeleton height={11} width="62%" />
          </div>
          <div className={classes.body}>
            <Skeleton height={13} mb={10} />
            <Skeleton height={13} mb={10} width="94%" />
            <Skeleton height={13} width={`${40 + ((index * 23) % 45)}%`} />
          </div>
        </div>
      ))}
    </>
  )
}
