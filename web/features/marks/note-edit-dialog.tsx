import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { NOTE_LENGTH } from '../../../contract/marks.ts'
import type { CardDialogProps } from '../../kit/deeds/card-action.ts'
import { Moment } from '../../kit/ui/moment.tsx'
import type { WriteNote } from './mark-actions.tsx'
import { ownNote, type Me } from './mark-changes.ts'
import classes from './note-edit-dialog.module.css'

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
    <Modal
      opened
      onClose={onClose}
      title="Заметка"
      size={480}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form onSubmit={save} className={classes.form}>
        {others.length > 0 && (
          <ul className={classes.others} aria-label="Заметки коллег">
            {others.map(({ user, text: theirs, updatedAt }) => (
              <li key={user.id}>
                <div className={classes.who}>
                  {user.name} · <Moment at={updatedAt} zone={Intl.DateTimeFormat().resolvedOptions().timeZone} />
                </div>
                <div className={classes.theirs}>{theirs}</div>
              </li>
            ))}
          </ul>
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
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Сохранить</Button>
        </div>
      </form>
    </Modal>
  )
}
