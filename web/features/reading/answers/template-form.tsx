import { Button, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import {
  TEMPLATE_LENGTH,
  TEMPLATE_NAME_LENGTH,
  templatePlaces,
  type ReplyTemplate,
} from '../../../../contract/reading/answers.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import type { Templates } from './use-templates.ts'

export interface TemplateFormProps {
  /** Null: a new one. */
  template: ReplyTemplate | null
  work: Templates
  onDone: () => void
  onLeave: () => void
}

/** What most begin with; every word of it can be another. */
const beginning = { name: 'Знакомство', text: 'Здравствуйте, {имя}! Могу помочь с этим. Расскажите подробнее?' }

/** «{имя}, {город} и {категория}» */
const places = `${templatePlaces.slice(0, -1).join(', ')} и ${templatePlaces.at(-1)}`

export function TemplateForm({ template, work, onDone, onLeave }: TemplateFormProps) {
  const [name, setName] = useState(template?.name ?? (work.templates?.length ? '' : beginning.name))
  const [text, setText] = useState(template?.text ?? (work.templates?.length ? '' : beginning.text))
  const { create, update, remove } = work
  const error = create.error ?? update.error ?? remove.error
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (template) update.mutate({ id: template.id, name, text }, { onSuccess: onDone })
    else create.mutate({ name, text }, { onSuccess: onDone })
  }
  return (
    <Stack as="form" gap={3} onSubmit={save}>
      <TextInput
        label="Название"
        maxLength={TEMPLATE_NAME_LENGTH}
        required
        withAsterisk={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Текст"
        description={`${places} заменятся тем, что известно о сообщении`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={TEMPLATE_LENGTH}
        required
        withAsterisk={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <Row justify="space-between">
        {template ? (
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: template.id }, { onSuccess: onDone })}
          >
            Удалить
          </Button>
        ) : (
          <span />
        )}
        <Row gap={2} nowrap>
          <Button variant="default" onClick={onLeave}>
            Отмена
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending} disabled={!name.trim() || !text.trim()}>
            Сохранить
          </Button>
        </Row>
      </Row>
    </Stack>
  )
}
