import { useId, type ReactNode } from 'react'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import classes from './order-card.module.css'

/** The sheet on which the order stands together; its parts are slots. */
export function OrderCard({ children }: { children: ReactNode }) {
  const heading = useId()
  return (
    <Stack as="section" gap={0} className={card.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        Ваш заказ
      </h2>
      {children}
    </Stack>
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
    <Stack gap={2} className={classes.part}>
      <Row gap={3} align="center" justify="space-between" nowrap className={classes.partHead}>
        <h3 className={classes.partTitle}>{title}</h3>
        {action}
      </Row>
      {children}
    </Stack>
  )
}
