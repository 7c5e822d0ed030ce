import { Button, NumberInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { articlesOnPage, type EditedLine } from '../../../../../contract/site/blog.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import card from '../../../../kit/ui/components/card.module.css'
import { FormDialog } from '../../../../kit/ui/components/dialog.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { ArticleDialog } from './article-dialog.tsx'
import { stateInWords } from './state-words.ts'
import classes from './article-dialog.module.css'

/** Above the list, for those who write it: a new article, what is unfinished or yet to come, and how long the list is. */
export function EditorsDesk({ zone }: { zone: string }) {
  const { data, error, refetch } = useCall('blog', 'listEditedArticles', {}, { staleTime: 30_000 })
  /** `new`, or a number. */
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const [setting, setSetting] = useState(false)
  const pending = data?.articles.filter(({ state, unpublished }) => state !== 'published' || unpublished) ?? []
  return (
    <Stack as="section" gap={3} className={card.card} aria-label="Редакция">
      <Row gap={2}>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpen('new')}>
          Добавить статью
        </Button>
        <Button
          variant="default"
          leftSection={<IconSettings size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => setSetting(true)}
        >
          Настройки
        </Button>
      </Row>
      <AdminFailure error={error} onRetry={() => void refetch()} />
      {data && pending.length === 0 && <p className={typography.note}>Черновиков и отложенных статей нет.</p>}
      {pending.length > 0 && (
        <ul className={classes.pending} aria-label="Черновики и отложенные статьи">
          {pending.map((line) => (
            <Pending key={line.id} line={line} zone={zone} onOpen={() => setOpen(line.id)} />
          ))}
        </ul>
      )}
      {open !== null && (
        <ArticleDialog key={open} id={open === 'new' ? null : open} zone={zone} onClose={() => setOpen(null)} />
      )}
      {setting && <SettingsDialog onClose={() => setSetting(false)} />}
    </Stack>
  )
}

function Pending({ line, zone, onOpen }: { line: EditedLine; zone: string; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={`${typography.link} ${classes.open}`} onClick={onOpen}>
        {line.title || 'Без заголовка'}
      </button>{' '}
      <span className={typography.note}>{stateInWords(line, zone)}</span>
    </li>
  )
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const { data } = useCall('blog', 'listArticles', { page: 1 }, { staleTime: 60_000 })
  const [typed, setTyped] = useState<number | string | null>(null)
  const limit = Number(typed ?? data?.limit ?? articlesOnPage.usual)
  const save = useAct('blog', 'setBlogSettings', {
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['blog', 'listArticles'] })
      showActionToast('Настройки блога сохранены', null)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Настройки блога"
      size={400}
      submit="Сохранить"
      loading={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ limit })}
      onClose={onClose}
    >
      <NumberInput
        label="Статей на странице"
        min={1}
        max={articlesOnPage.most}
        allowDecimal={false}
        value={typed ?? data?.limit ?? ''}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
