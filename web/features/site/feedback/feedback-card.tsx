import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptedFiles, letterFiles } from '../../../../contract/site/feedback.ts'
import { askWithFiles } from '../../../kit/calls/send-files.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import card from '../../../kit/ui/components/card.module.css'
import { FilesField } from '../../../kit/ui/components/files-field.tsx'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { fileSentenceOf } from '../../../kit/ui/text/chosen-files.ts'
import classes from './feedback-card.module.css'
import { feedbackRules, fieldLength, refusedField, type FeedbackForm } from './feedback-form.ts'
import { FeedbackThanks } from './feedback-thanks.tsx'

/** A letter to us, and the thanks for it in its place. */
export function FeedbackCard({ filled }: { filled: FeedbackForm }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: filled, validate: feedbackRules })
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState(0)
  const send = useMutation({
    // Spec §7: the fields of the form, the page and the device.
    mutationFn: async (letter: FeedbackForm) => {
      setSent(0)
      const fp = (await readDevice())?.fp
      const email = letter.email.trim()
      const input = { ...letter, email, from: window.location.href.slice(0, 2000), ...(fp && { fp }) }
      return askWithFiles('feedback', 'sendFeedback', input, files, { onProgress: setSent })
    },
    onSuccess: (_, { email }) => setAnswerTo(email.trim()),
    onError: (error) => {
      const found = refusedField(error)
      if (found) form.setFieldError(found.field, found.sentence)
    },
  })
  const another = (): void => {
    form.setValues({ subj: '', msg: '' })
    setFiles([])
    setAnswerTo(null)
    send.reset()
  }
  if (answerTo !== null) return <FeedbackThanks email={answerTo} onAnother={another} />
  return (
    <Stack as="form" className={card.card} noValidate onSubmit={form.onSubmit((letter) => send.mutate(letter))}>
      <Fields form={form} />
      <FilesField
        allowed={letterFiles}
        accept={acceptedFiles}
        note="До 5 картинок, PDF или текстов. Можно перетащить или вставить снимок экрана."
        files={files}
        onChange={setFiles}
        progress={send.isPending ? sent : null}
      />
      {send.error && refusedField(send.error) === null && <AlertBox tone="bad">{fileSentenceOf(send.error)}</AlertBox>}
      <Row gap={[2, 4]} align="center">
        <Button
          type="submit"
          size="md"
          loading={send.isPending}
          leftSection={<IconSend size={18} stroke={1.7} aria-hidden="true" />}
        >
          Отправить
        </Button>
        <p className={classes.note}>Вместе с письмом мы увидим адрес этой страницы.</p>
      </Row>
    </Stack>
  )
}

function Fields({ form }: { form: UseFormReturnType<FeedbackForm> }) {
  return (
    <>
      <FieldPair>
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Как к вам обращаться"
          name="name"
          autoComplete="name"
          maxLength={fieldLength.name}
          size="md"
        />
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          aria-invalid={form.errors.email !== undefined || undefined}
          label="Email для ответа"
          type="email"
          name="email"
          autoComplete="email"
          maxLength={fieldLength.email}
          required
          size="md"
        />
      </FieldPair>
      <TextInput
        key={form.key('subj')}
        {...form.getInputProps('subj')}
        label="Тема"
        name="subj"
        maxLength={fieldLength.subj}
        size="md"
      />
      <Textarea
        key={form.key('msg')}
        {...form.getInputProps('msg')}
        aria-invalid={form.errors.msg !== undefined || undefined}
        label="Сообщение"
        name="msg"
        maxLength={fieldLength.msg}
        rows={7}
        required
        size="md"
      />
    </>
  )
}
