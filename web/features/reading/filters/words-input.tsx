import { TextInput } from '@mantine/core'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { filterWordLimits } from '../../../../contract/reading/filters.ts'
import {
  bareWord,
  findTooManyWords,
  quotedWord,
  readFilterWords,
  type FilterWords,
} from '../../../../rules/filters/words.ts'
import { RemovableChip } from '../../../kit/ui/components/removable-chip.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from '../../../kit/ui/components/choose-input.module.css'

export interface WordsInputProps {
  words: FilterWords
  /** Which of the two lists it shows, and puts words into; both, with «!» for stop words, when it is not given. */
  list?: 'included' | 'excluded'
  onChange: (words: FilterWords) => void
}

/** An opened quote waits for the one that closes it: what stands between is a phrase. */
const isOpenQuote = (text: string): boolean => /(?:^|[\s,;|!])[«"“„][^«»"“”„]*$/u.test(text)

/** Words that a message has to have, or must not have. A space, a comma or Enter ends a word; a list is pasted as it is. */
export function WordsInput({ words, list, onChange }: WordsInputProps) {
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { includedWords, excludedWords } = words
  const shown = [list === 'excluded' ? [] : includedWords, list === 'included' ? [] : excludedWords] as const

  const write = (next: FilterWords): boolean => {
    const tooMany = findTooManyWords(next)
    setMistake(
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
    const next =
      list === 'excluded'
        ? { includedWords, excludedWords: [...excludedWords, text] }
        : { includedWords: [...includedWords, text], excludedWords }
    setTyped(write(readFilterWords(next)) ? '' : text)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // A «!» alone waits for its word.
    const isGap = event.key === ' ' || event.key === ','
    const ends = event.key === 'Enter' || (isGap && !/^!*$/.test(typed.trim()) && !isOpenQuote(typed))
    if (ends && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(typed)
    }
    const [included, excluded] = shown
    const last = excluded.at(-1) ?? included.at(-1)
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
        aria-label={list === 'excluded' ? 'Стоп-слова' : 'Слова фильтра'}
        placeholder={list === 'excluded' ? 'стоп-слово' : 'слово или «фраза»'}
        size="sm"
        autoCapitalize="off"
        enterKeyHint="enter"
        value={typed}
        error={mistake}
        onChange={(event) => {
          const text = event.currentTarget.value
          setMistake(null)
          // A keyboard of a phone reports no keys: what it typed is looked at instead.
          if (/[^\s!][\s,]$/u.test(text) && !isOpenQuote(text)) take(text)
          else setTyped(text)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => take(typed)}
      />
      {shown.flat().length > 0 && <WordChips words={words} shown={shown} write={write} />}
    </Stack>
  )
}

interface WordChipsProps {
  words: FilterWords
  shown: readonly [included: string[], excluded: string[]]
  write: (words: FilterWords) => void
}

/** A press excludes a word, or looks for it again. */
function WordChips({ words, shown: [included, excluded], write }: WordChipsProps) {
  const rest = (word: string): FilterWords => without(words, word)
  return (
    <Row gap="tight" className={classes.chosen}>
      {included.map((word) => (
        <RemovableChip
          key={`+${word}`}
          removeLabel={`Убрать слово ${bareWord(word)}`}
          onRemove={() => write(rest(word))}
          press={{
            label: `${bareWord(word)}: сделать стоп-словом`,
            act: () => write({ ...rest(word), excludedWords: [...rest(word).excludedWords, word] }),
          }}
        >
          {word.startsWith('"') ? quotedWord(word) : word}
        </RemovableChip>
      ))}
      {excluded.map((word) => (
        <RemovableChip
          key={`-${word}`}
          excluded
          removeLabel={`Убрать стоп-слово ${bareWord(word)}`}
          onRemove={() => write(rest(word))}
          press={{
            label: `${bareWord(word)}: искать это слово`,
            act: () => write({ ...rest(word), includedWords: [...rest(word).includedWords, word] }),
          }}
        >
          {word.startsWith('"') ? quotedWord(word) : word}
        </RemovableChip>
      ))}
    </Row>
  )
}

const without = ({ includedWords, excludedWords }: FilterWords, word: string): FilterWords => ({
  includedWords: includedWords.filter((each) => each !== word),
  excludedWords: excludedWords.filter((each) => each !== word),
})
