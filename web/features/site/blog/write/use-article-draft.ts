import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { emptyArticle, type ArticleDraft, type EditedArticle } from '../../../../../contract/site/blog.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { ArticleSaver, type ArticleTold } from './article-saver.ts'

export interface OpenDraft extends ArticleTold {
  change: (to: Partial<ArticleDraft>) => void
  take: (article: EditedArticle) => void
  /** Saves what is not saved yet. @returns the article as it is saved; null: it could not be, or nothing was written yet */
  settle: () => Promise<EditedArticle | null>
  isUnsaved: () => boolean
  /** What is not saved is given up. */
  end: () => void
}

/** What is typed is saved by itself; a tab that is closed with unsaved words asks first. @param begun null: a new article */
export function useArticleDraft(begun: EditedArticle | null): OpenDraft {
  const cache = useQueryClient()
  const [told, setTold] = useState<ArticleTold | null>(null)
  const [saver] = useState(
    () =>
      new ArticleSaver(
        { article: begun, draft: begun?.draft ?? emptyArticle },
        async (article, draft) => {
          const saved =
            article === null
              ? await ask('blog', 'createArticle', draft)
              : await ask('blog', 'updateArticle', { id: article.id, revision: article.revision, ...draft })
          return saved.article
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
      void saver.settle().then(() => cache.invalidateQueries({ queryKey: ['blog'] }))
    }
  }, [saver, cache])
  return {
    ...(told ?? saver.told),
    change: (to) => saver.change(to),
    take: (article) => saver.take(article),
    settle: async () => ((await saver.settle()) ? saver.told.article : null),
    isUnsaved: () => saver.isUnsaved,
    end: () => saver.end(),
  }
}
