import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { errors } from '../../../../../contract/errors.ts'
import { blogLimits } from '../../../../../contract/site/blog.ts'
import { tidyComment } from '../../../../../rules/blog/comment-words.ts'
import { hasCode, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { addComment } from './comment-cache.ts'
import { keepComment, keptComment } from './kept-comment.ts'

/** Spec §5 Blog comment. */
export const SIGN_IN_TO_COMMENT = 'Для отправки сообщения вам нужно авторизоваться'

export interface CommentFormProps {
  articleId: number
  slug: string
  /** Null: a guest. */
  author: string | null
  /** Someone wants to send who is not signed in. */
  onGuest: () => void
}

/** What was written stays until it was taken, whatever happens on the way. */
export function CommentForm({ articleId, slug, author, onGuest }: CommentFormProps) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  // The server knows nothing of what is kept here: it is there once the page is.
  const kept = useSyncExternalStore(
    () => () => {},
    () => keptComment(articleId),
    () => '',
  )
  const message = typed ?? kept
  const [error, setError] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  const send = useAct('blog', 'createComment', {
    onSuccess: ({ comment }) => {
      addComment(cache, slug, comment)
      write('')
      setWaits(comment.state === 'new')
    },
    onError: (error) => {
      if (hasCode(error, 'UNAUTHORIZED')) ask()
      else setError(sentenceOf(error))
    },
  })
  function write(text: string): void {
    setTyped(text)
    keepComment(articleId, text)
    setError(null)
  }
  function ask(): void {
    setError(SIGN_IN_TO_COMMENT)
    onGuest()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setWaits(false)
    const length = tidyComment(message).length
    if (author === null) ask()
    else if (length === 0 || length > blogLimits.comment) setError(errors.VALIDATION_ERROR.message)
    else send.mutate({ id: articleId, message })
  }
  const left = blogLimits.comment - message.length
  return (
    <Stack as="form" gap={3} noValidate onSubmit={submit}>
      <Textarea
        label="Ваш комментарий"
        autosize
        minRows={3}
        maxRows={14}
        value={message}
        error={error}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Row gap={[2, 3]} align="center">
        <Button type="submit" loading={send.isPending}>
          Отправить
        </Button>
        {author !== null && <span className={typography.note}>Подпись: {author}</span>}
        {left < 300 && (
          <span className={left < 0 ? typography.mistake : typography.note} role="status">
            {left < 0 ? `Лишних знаков: ${-left}` : `Осталось знаков: ${left}`}
          </span>
        )}
      </Row>
      {waits && <AlertBox tone="quiet">Спасибо! Первый комментарий появится для всех после проверки.</AlertBox>}
    </Stack>
  )
}
