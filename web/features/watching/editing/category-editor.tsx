import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn, useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { queryLists } from '../../../../contract/watching/editing.ts'
import { compareContents, isSameContent, linesOf } from '../../../../rules/category-changes.ts'
import { plural } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import type { Saving } from '../../../kit/drafts/draft-saver.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { CategoryFields } from './category-fields.tsx'
import { CategoryPreviewPart, useCategoryPreview } from './category-preview.tsx'
import classes from './category-editor.module.css'
import { changesInWords, peopleForms, stateTitles, UNSAVED } from './in-words.ts'
import { QueryLines } from './query-lines.tsx'
import { useCategoryDraft, type CategoryDraft, type OpenedCategory } from './use-category-draft.ts'

const PublishDialog = lazyNamed(() => import('./publish-dialog.tsx'), 'PublishDialog')
const HistoryDialog = lazyNamed(() => import('./history-dialog.tsx'), 'HistoryDialog')

export interface CategoryEditorProps {
  id: number
  zone: string
  /** Where it stands in the address may have changed, or it is gone. */
  onMoved: (to: string | null) => void
}

export function CategoryEditor({ id, zone, onMoved }: CategoryEditorProps) {
  const cache = useQueryClient()
  const asked = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const
  const { data, error, refetch } = useCall('editing', 'getEditedCategory', { id }, asked)
  /** What was typed begins again from what is there. */
  const [begun, setBegun] = useState(0)
  // What is being typed stays, though reading it again failed.
  if (!data && error) return <AdminFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} radius="lg" aria-busy="true" />
  const reload = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
    void cache.invalidateQueries({ queryKey: ['categories'] })
    const { data: fresh } = await refetch()
    // What a draft would change is another thing now.
    cache.removeQueries({ queryKey: ['editing', 'previewCategory'] })
    if (fresh) {
      setBegun((before) => before + 1)
      onMoved(fresh.published?.slug ?? String(id))
    }
  }
  return (
    <Editor
      key={begun}
      opened={data}
      zone={zone}
      onReload={() => void reload()}
      onGone={() => {
        void cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
        onMoved(null)
      }}
    />
  )
}

interface EditorProps {
  opened: OpenedCategory
  zone: string
  onReload: () => void
  onGone: () => void
}

function Editor({ opened, zone, onReload, onGone }: EditorProps) {
  const { category, published } = opened
  const draft = useCategoryDraft(opened)
  const preview = useCategoryPreview(category.id, draft.content)
  const [dialog, setDialog] = useState<'publish' | 'history' | null>(null)
  useFocusReturn({ opened: dialog !== null })
  const { content, change } = draft
  const changed = !isSameContent(published, content)
  const publish = (): void => {
    if (changed && draft.saving.state !== 'overtaken') setDialog('publish')
  }
  useHotkeys(
    [
      ['mod+S', () => void draft.settle(), { usePhysicalKeys: true }],
      ['mod+Enter', publish],
    ],
    [],
  )
  const done = (): void => {
    setDialog(null)
    onReload()
  }
  return (
    <>
      <Card className={classes.editor} aria-label={category.name}>
        <EditorHead
          opened={opened}
          saving={draft.saving}
          changed={changed}
          changes={published ? changesInWords(compareContents(published, content)) : ''}
          onPublish={publish}
          onHistory={() => setDialog('history')}
          drop={<DropDraft opened={opened} draft={draft} onDropped={published ? onReload : onGone} />}
        />
        <SavingFailure saving={draft.saving} onReload={onReload} />
        <div className={classes.columns}>
          <Stack gap={5} className={classes.form}>
            <CategoryFields content={content} slug={published?.slug ?? null} onChange={change} />
            {queryLists.map((list) => (
              <QueryLines
                key={list}
                list={list}
                text={content[list]}
                published={published?.[list] ?? null}
                mistakes={draft.mistakes.filter((mistake) => mistake.list === list)}
                onChange={(text) => change({ [list]: text })}
              />
            ))}
          </Stack>
          <div className={classes.beside}>
            <CategoryPreviewPart
              shown={preview}
              isNew={published === null}
              zone={zone}
              onExclude={(word) => change({ excluded: [...linesOf(content.excluded), word].join('\n') })}
            />
          </div>
        </div>
      </Card>
      <LazyBoundary>
        {dialog === 'publish' && (
          <PublishDialog
            opened={opened}
            draft={draft}
            preview={preview.preview}
            onDone={done}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'history' && (
          <HistoryDialog opened={opened} draft={draft} zone={zone} onDone={done} onClose={() => setDialog(null)} />
        )}
      </LazyBoundary>
    </>
  )
}

const savingWords: Record<Saving['state'], string> = {
  saved: 'Черновик сохранён',
  waiting: 'Сохраняем…',
  saving: 'Сохраняем…',
  failed: 'Не сохранено',
  overtaken: 'Не сохранено',
}

interface EditorHeadProps {
  opened: OpenedCategory
  saving: Saving
  changed: boolean
  /** In words; empty: there is nothing to compare with. */
  changes: string
  onPublish: () => void
  onHistory: () => void
  drop: ReactNode
}

function EditorHead({ opened, saving, changed, changes, onPublish, onHistory, drop }: EditorHeadProps) {
  const { category, published } = opened
  const { subscribers } = category
  const state = stateTitles[category.state]
  return (
    <Stack as="header" gap={2}>
      <Row gap={[2, 3]} align="center" justify="space-between">
        <h2 className={classes.name}>
          <ProductIcon name={category.icon} size={24} />
          {category.name === '' ? 'Новая категория' : category.name}
        </h2>
        <Row>
          <Button
            variant="default"
            leftSection={<IconHistory size={18} stroke={1.7} aria-hidden="true" />}
            disabled={published === null}
            onClick={onHistory}
          >
            История
          </Button>
          <Button disabled={!changed || saving.state === 'overtaken'} title="Ctrl + Enter" onClick={onPublish}>
            Опубликовать
          </Button>
        </Row>
      </Row>
      <Row gap={[1, 3]} align="center" className={typography.note}>
        {state !== null && <span className={classes.state}>{state}</span>}
        {published && (
          <span>
            {category.found.toLocaleString('ru')} за 7 дней, с подпиской {subscribers.toLocaleString('ru')}{' '}
            {plural(subscribers, peopleForms)}
          </span>
        )}
        {published && (
          <Link to={`/category/${published.slug}`} className={typography.link}>
            Страница категории
          </Link>
        )}
      </Row>
      {changed && (
        <Row gap={[1, 3]} align="center" className={typography.note}>
          <span role="status">{savingWords[saving.state]}</span>
          {changes !== '' && <span>Отличия: {changes}</span>}
          {drop}
        </Row>
      )}
    </Stack>
  )
}

interface DropDraftProps {
  opened: OpenedCategory
  draft: CategoryDraft
  onDropped: () => void
}

function DropDraft({ opened, draft, onDropped }: DropDraftProps) {
  const [sure, setSure] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (sure) yes.current?.focus()
  }, [sure])
  const drop = useAct('editing', 'deleteCategoryDraft', {
    onSuccess: onDropped,
    onError: (error) => showErrorToast(sentenceOf(error)),
  })
  const send = async (): Promise<void> => {
    const began = await draft.settle()
    if (began) drop.mutate(began)
    else showErrorToast(UNSAVED)
  }
  if (!sure)
    return (
      <button type="button" className={typography.link} onClick={() => setSure(true)}>
        Удалить черновик
      </button>
    )
  return (
    <Row as="span" gap={2} align="center">
      <Button color="red" size="compact-sm" ref={yes} loading={drop.isPending} onClick={() => void send()}>
        {opened.published ? 'Да, вернуть как опубликовано' : 'Да, удалить категорию'}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setSure(false)}>
        Нет
      </Button>
    </Row>
  )
}

function SavingFailure({ saving, onReload }: { saving: Saving; onReload: () => void }) {
  if (saving.state === 'overtaken') {
    return (
      <AlertBox
        tone="bad"
        action={
          <Button variant="default" onClick={onReload}>
            Показать, как сейчас
          </Button>
        }
      >
        {saving.by === null
          ? 'Эту категорию изменил кто-то другой'
          : `Эту категорию изменил другой редактор: ${saving.by}`}
        . Ваша последняя правка не сохранена: скопируйте нужное, прежде чем обновить.
      </AlertBox>
    )
  }
  return saving.state === 'failed' ? <AdminFailure error={saving.error} /> : null
}
