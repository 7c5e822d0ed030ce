import { Button, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { CategoryMistake, QueryList } from '../../../../contract/watching/editing.ts'
import { linesOf } from '../../../../rules/category-changes.ts'
import iconButton from '../../../kit/ui/components/icon-button.module.css'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useAfterPress } from '../../../kit/ui/hooks/use-after-press.ts'
import typography from '../../../kit/ui/typography.module.css'
import { listTitles } from './in-words.ts'
import classes from './query-lines.module.css'

/** Of more lines these stand there unasked. */
const FIRST = 6
/** In letters, of one line: the language takes no longer one. */
const LONGEST = 2_000
/** Of a long line so much of both ends is shown, in letters. */
const [HEAD, TAIL] = [36, 84]

const descriptions: Record<QueryList, string> = {
  queries: 'Достаточно одного. Слова ищутся во всех формах, рядом и в одном предложении; "в кавычках" — точно так',
  topics: 'О чём категория, в любых формах: просит ли человек об этом, решает модель. Без тем решают одни запросы',
  excluded: 'Сообщения с ними не подойдут',
}

export interface QueryLinesProps {
  list: QueryList
  /** A query a line. */
  text: string
  /** What is published; null: nothing is. */
  published: string | null
  mistakes: readonly CategoryMistake[]
  onChange: (text: string) => void
}

/** The queries of one list. A press opens a line to be written in; what is pasted may be many lines. */
export function QueryLines({ list, text, published, mistakes, onChange }: QueryLinesProps) {
  const [open, setOpen] = useState<number | null>(null)
  const [whole, setWhole] = useState(false)
  const heading = useId()
  const lines = text === '' ? [] : text.split('\n')
  const before = new Set(linesOf(published ?? ''))
  const present = new Set(linesOf(text))
  const removed = [...before].filter((line) => !present.has(line))
  const put = (next: readonly string[]): void => onChange(next.join('\n'))
  const replace = (at: number, by: string): void => put(lines.toSpliced(at, 1, ...by.split(/\r?\n/)))
  /** Another line may be open by now. */
  const close = (at: number): void => setOpen((now) => (now === at ? null : now))
  const add = (): void => {
    const kept = lines.filter((line) => line.trim() !== '')
    put([...kept, ''])
    setOpen(kept.length)
  }
  const byLine = Map.groupBy(mistakes, ({ line }) => line)
  const isBlank = (at: number): boolean => lines[at]?.trim() === ''
  const isAdded = (at: number): boolean => !before.has(lines[at]?.trim() ?? '')
  // What is wrong or new is never behind a button; blank lines are none.
  const isShown = (at: number): boolean =>
    at === open || (!isBlank(at) && (whole || at < FIRST || byLine.has(at) || isAdded(at)))
  const hidden = lines.filter((_, at) => !isBlank(at) && !isShown(at)).length
  return (
    <Stack as="section" gap={2} aria-labelledby={heading}>
      <ListHead id={heading} list={list} count={present.size} onAdd={add} />
      {lines.length > 0 && (
        <ul className={classes.lines} aria-labelledby={heading}>
          {lines.map((line, at) =>
            isShown(at) ? (
              <li key={at} className={classes.line} data-added={isAdded(at) || undefined}>
                {at === open ? (
                  <OpenLine
                    label={`${listTitles[list]}: строка ${at + 1}`}
                    line={line}
                    onChange={(by) => replace(at, by)}
                    onNext={add}
                    onClose={() => close(at)}
                  />
                ) : (
                  <ClosedLine
                    line={line}
                    mistakes={byLine.get(at) ?? []}
                    onOpen={() => setOpen(at)}
                    onRemove={() => put(lines.toSpliced(at, 1))}
                  />
                )}
                {byLine.get(at)?.map(({ message, from }) => (
                  <p key={`${from} ${message}`} className={typography.mistake}>
                    {message}
                  </p>
                ))}
              </li>
            ) : null,
          )}
        </ul>
      )}
      {hidden > 0 && (
        <button type="button" className={`${typography.link} ${classes.more}`} onClick={() => setWhole(true)}>
          Показать ещё {hidden}
        </button>
      )}
      {removed.length > 0 && (
        <RemovedLines lines={removed} onBack={(line) => put([...lines.filter((each) => each.trim() !== ''), line])} />
      )}
    </Stack>
  )
}

function ListHead({ id, list, count, onAdd }: { id: string; list: QueryList; count: number; onAdd: () => void }) {
  return (
    <>
      <Row align="baseline" justify="space-between">
        <h3 id={id} className={classes.title}>
          {listTitles[list]} <span className={typography.muted}>{count}</span>
        </h3>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          aria-label={`Добавить: ${listTitles[list]}`}
          onClick={onAdd}
        >
          Добавить
        </Button>
      </Row>
      <p className={typography.small}>{descriptions[list]}</p>
    </>
  )
}

interface OpenLineProps {
  label: string
  line: string
  onChange: (line: string) => void
  onNext: () => void
  onClose: () => void
}

function OpenLine({ label, line, onChange, onNext, onClose }: OpenLineProps) {
  // What is pressed must not move away from under the pointer.
  const closeAfterPress = useAfterPress(onClose)
  const field = useRef<HTMLTextAreaElement>(null)
  // Behind what is written, as it is mostly gone on with.
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (line.trim() === '') onClose()
    else onNext()
  }
  return (
    <Textarea
      aria-label={label}
      className={classes.open}
      classNames={{ input: classes.query ?? '' }}
      value={line}
      maxLength={LONGEST}
      autosize
      minRows={1}
      maxRows={12}
      ref={field}
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={closeAfterPress}
    />
  )
}

interface ClosedLineProps {
  line: string
  mistakes: readonly CategoryMistake[]
  onOpen: () => void
  onRemove: () => void
}

function ClosedLine({ line, mistakes, onOpen, onRemove }: ClosedLineProps) {
  const [first] = mistakes
  return (
    <Row nowrap gap={1} align="flex-start">
      <button type="button" className={classes.closed} title="Изменить" onClick={onOpen}>
        <span className={classes.words}>
          {first ? (
            <>
              {line.slice(0, first.from)}
              <mark className={classes.wrong}>{line.slice(first.from, Math.max(first.to, first.from + 1)) || ' '}</mark>
              {line.slice(Math.max(first.to, first.from + 1))}
            </>
          ) : (
            shortened(line)
          )}
        </span>
      </button>
      <button
        type="button"
        className={`${iconButton.button} ${classes.remove}`}
        aria-label={`Убрать: ${line}`}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </Row>
  )
}

/** Long queries begin alike: what they look for stands at their end. */
function shortened(line: string): string {
  if (line.length <= HEAD + TAIL) return line
  return `${line.slice(0, HEAD)} … ${line.slice(-TAIL)}`
}

function RemovedLines({ lines, onBack }: { lines: readonly string[]; onBack: (line: string) => void }) {
  return (
    <details className={classes.removed}>
      <summary>Убрано: {lines.length}</summary>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line} className={classes.line}>
            <Row nowrap gap={1} align="flex-start">
              <del className={classes.gone}>{shortened(line)}</del>
              <button
                type="button"
                className={`${iconButton.button} ${classes.remove}`}
                aria-label={`Вернуть: ${line}`}
                title="Вернуть"
                onClick={() => onBack(line)}
              >
                <IconArrowBackUp size={16} stroke={1.8} aria-hidden="true" />
              </button>
            </Row>
          </li>
        ))}
      </ul>
    </details>
  )
}
