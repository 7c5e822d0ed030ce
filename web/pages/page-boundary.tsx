import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { PageAlive } from './page-alive.tsx'

/** A page that broke, or that could not be fetched, leaves the rest standing. React has no hook for this. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <>
        <EmptyState
          picture="failure"
          level={1}
          title="Страница не открылась"
          action={<Button onClick={() => window.location.reload()}>Загрузить заново</Button>}
        >
          Возможно, пропала связь или вышла новая версия.
        </EmptyState>
        <PageAlive />
      </>
    )
  }
}
