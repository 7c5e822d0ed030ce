import { useQueryClient } from '@tanstack/react-query'
import { emptyArticle, type ArticleDraft, type EditedArticle } from '../../../../../contract/site/blog.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { useDraftSaver } from '../../../../kit/drafts/use-draft-saver.ts'
import { articleSaver, type ArticleDraftState, type SavedArticle } from './article-saver.ts'

export interface OpenArticleDraft extends Pick<ArticleDraftState, 'draft' | 'saving'> {
  article: SavedArticle
  change: (to: Partial<ArticleDraft>) => void
  take: (article: EditedArticle) => void
  /** Saves what is not saved yet. @returns the article as it is saved; null: it could not be, or nothing was written yet */
  settle: () => Promise<SavedArticle>
  isUnsaved: () => boolean
  /** What is not saved is given up. */
  end: () => void
}

/** What is typed is saved by itself. @param begun null: a new article */
export function useArticleDraft(begun: EditedArticle | null): OpenArticleDraft {
  const cache = useQueryClient()
  const { saver, state } = useDraftSaver<ArticleDraft, SavedArticle>(
    (notify) => articleSaver({ draft: begun?.draft ?? emptyArticle, saved: begun }, saveArticle, notify),
    () => void cache.invalidateQueries({ queryKey: ['blog'] }),
  )
  return {
    draft: state.draft,
    article: state.saved,
    saving: state.saving,
    change: (to) => saver.change(to),
    take: (article) => saver.take(article.draft, article),
    settle: async () => ((await saver.settle()) ? saver.state.saved : null),
    isUnsaved: () => saver.isUnsaved,
    end: () => saver.end(),
  }
}

async function saveArticle(article: SavedArticle, draft: ArticleDraft): Promise<EditedArticle> {
  const saved =
    article === null
      ? await ask('blog', 'createArticle', draft)
      : await ask('blog', 'updateArticle', { id: article.id, revision: article.revision, ...draft })
  return saved.article
}
