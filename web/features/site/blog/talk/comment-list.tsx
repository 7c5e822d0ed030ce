import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comment } from '../../../../../contract/site/blog.ts'
import { commentParts } from '../../../../../rules/blog/comment-words.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../../kit/ui/components/dialog.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { articleMomentInWords } from '../read/article-date.ts'
import { forgetComment } from './comment-cache.ts'
import classes from './comments.module.css'

export interface CommentListProps {
  slug: string
  comments: readonly Comment[]
  /** They may delete any. */
  keepsOrder: boolean
  zone?: string | undefined
}

export function CommentList({ slug, comments, keepsOrder, zone }: CommentListProps) {
  const [doomed, setDoomed] = useState<Comment | null>(null)
  return (
    <>
      <ul className={classes.list} aria-label="Комментарии">
        {comments.map((comment) => (
          <li key={comment.id} id={`comment-${comment.id}`} className={classes.comment}>
            <Row gap={[0, 2]} align="center" nowrap>
              <Row gap={[0, 2]} align="baseline" grow>
                <b className={classes.author}>{comment.author}</b>
                <time dateTime={comment.createdAt} className={typography.small}>
                  {articleMomentInWords(comment.createdAt, zone)}
                </time>
              </Row>
              {(comment.own || keepsOrder) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Удалить комментарий: ${comment.author}`}
                  onClick={() => setDoomed(comment)}
                >
                  <IconTrash size={18} stroke={1.7} aria-hidden="true" />
                </ActionIcon>
              )}
            </Row>
            <CommentText message={comment.message} />
            {comment.state === 'new' && (
              <p className={classes.waiting}>Ждёт проверки: пока его видите только вы. Обычно это недолго.</p>
            )}
            {comment.state === 'hidden' && <p className={classes.waiting}>Скрыт модератором: его видите только вы.</p>}
          </li>
        ))}
      </ul>
      {doomed && <DeleteDialog slug={slug} comment={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

/** Plain words, in which links can be pressed. */
function CommentText({ message }: { message: string }) {
  return (
    <p className={classes.text}>
      {commentParts(message).map(({ text, url }, at) =>
        url === null ? (
          text
        ) : (
          <a key={at} href={url} target="_blank" rel="nofollow ugc noopener">
            {text}
          </a>
        ),
      )}
    </p>
  )
}

function DeleteDialog({ slug, comment, onClose }: { slug: string; comment: Comment; onClose: () => void }) {
  const cache = useQueryClient()
  const remove = useAct('blog', 'deleteComment', {
    onSuccess: () => {
      forgetComment(cache, slug, comment.id)
      onClose()
      showActionToast('Комментарий удалён', null)
    },
  })
  return (
    <FormDialog
      title="Удалить комментарий?"
      size={420}
      submit="Удалить"
      loading={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: comment.id })}
      onClose={onClose}
    >
      <p className={typography.threeLines}>{comment.message}</p>
    </FormDialog>
  )
}
