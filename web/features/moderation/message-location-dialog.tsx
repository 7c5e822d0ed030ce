import { Button, Modal, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { locationTypeTitles } from '../../../contract/locations.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import type { CardDialogProps } from '../../kit/deeds/card-action.ts'
import classes from './moderation-dialog.module.css'
import type { Locate } from './moderation-actions.tsx'

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
    <Modal
      opened
      onClose={onClose}
      title="Место сообщения"
      size={440}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form onSubmit={save} className={classes.form}>
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
              <span className={classes.option}>
                {option.label}
                <span className={classes.note}>
                  {location && (location.parent?.name ?? locationTypeTitles[location.type])}
                </span>
              </span>
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
        <div className={classes.buttons}>
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
        </div>
      </form>
    </Modal>
  )
}
