import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { NOTE_LENGTH } from '../../../../contract/reading/marks.ts'
import type { Action } from '../../../kit/actions/action.ts'
import type { CardDialogProps } from '../../../kit/actions/card-action.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { ownNote, type Me } from './mark-changes.ts'
import classes from './note-edit-dialog.module.css'

export type WriteNote = (text: string) => Action

export interface NoteEditDialogProps extends CardDialogProps {
  me: Me
  note: WriteNote
}

/** One's own note to a message, and those of the team. An empty one is deleted; one that was not changed is let be. */
export function NoteEditDialog({ message, me, note, perform, onClose }: NoteEditDialogProps) {
  const before = ownNote(message, me)
  const [text, setText] = useState(before)
  const others = message.notes.filter(({ user }) => user.id !== me.id)
  const save = (event?: FormEvent): void => {
    event?.preventDefault()
    onClose()
    if (text.trim() !== before.trim()) perform(note(text))
  }
  return (
    <Modal opened onClose={onClose} title="Заметка" size={480}>
      <Stack onSubmit={save} as="form">
        {others.length > 0 && (
          <Stack as="ul" gap={3} aria-label="Заметки коллег">
            {others.map(({ user, text: theirs, updatedAt }) => (
              <li key={user.id}>
                <div className={typography.small}>
                  {user.name} · <Moment at={updatedAt} zone={Intl.DateTimeFormat().resolvedOptions().timeZone} />
                </div>
                <div className={classes.theirs}>{theirs}</div>
              </li>
            ))}
          </Stack>
        )}
        <Textarea
          aria-label="Ваша заметка"
          placeholder="Например: позвонить в пятницу"
          description={before === '' ? 'Её видите вы и ваша команда' : 'Сотрите текст, чтобы удалить заметку'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={NOTE_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          }}
          data-autofocus
        />
        <Row justify="flex-end" nowrap>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Сохранить</Button>
        </Row>
      </Stack>
    </Modal>
  )
}
