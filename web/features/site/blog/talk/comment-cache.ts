import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../../contract/site/blog.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { callKey } from '../../../../kit/calls/use-call.ts'

type Found = Result<'blog', 'getArticle'>

function change(cache: QueryClient, slug: string, to: (comments: Comment[]) => Comment[]): void {
  cache.setQueryData<Found>(
    callKey('blog', 'getArticle', { slug }),
    (known) => known && { ...known, comments: to(known.comments) },
  )
}

/** One that was sent again is the same one. */
export const addComment = (cache: QueryClient, slug: string, comment: Comment): void =>
  change(cache, slug, (comments) => [...comments.filter(({ id }) => id !== comment.id), comment])

export const forgetComment = (cache: QueryClient, slug: string, id: number): void =>
  change(cache, slug, (comments) => comments.filter((each) => each.id !== id))
