import type { ReactNode } from 'react'
import { Row } from './stack.tsx'

/** Above a list, in as many lines as it takes: what it is narrowed by, or what is to be known of it, and at the other end what is done with it. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <Row gap={[3, 4]} align="center" justify="space-between">
      {children}
    </Row>
  )
}
