import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { emptyContent, type CategoryContent } from '../../../../contract/watching/editing.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { DraftSaver, type DraftTold } from './draft-saver.ts'

export type OpenedCategory = Result<'editing', 'getEditedCategory'>

export interface CategoryDraft extends DraftTold {
  change: (to: Partial<CategoryContent>) => void
  /** Saves what is not saved yet. @returns from which state the next change begins; null: it could not be saved */
  settle: () => Promise<{ id: number; revision: string | null; base: number } | null>
}

/** What is typed is saved as a draft by itself, and when the category or the page is left. */
export function useCategoryDraft({ category: { id }, base, revision, ...opened }: OpenedCategory): CategoryDraft {
  const cache = useQueryClient()
  const [told, setTold] = useState<DraftTold | null>(null)
  const [saver] = useState(
    () =>
      new DraftSaver(
        { content: opened.draft ?? opened.published ?? emptyContent, mistakes: opened.mistakes, revision },
        async (from, content) => {
          const saved = await ask('editing', 'saveCategoryDraft', { id, revision: from, base, content })
          // The list says whether there is a draft.
          if ((from === null) !== (saved.revision === null))
            void cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
          return saved
        },
        setTold,
      ),
  )
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (saver.isUnsaved) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      void saver.settle()
    }
  }, [saver])
  return {
    ...(told ?? saver.told),
    change: (to) => saver.change(to),
    settle: async () => ((await saver.settle()) ? { id, revision: saver.revision, base } : null),
  }
}
