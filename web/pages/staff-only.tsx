import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errors } from '../../contract/errors.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'

/** Instead of a page that someone may not see. */
export function StaffOnly({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      picture="locked"
      level={1}
      title={errors.FORBIDDEN.message}
      action={
        <Button component={Link} to="/feed">
          В ленту
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
