/** What is searched for in the list that is read: it stands in the address, beside whatever names the filter, and nowhere else. */
import { useDebouncedCallback } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MAX_SEARCH } from '../../../../contract/reading/feed.ts'
import { withSearchWords, searchWordsOf } from './search-address.ts'
import type { ChosenFilterQuestion } from './use-filter-choice.ts'

const TYPING_PAUSE = 300

export interface SearchedQuestion extends Omit<ChosenFilterQuestion, 'ask'> {
  ask: ChosenFilterQuestion['ask'] & { search?: string }
}

export interface QuickSearch {
  /** As it stands in the field. */
  typed: string
  type: (text: string) => void
  /** At once, without waiting for the end of the typing. */
  clear: () => void
  /** What the list is narrowed by now; empty when it is not. */
  words: string
}

export function useQuickSearch(): QuickSearch {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const words = searchWordsOf(search)
  const [typing, setTyping] = useState<string | null>(null)
  const [known, setKnown] = useState(words)
  // Another tab of a filter, a step back: what is typed follows the address.
  if (known !== words) {
    setKnown(words)
    setTyping(null)
  }
  // The page in the hash was one of the other list.
  const write = (text: string): void =>
    void navigate({ pathname, search: withSearchWords(search, text) }, { replace: true })
  const writeSoon = useDebouncedCallback((text: string) => {
    if (text.trim() === words) setTyping(text)
    else write(text.trim())
  }, TYPING_PAUSE)
  return {
    typed: typing ?? words,
    type(text) {
      setTyping(text.slice(0, MAX_SEARCH))
      writeSoon(text.slice(0, MAX_SEARCH))
    },
    clear() {
      writeSoon.cancel()
      setTyping(null)
      if (words !== '') write('')
    },
    words,
  }
}

/** What the list is narrowed by now; empty when it is not. */
export const useSearchWords = (): string => searchWordsOf(useLocation().search)

/** The question of the filter, narrowed by what is searched for. */
export function useSearched(question: ChosenFilterQuestion | undefined, words: string): SearchedQuestion | undefined {
  return useMemo(() => {
    if (!question || words === '') return question
    return { ...question, key: `${question.key}?${words}`, ask: { ...question.ask, search: words } }
  }, [question, words])
}
