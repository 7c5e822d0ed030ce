import { useId, type ReactNode } from 'react'
import classes from './order-card.module.css'

/** The sheet on which the order stands together; its parts are slots. */
export function OrderCard({ children }: { children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        Ваш заказ
      </h2>
      {children}
    </section>
  )
}

export interface OrderPartProps {
  title: string
  /** The one thing to do about it. */
  action?: ReactNode
  children: ReactNode
}

export function OrderPart({ title, action, children }: OrderPartProps) {
  return (
    <div className={classes.part}>
      <div className={classes.partHead}>
        <h3 className={classes.partTitle}>{title}</h3>
        {action}
      </div>
      {children}
    </div>
  )
}
