import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { MAX_FILTER_NAME } from '../../../../contract/reading/filters.ts'
import { sentenceOf, hasCode } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'

export interface FilterNameDialogProps {
  title: string
  submit: string
  initialName: string
  saving: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onClose: () => void
  children?: ReactNode
}

/** What the dialogs that name a filter look like. */
export function FilterNameDialog({
  title,
  submit,
  initialName,
  saving,
  error,
  onSubmit,
  onClose,
  children,
}: FilterNameDialogProps) {
  const [name, setName] = useState(initialName)
  const [unnamed, setUnnamed] = useState(false)
  const nameless = unnamed || hasCode(error, 'FILTER_NAME_REQUIRED')
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setUnnamed(name.trim() === '')
          if (name.trim() !== '') onSubmit(name)
        }}
      >
        <TextInput
          label="Название"
          placeholder="Например, «Москва, горячие»"
          size="md"
          data-autofocus
          maxLength={MAX_FILTER_NAME}
          value={name}
          error={nameless ? errors.FILTER_NAME_REQUIRED.message : null}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setUnnamed(false)
          }}
        />
        {children}
        {error && !nameless && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
        <Row gap={3} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={saving}>
            {submit}
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
