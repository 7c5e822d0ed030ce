import { TextInput } from '@mantine/core'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { distinctPhrases, splitPhrases } from '../../../../rules/phrases.ts'
import classes from './phrases-input.module.css'
import { RemovableChip } from './removable-chip.tsx'
import { Row, Stack } from './stack.tsx'
import { useAfterPress } from '../hooks/use-after-press.ts'
import typography from '../typography.module.css'

export interface PhrasesInputProps {
  label: string
  description?: ReactNode
  placeholder?: string
  phrases: readonly string[]
  onChange: (phrases: string[]) => void
  /** No more than this many, and what is shown about more. */
  most?: { count: number; sentence: string }
  /** No longer than this. */
  letters: number
  /** They keep messages away. */
  excluded?: boolean
  /** By the number of the phrase. */
  mistakes?: ReadonlyMap<number, string>
  error?: string | null
  autoFocus?: boolean
  /** What is typed at the moment: not a phrase yet. */
  onTyping?: (text: string) => void
}

/** Phrases as chips. A comma or Enter ends one, a list is pasted as it is, a press on a chip takes it back to be mended. */
export function PhrasesInput(props: PhrasesInputProps) {
  const { label, description, placeholder, phrases, onChange, most, letters, error, autoFocus, onTyping } = props
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const type = (text: string): void => {
    setTyped(text)
    onTyping?.(text)
  }
  /** Takes a text as phrases; what can't be taken stays to be mended. */
  const take = (text: string): void => {
    const added = splitPhrases(text)
    if (added.length === 0) return type('')
    const next = distinctPhrases([...phrases, ...added])
    const long = added.some((phrase) => phrase.length > letters)
    const tooMany = most !== undefined && next.length > most.count
    setMistake(long ? `Не длиннее ${letters} букв` : tooMany ? most.sentence : null)
    if (long || tooMany) return type(text)
    type('')
    if (next.length > phrases.length) onChange(next)
  }
  const takeAfterPress = useAfterPress(() => take(typed))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed.trim() !== '') {
      event.preventDefault()
      take(typed)
    }
    if (event.key === 'Backspace' && typed === '' && phrases.length > 0) onChange(phrases.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text')
    if (splitPhrases(pasted).length < 2) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    take(value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length))
  }
  return (
    <Stack gap={2}>
      <TextInput
        ref={input}
        label={label}
        description={description}
        placeholder={placeholder}
        autoCapitalize="off"
        enterKeyHint="enter"
        data-autofocus={autoFocus || undefined}
        value={typed}
        error={mistake ?? error}
        onChange={(event) => {
          const text = event.currentTarget.value
          setMistake(null)
          // What is inside quotes or brackets may hold commas: the rule decides whether this one ends a phrase.
          if (
            /[,;]\s*$/u.test(text) &&
            splitPhrases(`${text}х`).length > splitPhrases(text.replace(/[,;]\s*$/u, 'х')).length
          )
            take(text)
          else type(text)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={takeAfterPress}
      />
      {phrases.length > 0 && (
        <PhraseChips
          {...props}
          onMend={(phrase) => {
            type(phrase)
            input.current?.focus()
          }}
        />
      )}
    </Stack>
  )
}

interface PhraseChipsProps extends Pick<PhrasesInputProps, 'label' | 'phrases' | 'onChange' | 'excluded' | 'mistakes'> {
  /** The phrase is no chip any more: it is written where phrases are typed. */
  onMend: (phrase: string) => void
}

function PhraseChips({ label, phrases, onChange, excluded, mistakes, onMend }: PhraseChipsProps) {
  const remove = (phrase: string): void => onChange(phrases.filter((each) => each !== phrase))
  return (
    <Row as="ul" gap="tight" className={classes.chips} aria-label={`${label}: выбрано`}>
      {phrases.map((phrase, at) => (
        <li key={phrase} data-mistaken={mistakes?.has(at) || undefined}>
          <RemovableChip
            excluded={excluded}
            removeLabel={`Убрать: ${phrase}`}
            onRemove={() => remove(phrase)}
            press={{
              label: `${phrase}: исправить`,
              act: () => {
                remove(phrase)
                onMend(phrase)
              },
            }}
          >
            {phrase}
          </RemovableChip>
          {mistakes?.has(at) && <span className={typography.mistake}>{mistakes.get(at)}</span>}
        </li>
      ))}
    </Row>
  )
}
