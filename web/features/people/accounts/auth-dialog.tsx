import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { SonarMark } from '../../../kit/ui/components/logo.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { closeAuthDialog } from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'

export interface AuthDialogProps {
  title: string
  children: ReactNode
  /** The way to another dialog. */
  other?: { question: string; answer: string; open: () => void }
  onClose?: () => void
}

/** What login, registration and recovery look like. */
export function AuthDialog({ title, children, other, onClose = closeAuthDialog }: AuthDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size={420}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Header className={classes.header}>
          <SonarMark size={32} />
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Закрыть" />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {children}
          {other && (
            <p className={classes.other}>
              {other.question}{' '}
              <button type="button" className={`${typography.link} ${classes.switch}`} onClick={other.open}>
                {other.answer}
              </button>
            </p>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
