import { useQueryClient } from '@tanstack/react-query'
import { emptyContent, type CategoryContent, type CategoryMistake } from '../../../../contract/watching/editing.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import type { Saving } from '../../../kit/drafts/draft-saver.ts'
import { useDraftSaver } from '../../../kit/drafts/use-draft-saver.ts'
import { categorySaver, type SavedCategory } from './category-saver.ts'

export type OpenedCategory = Result<'editing', 'getEditedCategory'>

export interface CategoryDraft {
  content: CategoryContent
  mistakes: CategoryMistake[]
  saving: Saving
  change: (to: Partial<CategoryContent>) => void
  /** Saves what is not saved yet. @returns from which state the next change begins; null: it could not be saved */
  settle: () => Promise<{ id: number; revision: string | null; base: number } | null>
}

/** What is typed is saved as a draft by itself, and when the category or the page is left. */
export function useCategoryDraft({ category: { id }, base, revision, ...opened }: OpenedCategory): CategoryDraft {
  const cache = useQueryClient()
  const { saver, state } = useDraftSaver<CategoryContent, SavedCategory>((notify) =>
    categorySaver(
      {
        draft: opened.draft ?? opened.published ?? emptyContent,
        saved: { revision, mistakes: opened.mistakes },
      },
      async ({ revision: from }, content) => {
        const saved = await ask('editing', 'saveCategoryDraft', { id, revision: from, base, content })
        // The list says whether there is a draft.
        if ((from === null) !== (saved.revision === null))
          void cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
        return saved
      },
      notify,
    ),
  )
  return {
    content: state.draft,
    mistakes: state.saved.mistakes,
    saving: state.saving,
    change: (to) => saver.change(to),
    settle: async () => ((await saver.settle()) ? { id, revision: saver.state.saved.revision, base } : null),
  }
}
