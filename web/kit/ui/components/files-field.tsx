import { Button, CloseButton } from '@mantine/core'
import { IconFile, IconFileText, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import type { FilesOfCall } from '../../../../contract/call.ts'
import { bytesInWords } from '../text/bytes-in-words.ts'
import { withChosen } from '../text/chosen-files.ts'
import typography from '../typography.module.css'
import classes from './files-field.module.css'
import { Row } from './stack.tsx'

interface FilesFieldProps {
  allowed: FilesOfCall
  /** As the dialog of the browser wants it. */
  accept: string
  /** What may be added, in a few words. */
  note: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** How much of them is sent, 0–1; null: they are not being sent. */
  progress: number | null
}

/** Files that go along with a form: chosen, dropped, or pasted anywhere in the form; each can be taken out again. */
export function FilesField({ allowed, accept, note, files, onChange, progress }: FilesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const [over, setOver] = useState(false)
  const [mistake, setMistake] = useState<string | null>(null)
  const noteId = useId()
  const sending = progress !== null
  const add = (added: readonly File[]): void => {
    if (added.length === 0 || sending) return
    const chosen = withChosen(files, added, allowed)
    setMistake(chosen.mistake)
    onChange(chosen.files)
  }
  useGivenFiles(field, add, setOver)
  const remove = (file: File): void => {
    setMistake(null)
    onChange(files.filter((each) => each !== file))
  }
  return (
    <fieldset ref={field} className={classes.field} data-over={over || undefined}>
      <legend className={classes.legend}>Файлы</legend>
      <Row gap={[1, 3]} align="center">
        <Button
          variant="default"
          size="sm"
          disabled={sending || files.length >= allowed.most}
          aria-describedby={noteId}
          leftSection={<IconPaperclip size={17} stroke={1.7} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          Приложить файлы
        </Button>
        <p id={noteId} className={classes.note}>
          {note}
        </p>
      </Row>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label="Приложить файлы"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          // The same file may be chosen again after it was taken out.
          currentTarget.value = ''
        }}
      />
      {files.length > 0 && <ChosenFiles files={files} sending={sending} onRemove={remove} />}
      {sending && files.length > 0 && (
        <progress className={classes.progress} value={progress} max={1} aria-label="Отправка файлов" />
      )}
      <p role="status" className={classes.mistake}>
        {mistake}
      </p>
    </fieldset>
  )
}

export function FileIcon({ type }: { type: string }) {
  const Icon = type.startsWith('image/') ? IconPhoto : type === 'text/plain' ? IconFileText : IconFile
  return <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
}

interface ChosenFilesProps {
  files: readonly File[]
  sending: boolean
  onRemove: (file: File) => void
}

function ChosenFiles({ files, sending, onRemove }: ChosenFilesProps) {
  return (
    <ul className={classes.files} aria-label="Приложенные файлы">
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.file}>
          <FileIcon type={file.type} />
          <span className={typography.truncated}>{file.name}</span>
          <span className={classes.size}>{bytesInWords(file.size)}</span>
          <CloseButton disabled={sending} aria-label={`Убрать файл «${file.name}»`} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}

/** Files dropped anywhere on the form, and a screenshot pasted into any field of it; what is pasted as text stays text. */
function useGivenFiles(
  field: RefObject<HTMLElement | null>,
  add: (files: readonly File[]) => void,
  setOver: (over: boolean) => void,
): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const form = field.current?.closest('form')
    if (!form) return
    const take = (event: Event, given: DataTransfer | null): void => {
      const files = [...(given?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    const listening = new AbortController()
    const { signal } = listening
    form.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    form.addEventListener('dragover', (event) => bringsFiles(event) && (event.preventDefault(), setOver(true)), {
      signal,
    })
    form.addEventListener('dragleave', () => setOver(false), { signal })
    form.addEventListener('drop', (event) => (setOver(false), take(event, event.dataTransfer)), { signal })
    return () => listening.abort()
  }, [field, setOver])
}

/** A text that is dragged into a field is none of ours. */
const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
