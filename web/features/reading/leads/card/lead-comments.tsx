import { Button, CloseButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LEAD_COMMENT_LENGTH, type LeadComment } from '../../../../../contract/reading/leads.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './lead-detail.module.css'

export interface LeadCommentsProps {
  leadId: number
  /** The first first. */
  comments: readonly LeadComment[]
  zone: string
  /** False: they are there to be read. */
  mayWrite: boolean
  /** The lead is to be read again. */
  onChange: () => void
}

/** What the team says to each other about a lead. */
export function LeadComments({ leadId, comments, zone, mayWrite, onChange }: LeadCommentsProps) {
  const [text, setText] = useState('')
  const onError = (error: Error): void => showErrorToast(sentenceOf(error))
  const create = useAct('leads', 'createLeadComment', {
    onSuccess: () => (setText(''), onChange()),
    onError,
  })
  const remove = useAct('leads', 'deleteLeadComment', { onSuccess: onChange, onError })
  const add = (): void => {
    if (text.trim() !== '' && !create.isPending) create.mutate({ id: leadId, text: text.trim() })
  }
  const deleteOne = ({ id, text: deleted }: LeadComment): void => {
    const takeBack = (): void =>
      void ask('leads', 'createLeadComment', { id: leadId, text: deleted }).then(onChange, onError)
    remove.mutate({ id }, { onSuccess: () => showActionToast('Комментарий удалён', takeBack) })
  }
  return (
    <Stack gap={2}>
      {comments.length > 0 && (
        <Stack as="ul" gap={2} aria-label="Комментарии">
          {comments.map((comment) => (
            <li key={comment.id} className={classes.comment}>
              <Row gap={2} align="center" justify="space-between" nowrap>
                <span className={typography.small}>
                  {comment.user.name} · <Moment at={comment.at} zone={zone} />
                </span>
                {mayWrite && comment.deletable && (
                  <CloseButton size="sm" aria-label="Удалить комментарий" onClick={() => deleteOne(comment)} />
                )}
              </Row>
              <div className={classes.text}>{comment.text}</div>
            </li>
          ))}
        </Stack>
      )}
      {mayWrite && (
        <>
          <Textarea
            aria-label="Комментарий"
            placeholder="Комментарий для команды"
            autosize
            minRows={1}
            maxRows={8}
            maxLength={LEAD_COMMENT_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add()
            }}
          />
          {text.trim() !== '' && (
            <Row justify="flex-end">
              <Button size="compact-sm" loading={create.isPending} onClick={add}>
                Добавить
              </Button>
            </Row>
          )}
        </>
      )}
    </Stack>
  )
}
