import { Button, Modal, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { locationTypeTitles } from '../../../../contract/watching/locations.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import type { Location } from '../../../../contract/watching/locations.ts'
import type { Action } from '../../../kit/actions/action.ts'
import type { CardDialogProps } from '../../../kit/actions/card-action.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './moderation-dialog.module.css'

export type Locate = (location: Location | null) => Action

/** Where the message comes from, as a moderator knows it. */
export function MessageLocationDialog({ message, locate, perform, onClose }: CardDialogProps & { locate: Locate }) {
  const before = message.location
  const [search, setSearch] = useState(before?.name ?? '')
  const [chosen, setChosen] = useState(before ? String(before.id) : null)
  const [query] = useDebouncedValue(search, 200)
  const { data, error, isFetching } = useCall(
    'locations',
    'searchLocations',
    { query, limit: 20 },
    { placeholderData: keepPreviousData },
  )
  const found = data?.locations ?? []
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const location = found.find(({ id }) => String(id) === chosen)
    onClose()
    if (location && location.id !== before?.id)
      perform(locate({ type: location.type, id: location.id, name: location.name }))
  }
  const forget = (): void => {
    onClose()
    perform(locate(null))
  }
  return (
    <Modal opened onClose={onClose} title="Место сообщения" size={440}>
      <Stack onSubmit={save} as="form">
        <Select
          label="Город, регион или страна"
          placeholder="Начните вводить название"
          searchable
          data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
          // The server has found them already, also by a slip of the keyboard.
          filter={({ options }) => options}
          renderOption={({ option }) => {
            const location = found.find(({ id }) => String(id) === option.value)
            return (
              <Row as="span" gap={[0, 3]} justify="space-between" className={classes.option}>
                {option.label}
                <span className={typography.note}>
                  {location && (location.parent?.name ?? locationTypeTitles[location.type])}
                </span>
              </Row>
            )
          }}
          value={chosen}
          onChange={setChosen}
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage={isFetching ? 'Ищем…' : 'Такого места нет в справочнике'}
          error={error ? sentenceOf(error) : null}
          comboboxProps={{ withinPortal: true }}
          // Or its list would lie over the buttons as soon as the dialog opens.
          openOnFocus={false}
          data-autofocus
        />
        <Row justify="flex-end">
          {before && (
            <Button variant="subtle" className={classes.aside} onClick={forget}>
              Место неизвестно
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" disabled={chosen === null}>
            Сохранить
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
