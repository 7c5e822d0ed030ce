import { Button, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
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

interface DialogFormProps {
  /** The words on the button that sends it. */
  submit: string
  loading: boolean
  /** Why it could not be sent. */
  error: Error | null
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form with the foot of a dialog; a dialog of several steps has one for each. */
export function DialogForm({ submit, loading, error, onSubmit, onClose, children }: DialogFormProps) {
  const send = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Stack as="form" noValidate onSubmit={send}>
      {children}
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <DialogButtons onClose={onClose}>
        <Button type="submit" loading={loading}>
          {submit}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

interface FormDialogProps extends DialogFormProps {
  title: string
  size: number
}

/** A dialog that is one form. */
export function FormDialog({ title, size, ...form }: FormDialogProps) {
  return (
    <Modal opened onClose={form.onClose} title={title} size={size}>
      <DialogForm {...form} />
    </Modal>
  )
}
