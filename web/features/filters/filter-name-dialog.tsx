import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { errors } from '../../../contract/errors.ts'
import { MAX_FILTER_NAME } from '../../../contract/filters.ts'
import { sentenceOf, hasCode } from '../../kit/calls/call-error.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './filter-name-dialog.module.css'

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
    <Modal opened onClose={onClose} title={title} centered radius="lg" closeButtonProps={{ 'aria-label': 'Закрыть' }}>
      <form
        className={classes.form}
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
        {error && !nameless && <Notice tone="bad">{sentenceOf(error)}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={saving}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
