import { Button, Modal, Skeleton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { categoryLimits, type CategoryVersion } from '../../../../contract/watching/editing.ts'
import { compareContents, isSameContent } from '../../../../rules/category-changes.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { DialogForm } from '../../../kit/ui/components/dialog.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { ChangesList } from './changes-list.tsx'
import { UNSAVED, versionInWords } from './in-words.ts'
import classes from './history-dialog.module.css'
import type { CategoryDraft, OpenedCategory } from './use-category-draft.ts'

export interface HistoryDialogProps {
  opened: OpenedCategory
  draft: CategoryDraft
  zone: string
  onDone: () => void
  onClose: () => void
}

/** Who published what and when, and the way back. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { opened, zone, onClose } = props
  const { versions, hasSeed, category } = opened
  /** The number of a version, or `seed`. */
  const [asked, setAsked] = useState<number | 'seed' | null>(null)
  return (
    <Modal opened onClose={onClose} title={`История: ${category.name}`} size={680}>
      <Stack>
        {versions.length === 0 && (
          <p className={typography.muted}>
            Эту категорию ещё не меняли. Первая публикация запомнит, какой она была до неё.
          </p>
        )}
        {versions.length > 0 && (
          <ol className={classes.versions} reversed aria-label="Версии">
            {versions.map((version, at) => (
              <li key={version.number} className={classes.version} aria-label={`Версия ${version.number}`}>
                <Version id={category.id} version={version} zone={zone} />
                {at === 0 ? (
                  <span className={classes.now}>действует</span>
                ) : (
                  asked !== version.number && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Вернуть версию ${version.number}`}
                      onClick={() => setAsked(version.number)}
                    >
                      Вернуть
                    </Button>
                  )
                )}
                {asked === version.number && <Restore {...props} number={asked} onCancel={() => setAsked(null)} />}
              </li>
            ))}
          </ol>
        )}
        {hasSeed && category.state === 'edited' && (
          <Stack gap={2}>
            <p className={typography.note}>
              Исходное — то, что поставляется с Эхолотом. Возвращённая к нему категория снова обновляется вместе с ним.
            </p>
            {asked === 'seed' ? (
              <Restore {...props} number={null} onCancel={() => setAsked(null)} />
            ) : (
              <Row>
                <Button variant="default" onClick={() => setAsked('seed')}>
                  Вернуть к исходному
                </Button>
              </Row>
            )}
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}

function Version({ id, version, zone }: { id: number; version: CategoryVersion; zone: string }) {
  const [open, setOpen] = useState(false)
  const { number, note, by, kind } = version
  return (
    <div className={classes.about}>
      <p>
        <b>№ {number}</b>, {versionInWords(version)}
        {kind !== 'found' && `, ${by.name ?? 'аккаунт удалён'}`}, <Moment at={by.at} zone={zone} />
      </p>
      {note !== '' && <p className={typography.soft}>{note}</p>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.more}>{kind === 'found' ? 'Какой была' : 'Что изменилось'}</summary>
        {open && <VersionChanges id={id} number={number} />}
      </details>
    </div>
  )
}

function VersionChanges({ id, number }: { id: number; number: number }) {
  const { data, error, refetch } = useCall('editing', 'getCategoryVersion', { id, number }, { staleTime: Infinity })
  if (error) return <AdminFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={48} aria-busy="true" />
  return <ChangesList changes={compareContents(data.before, data.content)} />
}

interface RestoreProps extends HistoryDialogProps {
  /** Null: to the seed. */
  number: number | null
  onCancel: () => void
}

function Restore({ opened, draft, number, onDone, onCancel }: RestoreProps) {
  const [note, setNote] = useState('')
  const restore = useAct('editing', 'restoreCategory', {
    onSuccess: () => {
      showActionToast(number === null ? 'Категория возвращена к исходному' : `Версия ${number} действует снова`, null)
      onDone()
    },
  })
  const send = async (): Promise<void> => {
    const began = await draft.settle()
    if (began) restore.mutate({ ...began, number, note })
    else showErrorToast(UNSAVED)
  }
  return (
    <div className={classes.restore}>
      <DialogForm
        submit={number === null ? 'Вернуть к исходному' : `Вернуть версию ${number}`}
        loading={restore.isPending}
        error={null}
        onSubmit={() => void send()}
        onClose={onCancel}
      >
        <p>
          Она начнёт действовать сразу и станет новой версией.
          {!isSameContent(opened.published, draft.content) && ' Черновик пропадёт.'}
        </p>
        <Textarea
          label="Заметка"
          maxLength={categoryLimits.note}
          autosize
          minRows={1}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <AdminFailure error={restore.error} />
      </DialogForm>
    </div>
  )
}
