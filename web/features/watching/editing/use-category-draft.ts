import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CategoryContent, CategoryMistake } from '../../../../contract/watching/editing.ts'
import { emptyContent } from '../../../../contract/watching/editing.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { CallError, hasCode } from '../../../kit/calls/call-error.ts'

export type OpenedCategory = Result<'editing', 'getEditedCategory'>

/** A moment after the last letter. */
const TYPING_MS = 700
/** What could not be saved is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'failed'; error: Error }
  /** Someone else has changed it: nothing is saved over them. */
  | { state: 'overtaken'; by: string | null }

export interface CategoryDraft {
  content: CategoryContent
  change: (to: Partial<CategoryContent>) => void
  mistakes: CategoryMistake[]
  saving: Saving
  /** Saves what is not saved yet. @returns from which state the next change begins; null: it could not be saved */
  settle: () => Promise<{ id: number; revision: string | null; base: number } | null>
}

/** What is typed is saved as a draft by itself, one saving after the other, and when the page is left. */
export function useCategoryDraft({ category: { id }, ...opened }: OpenedCategory): CategoryDraft {
  const cache = useQueryClient()
  const [content, setContent] = useState(() => opened.draft ?? opened.published ?? emptyContent)
  const [mistakes, setMistakes] = useState(opened.mistakes)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const kept = useRef({ content, revision: opened.revision, unsaved: false })
  const running = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { base } = opened

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    while (running.current) await running.current
    if (!kept.current.unsaved) return
    const first = kept.current.revision === null
    kept.current.unsaved = false
    setSaving({ state: 'saving' })
    running.current = ask('editing', 'saveCategoryDraft', {
      id,
      revision: kept.current.revision,
      base,
      content: kept.current.content,
    })
      .then((saved) => {
        kept.current.revision = saved.revision
        setMistakes(saved.mistakes)
        setSaving({ state: kept.current.unsaved ? 'waiting' : 'saved' })
        if (first) void cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
      })
      .catch((error: unknown) => {
        kept.current.unsaved = true
        if (hasCode(error, 'CATEGORY_ALREADY_CHANGED')) {
          const { by } = (error as CallError).details
          return setSaving({ state: 'overtaken', by: typeof by === 'string' ? by : null })
        }
        setSaving({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
        timer.current = setTimeout(() => void save(), AGAIN_MS)
      })
      .finally(() => {
        running.current = null
      })
    await running.current
  }, [base, cache, id])

  const change = (to: Partial<CategoryContent>): void => {
    kept.current.content = { ...kept.current.content, ...to }
    kept.current.unsaved = true
    setContent(kept.current.content)
    if (saving.state === 'overtaken') return
    setSaving({ state: 'waiting' })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), TYPING_MS)
  }

  const overtaken = saving.state === 'overtaken'
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (kept.current.unsaved || running.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [])
  // Another category is opened, or another page.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      if (!overtaken) void save()
    },
    [overtaken, save],
  )

  return {
    content,
    change,
    mistakes,
    saving,
    async settle() {
      await save()
      return kept.current.unsaved ? null : { id, revision: kept.current.revision, base }
    },
  }
}
