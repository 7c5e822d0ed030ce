import type { ArticleDraft, EditedArticle } from '../../../../../contract/site/blog.ts'
import { DraftSaver, type DraftSaving, type DraftState } from '../../../../kit/drafts/draft-saver.ts'

/** As the server has it; null: it is not there yet. */
export type SavedArticle = EditedArticle | null

export type ArticleDraftState = DraftState<ArticleDraft, SavedArticle>

/** Saves an article; the first saving makes it. */
export const articleSaver = (
  begun: { draft: ArticleDraft; saved: SavedArticle },
  save: DraftSaving<ArticleDraft, SavedArticle>['save'],
  notify: (state: ArticleDraftState) => void,
) => new DraftSaver(begun, { pause: 900, overtaken: 'ARTICLE_ALREADY_CHANGED', save }, notify)
