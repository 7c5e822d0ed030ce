import { Button } from '@mantine/core'
import { Component, Suspense, type ReactNode } from 'react'
import classes from './lazy-boundary.module.css'
import { AlertBox } from './alert-box.tsx'

export interface LaterProps {
  children: ReactNode
  /** Stands in place until the part is there; a dialog has none, and says over the page that it could not be fetched. */
  waiting?: ReactNode
}

/** A part of the page that is fetched when it is wanted. One that can't be had leaves the rest standing. */
export class LazyBoundary extends Component<LaterProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    const { children, waiting = null } = this.props
    if (!this.state.broken) return <Suspense fallback={waiting}>{children}</Suspense>
    const reload = (
      <Button variant="default" size="sm" onClick={() => window.location.reload()}>
        Загрузить заново
      </Button>
    )
    const notice = (
      <AlertBox tone="bad" action={reload}>
        Эта часть страницы не загрузилась. Возможно, пропала связь или вышла новая версия.
      </AlertBox>
    )
    return waiting === null ? <div className={classes.floating}>{notice}</div> : notice
  }
}
