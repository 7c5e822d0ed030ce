import { Button, Modal, NativeSelect, Skeleton, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { TEMPLATE_LENGTH, type ReplyTemplate } from '../../../../contract/reading/answers.ts'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import type { Action } from '../../../kit/actions/action.ts'
import type { CardDialogProps } from '../../../kit/actions/card-action.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { copyWords } from '../../../kit/ui/copy-words.ts'
import typography from '../../../kit/ui/typography.module.css'
import { fillTemplate } from './fill-template.ts'
import { TemplateForm } from './template-form.tsx'
import { useTemplates } from './use-templates.ts'

export interface ReplyDialogProps extends CardDialogProps {
  /** Marks the message as answered. */
  answered: Action
  /** Where it can be answered; null when it has no page. */
  link: string | null
}

type Editing = { template: ReplyTemplate | null } | null

/** A template with what is known filled in: copied, and the source opened, by one press. A person sends it, and says so when they come back. */
export function ReplyDialog({ message, answered, link, perform, onClose }: ReplyDialogProps) {
  const work = useTemplates()
  const [editing, setEditing] = useState<Editing>(null)
  const [handedOver, setHandedOver] = useState(false)
  const { templates } = work
  const first = templates?.length === 0
  const reply = handedOver ? 'Ответили?' : 'Ответить'
  const title = editing || first ? (editing?.template ? 'Изменить шаблон' : 'Новый шаблон ответа') : reply
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      {templates === undefined ? (
        work.error ? (
          <LoadFailure title="Шаблоны не загрузились" error={work.error} onRetry={work.retry} size="sm" />
        ) : (
          <Skeleton height={180} radius="md" />
        )
      ) : editing || first ? (
        <TemplateForm
          template={editing?.template ?? null}
          work={work}
          onDone={() => setEditing(null)}
          onLeave={first ? onClose : () => setEditing(null)}
        />
      ) : handedOver ? (
        <Sent
          link={link}
          onAgain={() => setHandedOver(false)}
          onDone={() => {
            onClose()
            perform(answered)
          }}
        />
      ) : (
        <Reply
          message={message}
          templates={templates}
          link={link}
          onEdit={(template) => setEditing({ template })}
          onDone={() => setHandedOver(true)}
        />
      )}
    </Modal>
  )
}

/** Waits for who writes to come back. */
function Sent({ link, onAgain, onDone }: { link: string | null; onAgain: () => void; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The one that was pressed before it is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack gap={3}>
      <p>
        {link === null
          ? 'Текст скопирован. Найдите автора в сети, вставьте текст и отправьте.'
          : 'Текст скопирован, страница сообщения открыта в новой вкладке. Вставьте текст и отправьте его там.'}
      </p>
      <Row justify="space-between">
        <Button variant="subtle" onClick={onAgain}>
          Назад к тексту
        </Button>
        <Button ref={button} onClick={onDone}>
          Ответили
        </Button>
      </Row>
    </Stack>
  )
}

interface ReplyProps {
  message: FeedMessage
  templates: readonly ReplyTemplate[]
  link: string | null
  /** Null: a new one. */
  onEdit: (template: ReplyTemplate | null) => void
  onDone: () => void
}

function Reply({ message, templates, link, onEdit, onDone }: ReplyProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const template = templates.find(({ id }) => id === chosen) ?? templates[0]
  const filled = template ? fillTemplate(template.text, message) : ''
  const [written, setWritten] = useState<{ of: string; text: string }>({ of: filled, text: filled })
  const text = written.of === filled ? written.text : filled
  const answer = (): void => {
    // Both at once, while the press still counts as one.
    const copying = copyWords(text, null)
    if (link !== null) window.open(link, '_blank', 'noopener,noreferrer')
    void copying.then((copied) => (copied || link !== null ? onDone() : undefined))
  }
  return (
    <Stack gap={3}>
      {templates.length > 1 && (
        <NativeSelect
          aria-label="Шаблон"
          value={String(template?.id)}
          data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <Textarea
        aria-label="Ответ"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={TEMPLATE_LENGTH}
        value={text}
        onChange={(event) => setWritten({ of: filled, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) answer()
        }}
      />
      <p className={typography.note}>
        {link === null
          ? 'Текст скопируется: у сообщения нет своей страницы, найдите автора в сети.'
          : 'Текст скопируется, страница сообщения откроется в новой вкладке: вставьте и отправьте его там.'}
      </p>
      <Row justify="space-between">
        <Row gap={2}>
          <Button variant="subtle" onClick={() => onEdit(template ?? null)}>
            Изменить шаблон
          </Button>
          <Button variant="subtle" onClick={() => onEdit(null)}>
            Новый
          </Button>
        </Row>
        <Button data-autofocus disabled={text.trim() === ''} onClick={answer}>
          {link === null ? 'Скопировать' : 'Скопировать и открыть'}
        </Button>
      </Row>
    </Stack>
  )
}
