import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { NOTE_LENGTH } from '../../../../contract/reading/marks.ts'
import type { Action } from '../../../kit/actions/action.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { writeNote } from './mark-actions.tsx'
import { ownNote, type Me } from './mark-changes.ts'
import classes from './message-notes.module.css'

export interface NoteFieldProps {
  message: FeedMessage
  me: Me
  zone: string
  perform: (action: Action) => void
}

/** The notes of colleagues, and a field for one's own: what was written in it is kept when it is left, whichever way. */
export function NoteField({ message, me, zone, perform }: NoteFieldProps) {
  const kept = ownNote(message, me)
  const [text, setText] = useState(kept)
  const [keptBefore, setKeptBefore] = useState(kept)
  // It was changed in another place, and not here.
  if (kept !== keptBefore) {
    setKeptBefore(kept)
    if (text === keptBefore) setText(kept)
  }
  const changed = text.trim() !== kept.trim()
  const save = (): void => {
    if (changed) perform(writeNote(me)(text))
  }
  const leave = useRef(save)
  useEffect(() => {
    leave.current = save
  })
  useEffect(() => () => leave.current(), [])
  const others = message.notes.filter(({ user }) => user.id !== me.id)
  return (
    <Stack gap={2}>
      {others.length > 0 && (
        <Stack as="ul" gap={2} aria-label="Заметки коллег">
          {others.map(({ user, text: theirs, updatedAt }) => (
            <li key={user.id}>
              <div className={typography.small}>
                {user.name} · <Moment at={updatedAt} zone={zone} />
              </div>
              <div className={classes.text}>{theirs}</div>
            </li>
          ))}
        </Stack>
      )}
      <Textarea
        aria-label="Ваша заметка"
        placeholder="Заметка: её видите вы и ваша команда"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={NOTE_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      {changed && (
        <Row justify="flex-end" nowrap>
          <Button size="compact-sm" variant="default" onClick={() => setText(kept)}>
            Не менять
          </Button>
          <Button size="compact-sm" onClick={save}>
            {text.trim() === '' ? 'Удалить заметку' : 'Сохранить'}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
