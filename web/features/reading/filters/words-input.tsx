import { TextInput } from '@mantine/core'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { filterWordLimits } from '../../../../contract/reading/filters.ts'
import { findTooManyWords, readFilterWords, type FilterWords } from '../../../../rules/filters/words.ts'
import { RemovableChip } from '../../../kit/ui/components/removable-chip.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from '../../../kit/ui/components/choose-input.module.css'

export interface WordsInputProps {
  words: FilterWords
  onChange: (words: FilterWords) => void
}

/** Words that a message has to have, or must not have. A space, a comma or Enter ends a word; a list is pasted as it is. */
export function WordsInput({ words, onChange }: WordsInputProps) {
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const { includedWords, excludedWords } = words

  const write = (next: FilterWords): boolean => {
    const tooMany = findTooManyWords(next)
    setTrouble(
      tooMany &&
        (tooMany.keyword === 'maxLength'
          ? `Слово не длиннее ${filterWordLimits.letters} букв`
          : `Не больше ${filterWordLimits.words} слов`),
    )
    if (!tooMany) onChange(next)
    return !tooMany
  }
  /** Takes what is typed as words; what can't be taken stays to be mended. */
  const take = (text: string): void => {
    if (text.trim() === '') return setTyped('')
    setTyped(write(readFilterWords({ includedWords: [...includedWords, text], excludedWords })) ? '' : text)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // A «!» alone waits for its word.
    const ends = event.key === 'Enter' || ((event.key === ' ' || event.key === ',') && !/^!*$/.test(typed.trim()))
    if (ends && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(typed)
    }
    const last = excludedWords.at(-1) ?? includedWords.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) write(without(words, last))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(pasted.trim())) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    take(value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length))
  }

  return (
    <Stack gap={2}>
      <TextInput
        aria-label="Слова фильтра"
        placeholder="слово или !исключить"
        size="sm"
        autoCapitalize="off"
        enterKeyHint="enter"
        value={typed}
        error={trouble}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTrouble(null)
          // A keyboard of a phone tells no keys: what it typed is looked at instead.
          if (/[^\s!][\s,]$/u.test(text)) take(text)
          else setTyped(text)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => take(typed)}
      />
      {includedWords.length + excludedWords.length > 0 && <WordChips words={words} write={write} />}
    </Stack>
  )
}

interface WordChipsProps {
  words: FilterWords
  write: (words: FilterWords) => void
}

/** A press excludes a word, or looks for it again. */
function WordChips({ words, write }: WordChipsProps) {
  const rest = (word: string): FilterWords => without(words, word)
  return (
    <Row gap="tight" className={classes.chosen}>
      {words.includedWords.map((word) => (
        <RemovableChip
          key={`+${word}`}
          removeLabel={`Убрать слово ${word}`}
          onRemove={() => write(rest(word))}
          press={{
            label: `${word}: исключить это слово`,
            act: () => write({ ...rest(word), excludedWords: [...rest(word).excludedWords, word] }),
          }}
        >
          {word}
        </RemovableChip>
      ))}
      {words.excludedWords.map((word) => (
        <RemovableChip
          key={`-${word}`}
          excluded
          removeLabel={`Убрать исключённое слово ${word}`}
          onRemove={() => write(rest(word))}
          press={{
            label: `${word}: больше не исключать, а искать это слово`,
            act: () => write({ ...rest(word), includedWords: [...rest(word).includedWords, word] }),
          }}
        >
          {word}
        </RemovableChip>
      ))}
    </Row>
  )
}

const without = ({ includedWords, excludedWords }: FilterWords, word: string): FilterWords => ({
  includedWords: includedWords.filter((each) => each !== word),
  excludedWords: excludedWords.filter((each) => each !== word),
})
