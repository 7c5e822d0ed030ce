import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { categoryLimits, type CategoryPreview } from '../../../../contract/watching/editing.ts'
import { compareContents } from '../../../../rules/category-changes.ts'
import { plural } from '../../../../rules/plural.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { ChangesList } from './changes-list.tsx'
import { aDayInWords, expectedInWords, peopleForms, publishErrorInWords, UNSAVED } from './in-words.ts'
import type { CategoryDraft, OpenedCategory } from './use-category-draft.ts'

export interface PublishDialogProps {
  opened: OpenedCategory
  draft: CategoryDraft
  preview: CategoryPreview | undefined
  onDone: () => void
  onClose: () => void
}

/** What will change, in numbers, before it does. */
export function PublishDialog({ opened, draft, preview, onDone, onClose }: PublishDialogProps) {
  const { published, category } = opened
  const [note, setNote] = useState('')
  const [unsaved, setUnsaved] = useState(false)
  const publish = useAct('editing', 'publishCategory', {
    onSuccess: () => {
      showActionToast(published ? 'Изменения опубликованы' : 'Категория опубликована', null)
      onDone()
    },
  })
  const send = async (): Promise<void> => {
    const began = await draft.settle()
    setUnsaved(began === null)
    if (began) publish.mutate({ ...began, note })
  }
  const changes = compareContents(published, draft.content)
  return (
    <Modal opened onClose={onClose} title={`Опубликовать: ${draft.content.name || 'без названия'}`} size={640}>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Consequences opened={opened} draft={draft} preview={preview} />
        <ChangesList changes={changes} />
        <Textarea
          label="Заметка"
          description="Для истории: что и почему. Необязательно"
          maxLength={categoryLimits.note}
          autosize
          minRows={1}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {draft.mistakes.length > 0 && (
          <AlertBox tone="warn">В запросах есть ошибки: исправьте их, и можно будет опубликовать.</AlertBox>
        )}
        {unsaved && <AlertBox tone="bad">{UNSAVED}</AlertBox>}
        {publish.error && <p className={typography.mistake}>{publishErrorInWords(publish.error)}</p>}
        <AdminFailure error={publish.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={publish.isPending} disabled={draft.mistakes.length > 0}>
            {category.state === 'new' ? 'Опубликовать категорию' : 'Опубликовать'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

function Consequences({
  opened: { published, category },
  draft,
  preview,
}: Pick<PublishDialogProps, 'opened' | 'draft' | 'preview'>) {
  const { subscribers } = category
  return (
    <ul className={typography.bullets}>
      {preview && published && (
        <li>
          Будет приходить {expectedInWords(preview)}: войдёт {aDayInWords(preview.comesIn.count, preview.days)}, уйдёт{' '}
          {aDayInWords(preview.goesOut.count, preview.days)}
        </li>
      )}
      {preview && !published && <li>Будет приходить {aDayInWords(preview.after, preview.days)} в день</li>}
      {published ? (
        <li>
          {subscribers === 0
            ? 'Подписок на категорию сейчас нет'
            : `С подпиской на неё сейчас ${subscribers.toLocaleString('ru')} ${plural(subscribers, peopleForms)}`}
        </li>
      ) : (
        <li>Категория появится в каталоге и будет продаваться по общей цене категорий</li>
      )}
      <li>Действует на новые сообщения. Всё, что уже найдено, остаётся в лентах</li>
      {published && published.slug !== draft.content.slug && <li>Старый адрес страницы будет вести на новый</li>}
    </ul>
  )
}
