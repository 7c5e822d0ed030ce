import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row } from '../../../kit/ui/components/stack.tsx'
import classes from './partner.module.css'

export interface CopyFieldProps {
  /** What is copied, as the button is named to a screen reader: «промокод». */
  what: string
  value: string
  /** `code` is written large. */
  look?: 'line' | 'code'
  /** Beside the button. */
  children?: ReactNode
}

/** Something to be given to others, and the button that copies it. */
export function CopyField({ what, value, look = 'line', children }: CopyFieldProps) {
  return (
    <Row gap={[2, 3]} align="center" className={classes.copied}>
      <span className={look === 'code' ? classes.code : classes.address}>{value}</span>
      <Row gap={2}>
        <Copy what={what} value={value} />
        {children}
      </Row>
    </Row>
  )
}

export function Copy({ what, value }: Pick<CopyFieldProps, 'what' | 'value'>) {
  return (
    <CopyButton value={value} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="sm"
          aria-label={copied ? `Скопировано: ${what}` : `Скопировать ${what}`}
          leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
          onClick={copy}
        >
          {copied ? 'Скопировано' : 'Скопировать'}
        </Button>
      )}
    </CopyButton>
  )
}
