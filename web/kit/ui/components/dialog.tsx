import { Button, Modal } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { sentenceOf } from '../../calls/call-error.ts'
import { AlertBox } from './alert-box.tsx'
import { Row, Stack } from './stack.tsx'

export interface DialogButtonsProps {
  onClose: () => void
  /** What the dialog was opened for. */
  children: ReactNode
  className?: string | undefined
}

/** The foot of a dialog that asks: the way out, and the way on. */
export function DialogButtons({ onClose, children, className }: DialogButtonsProps) {
  return (
    <Row justify="flex-end" className={className}>
      <Button variant="default" onClick={onClose}>
        Отмена
      </Button>
      {children}
    </Row>
  )
}

export interface FormDialogProps {
  title: string
  size: number
  /** The words on the button that sends it. */
  submit: string
  loading: boolean
  /** Why it could not be sent. */
  trouble: Error | null
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog that is one form. */
export function FormDialog({ title, size, submit, loading, trouble, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Stack as="form" noValidate onSubmit={onSubmit}>
        {children}
        {trouble && <AlertBox tone="bad">{sentenceOf(trouble)}</AlertBox>}
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={loading}>
            {submit}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
