import { Button, Modal, Select } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import type { Action } from '../../../kit/actions/action.ts'
import type { CardDialogProps } from '../../../kit/actions/card-action.ts'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'

export type PutInCategory = (mode: 'copy' | 'move', to: { id: number; name: string }) => Action

export interface MessageCategoryDialogProps extends CardDialogProps {
  mode: 'copy' | 'move'
  put: PutInCategory
}

const titles = {
  copy: { dialog: 'Скопировать в другую категорию', submit: 'Скопировать' },
  move: { dialog: 'Перенести в другую категорию', submit: 'Перенести' },
}

/** Another category for a message: beside the one it is in, or instead of it. */
export function MessageCategoryDialog({ message, mode, put, perform, onClose }: MessageCategoryDialogProps) {
  const { data, error } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  // It may be in several already.
  const why = useCall('feed', 'explainMessage', { id: message.id })
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const held = new Set([message.product.id, ...(why.data?.fits ?? []).map(({ product }) => product.id)])
  const others = (data?.categories ?? []).filter(({ id }) => !held.has(id))
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    const to = others.find(({ id }) => String(id) === chosen)
    if (!to) return
    onClose()
    perform(put(mode, to))
  }
  const missing = asked && chosen === null ? errors.OTHER_CATEGORY_REQUIRED.message : null
  return (
    <Modal opened onClose={onClose} title={titles[mode].dialog} size={440}>
      <Stack onSubmit={save} as="form" noValidate>
        <p className={typography.note}>Сейчас: {message.product.name}</p>
        <Select
          label="Категория"
          placeholder="Выберите категорию"
          searchable
          nothingFoundMessage="Такой категории нет"
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
          error={missing ?? (error ? sentenceOf(error) : null)}
          // Or its list would lie over the buttons as soon as the dialog opens.
          openOnFocus={false}
          data-autofocus
        />
        <DialogButtons onClose={onClose}>
          <Button type="submit">{titles[mode].submit}</Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
