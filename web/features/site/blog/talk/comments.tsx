import type { Comment } from '../../../../../contract/site/blog.ts'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import view from '../read/article-view.module.css'
import { CommentForm, type CommentFormProps } from './comment-form.tsx'
import { CommentList, type CommentListProps } from './comment-list.tsx'

type CommentsProps = Omit<CommentListProps, 'comments'> &
  Omit<CommentFormProps, 'slug'> & { comments: readonly Comment[] }

/** What readers say of an article, and the place to say something. */
export function Comments({ slug, comments, keepsOrder, zone, ...form }: CommentsProps) {
  return (
    <Stack as="section" gap={4} aria-labelledby="comments">
      <h2 id="comments" className={view.partTitle}>
        Комментарии{comments.length > 0 && ` · ${comments.length}`}
      </h2>
      {comments.length === 0 ? (
        <p className={typography.soft}>Пока никто ничего не написал. Спросите или дополните: автор читает.</p>
      ) : (
        <CommentList slug={slug} comments={comments} keepsOrder={keepsOrder} zone={zone} />
      )}
      <CommentForm slug={slug} {...form} />
    </Stack>
  )
}
