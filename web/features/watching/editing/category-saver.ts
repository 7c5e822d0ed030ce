import type { CategoryContent, CategoryMistake } from '../../../../contract/watching/editing.ts'
import { DraftSaver, type DraftSaving, type DraftState } from '../../../kit/drafts/draft-saver.ts'

/** The draft on the server. `revision`: null while there is none. */
export interface SavedCategory {
  revision: string | null
  mistakes: CategoryMistake[]
}

type CategoryDraftState = DraftState<CategoryContent, SavedCategory>

/** Saves the draft of a category, each time from the one that was saved last. */
export const categorySaver = (
  begun: { draft: CategoryContent; saved: SavedCategory },
  save: DraftSaving<CategoryContent, SavedCategory>['save'],
  notify: (state: CategoryDraftState) => void,
) => new DraftSaver(begun, { pause: 700, overtaken: 'CATEGORY_ALREADY_CHANGED', save }, notify)
