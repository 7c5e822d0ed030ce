import { Button, Modal } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Notice } from '../../kit/ui/notice.tsx'
import { SonarMark } from '../../kit/ui/logo.tsx'
import { closeAuthDialog } from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'

export interface AuthDialogProps {
  title: string
  submit: string
  loading: boolean
  /** The server's sentence about the whole form. */
  trouble: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
  /** The way to the other dialog. */
  other: { question: string; answer: string; open: () => void }
}

/** What login and registration look like. */
export function AuthDialog({ title, submit, loading, trouble, onSubmit, children, other }: AuthDialogProps) {
  return (
    <Modal.Root opened onClose={closeAuthDialog} size={420} centered>
      <Modal.Overlay backgroundOpacity={0.45} blur={2} />
      <Modal.Content radius="lg">
        <Modal.Header className={classes.header}>
          <SonarMark size={32} />
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Закрыть" />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          <form className={classes.form} onSubmit={onSubmit} noValidate>
            {trouble !== null && <Notice tone="bad">{trouble}</Notice>}
            {children}
            <Button type="submit" size="md" fullWidth loading={loading}>
              {submit}
            </Button>
          </form>
          <p className={classes.other}>
            {other.question}{' '}
            <button type="button" className={classes.switch} onClick={other.open}>
              {other.answer}
            </button>
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
