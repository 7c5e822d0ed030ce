import { Button, Modal, SegmentedControl, Skeleton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { blogLimits, type EditedArticle } from '../../../../../contract/site/blog.ts'
import { errors } from '../../../../../contract/errors.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../../kit/ui/components/dialog.tsx'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { ArticleView } from '../read/article-view.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticleActions } from './article-actions.tsx'
import { ArticleVersions } from './article-versions.tsx'
import { stateInWords } from './state-words.ts'
import { useArticleDraft, type OpenArticleDraft } from './use-article-draft.ts'
import classes from './article-dialog.module.css'

const TextEditor = lazyNamed(() => import('./text-editor.tsx'), 'TextEditor')

export interface ArticleDialogProps {
  /** Null: a new one. */
  id: number | null
  zone: string
  onClose: () => void
}

/** Where an article is written: it is fetched first, or begins empty. */
export function ArticleDialog({ id, zone, onClose }: ArticleDialogProps) {
  if (id === null) return <OpenDialog begun={null} zone={zone} onClose={onClose} />
  return <KnownArticle id={id} zone={zone} onClose={onClose} />
}

function KnownArticle({ id, zone, onClose }: ArticleDialogProps & { id: number }) {
  // Read again with every opening, and left alone while it is written.
  const options = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }
  const { data, error, isFetching, refetch } = useCall('blog', 'getEditedArticle', { id }, options)
  const [begun, setBegun] = useState<EditedArticle | null>(null)
  if (begun === null && data && !isFetching) setBegun(data.article)
  if (begun) return <OpenDialog begun={begun} zone={zone} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Статья" fullScreen>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} aria-busy="true" />
      )}
    </Modal>
  )
}

type Side = 'write' | 'preview' | 'versions'

function OpenDialog({ begun, zone, onClose }: Omit<ArticleDialogProps, 'id'> & { begun: EditedArticle | null }) {
  const open = useArticleDraft(begun)
  const [side, setSide] = useState<Side>('write')
  const [leaving, setLeaving] = useState(false)
  const { article, settle } = open
  async function show(to: Side): Promise<void> {
    if (to !== 'write') await settle()
    setSide(to)
  }
  async function close(): Promise<void> {
    await settle()
    if (open.isUnsaved()) setLeaving(true)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={begun === null ? 'Новая статья' : 'Статья'}
      fullScreen
      classNames={{ body: classes.window ?? '' }}
    >
      <Row gap={[2, 4]} align="center" justify="space-between" className={classes.bar}>
        <SegmentedControl
          aria-label="Что показать"
          size="sm"
          value={side}
          onChange={(to) => void show(to as Side)}
          data={[
            { value: 'write', label: 'Текст' },
            { value: 'preview', label: 'Просмотр', disabled: article === null },
            { value: 'versions', label: 'История', disabled: article === null },
          ]}
        />
        <SavingNote open={open} zone={zone} />
        <ArticleActions open={open} zone={zone} onGone={onClose} />
      </Row>
      {open.saving.state === 'overtaken' && (
        <AlertBox tone="bad">
          {errors.ARTICLE_ALREADY_CHANGED.message}. Скопируйте своё, закройте окно и откройте статью снова.
        </AlertBox>
      )}
      {side === 'write' && <WriteSide key={article?.versions.length ?? 0} open={open} />}
      {side === 'preview' && article && <Preview article={article} />}
      {side === 'versions' && article && (
        <ArticleVersions open={open} article={article} zone={zone} onRestored={() => setSide('preview')} />
      )}
      {leaving && (
        <Modal opened onClose={() => setLeaving(false)} title="Закрыть без сохранения?" size={440}>
          <Stack>
            <p>Последние изменения не сохранились. Если закрыть окно, они пропадут.</p>
            <DialogButtons onClose={() => setLeaving(false)}>
              <Button
                color="red"
                onClick={() => {
                  open.end()
                  onClose()
                }}
              >
                Закрыть без сохранения
              </Button>
            </DialogButtons>
          </Stack>
        </Modal>
      )}
    </Modal>
  )
}

function WriteSide({ open }: { open: OpenArticleDraft }) {
  const { draft, change } = open
  return (
    <div className={classes.sides}>
      <Stack gap={3}>
        <Textarea
          aria-label="Заголовок"
          placeholder="Заголовок"
          variant="unstyled"
          classNames={{ input: classes.title ?? '' }}
          maxLength={blogLimits.title}
          autosize
          data-autofocus
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        />
        <LazyBoundary waiting={<Skeleton height={420} radius="md" aria-busy="true" />}>
          <TextEditor content={draft.content} onChange={(content) => change({ content })} />
        </LazyBoundary>
      </Stack>
      <ArticleFields open={open} />
    </div>
  )
}

function Preview({ article: { id, revision } }: { article: EditedArticle }) {
  const { data, error, isFetching, refetch } = useCall('blog', 'previewArticle', { id }, { staleTime: 0, gcTime: 0 })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data || isFetching) return <Skeleton height={420} aria-busy="true" />
  return (
    <div key={revision} className={classes.preview}>
      <ArticleView article={data.article} level={2} />
    </div>
  )
}

function SavingNote({ open: { saving, article }, zone }: { open: OpenArticleDraft; zone: string }) {
  const { state } = saving
  const words = {
    saved: article === null ? 'Сохраняется само' : 'Сохранено',
    waiting: 'Сохраняем…',
    saving: 'Сохраняем…',
    failed: state === 'failed' ? `Не сохранено: ${sentenceOf(saving.error)}` : '',
    overtaken: 'Не сохранено',
  }
  return (
    <p
      className={`${typography.note} ${classes.saving}`}
      role="status"
      data-tone={state === 'failed' ? 'bad' : undefined}
    >
      {article && `${stateInWords(article, zone)}. `}
      {words[state]}
    </p>
  )
}
