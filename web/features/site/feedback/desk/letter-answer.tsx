import { Button, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  acceptedFiles,
  answerFiles,
  feedbackLength,
  type FeedbackLetter,
} from '../../../../../contract/site/feedback.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'
import { askWithFiles } from '../../../../kit/calls/send-files.ts'
import { callKey, useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { FilesField } from '../../../../kit/ui/components/files-field.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { fileSentenceOf } from '../../../../kit/ui/text/chosen-files.ts'

/** The answer that is being written, and the ways to be done with a letter. */
export function LetterAnswer({ letter: { id, state, answers } }: { letter: FeedbackLetter }) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState(0)
  const cache = useQueryClient()
  const show = (changed: Result<'feedback', 'getFeedback'>): void => {
    cache.setQueryData(callKey('feedback', 'getFeedback', { id }), changed)
    void cache.invalidateQueries({ queryKey: ['feedback', 'listFeedback'] })
  }
  const answer = useMutation({
    mutationFn: () => {
      setSent(0)
      const input = { id, text: text.trim(), seen: answers.length }
      return askWithFiles('feedback', 'answerFeedback', input, files, { onProgress: setSent })
    },
    onSuccess: (changed) => {
      show(changed)
      setText('')
      setFiles([])
      showActionToast('Ответ отправлен', null)
    },
    // A colleague was faster: their answer is shown above, and this one stays in the field.
    onError: (error) => {
      if (hasCode(error, 'FEEDBACK_ALREADY_ANSWERED'))
        void cache.invalidateQueries({ queryKey: callKey('feedback', 'getFeedback', { id }) })
    },
  })
  const reopen = useAct('feedback', 'reopenFeedback', { onSuccess: show })
  const close = useAct('feedback', 'closeFeedback', {
    onSuccess: (changed) => {
      show(changed)
      showActionToast('Письмо закрыто', () => reopen.mutate({ id }))
    },
  })
  const send = (): void => {
    if (text.trim() !== '' && !answer.isPending) answer.mutate()
  }
  const error = answer.error ?? close.error ?? reopen.error
  return (
    <Stack as="form" gap={2} onSubmit={(event) => (event.preventDefault(), send())}>
      <Textarea
        label={answers.length === 0 ? 'Ответ' : 'Ещё ответ'}
        description="Уйдёт письмом; Ctrl+Enter отправляет"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={feedbackLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
      />
      <FilesField
        allowed={answerFiles}
        accept={acceptedFiles}
        note="Уйдут вместе с письмом: до 5 картинок, PDF или текстов."
        files={files}
        onChange={setFiles}
        progress={answer.isPending ? sent : null}
      />
      {error && <AlertBox tone="bad">{fileSentenceOf(error)}</AlertBox>}
      <Row>
        <Button type="submit" disabled={text.trim() === ''} loading={answer.isPending}>
          Отправить
        </Button>
        {state === 'closed' ? (
          <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
            Открыть снова
          </Button>
        ) : (
          <Button variant="default" loading={close.isPending} onClick={() => close.mutate({ id })}>
            {answers.length === 0 ? 'Закрыть без ответа' : 'Закрыть'}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
