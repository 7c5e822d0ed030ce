import { useState } from 'react'
import { narrowedKey, type Narrowed } from '../features/reading/feed/page/feed-updates.ts'
import type { FeedQuestion } from '../features/reading/feed/page/feed-question.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useSearched, useSearchWords } from '../features/reading/filters/use-quick-search.ts'
import { useLearnedTurn } from '../features/reading/learning/learned-cache.ts'

let names = 0
const newName = (): string => narrowedKey((names += 1))

/** What is read when it is no saved filter and no view as it stands; null when it is one. Asked otherwise, it has another name. */
export function useNarrowed({ question, counted, fields }: FilterChoice): Narrowed | null {
  const words = useSearchWords()
  const searched: FeedQuestion | undefined = useSearched(question, words)
  const turn = useLearnedTurn()
  const about = searched && (words !== '' || counted === null) ? `${searched.key}:${fields?.learned ? turn : 0}` : null
  const [name, setName] = useState(() => ({ about, key: newName() }))
  if (name.about !== about) setName({ about, key: newName() })
  return about === null || !searched ? null : { key: name.key, ask: searched.ask }
}
