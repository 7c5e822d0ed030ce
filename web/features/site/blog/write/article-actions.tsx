import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { EditedArticle } from '../../../../../contract/site/blog.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../../kit/ui/components/dialog.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import { momentOf } from '../../../../kit/ui/text/zone-time.ts'
import { articleMomentInWords } from '../read/article-date.ts'
import type { OpenArticleDraft } from './use-article-draft.ts'

interface ArticleActionsProps {
  open: OpenArticleDraft
  zone: string
  /** It is there no more. */
  onGone: () => void
}

type ArticleAction = 'publish' | 'withdraw' | 'delete'
const UNSAVED = 'Сначала сохраните статью: напишите что-нибудь и проверьте связь'

/** What can be done with what is written: each asks once more. */
export function ArticleActions({ open, zone, onGone }: ArticleActionsProps) {
  const [asked, setAsked] = useState<{ action: ArticleAction; article: EditedArticle } | null>(null)
  const { article } = open
  async function ask(action: ArticleAction): Promise<void> {
    const settled = await open.settle()
    if (settled) setAsked({ action, article: settled })
    else showErrorToast(UNSAVED)
  }
  const dialog = { open, zone, onGone, onClose: () => setAsked(null) }
  const published = article !== null && article.state !== 'draft'
  return (
    <Row gap={2}>
      {article && (
        <Button variant="subtle" color="red" size="sm" onClick={() => void ask('delete')}>
          Удалить
        </Button>
      )}
      {published && (
        <Button variant="default" size="sm" onClick={() => void ask('withdraw')}>
          Снять с публикации
        </Button>
      )}
      <Button size="sm" onClick={() => void ask('publish')}>
        Опубликовать…
      </Button>
      {asked?.action === 'publish' && <PublishDialog {...dialog} article={asked.article} />}
      {asked?.action === 'withdraw' && <WithdrawDialog {...dialog} article={asked.article} />}
      {asked?.action === 'delete' && <DeleteDialog {...dialog} article={asked.article} />}
    </Row>
  )
}

type ArticleActionDialogProps = ArticleActionsProps & { article: EditedArticle; onClose: () => void }

function PublishDialog({ open, zone, article, onGone, onClose }: ArticleActionDialogProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  /** `YYYY-MM-DDTHH:mm` of the clock of the editor; empty: at once. */
  const [at, setAt] = useState('')
  const wasPublished = article.state === 'published'
  const moment = at === '' || wasPublished ? null : momentOf(`${at.replace('T', ' ')}:00`, zone)
  const publish = useAct('blog', 'publishArticle', {
    onSuccess: ({ article: done }) => {
      open.take(done)
      void cache.invalidateQueries({ queryKey: ['blog'] })
      const when =
        done.state === 'scheduled' && done.publishedAt !== null ? articleMomentInWords(done.publishedAt, zone) : null
      showActionToast(when === null ? 'Статья опубликована' : `Статья выйдет ${when}`, null)
      onClose()
      onGone()
      if (when === null && done.slug !== null && pathname !== `/blog/${done.slug}`) void navigate(`/blog/${done.slug}`)
    },
  })
  return (
    <FormDialog
      title={wasPublished ? 'Опубликовать правки?' : 'Опубликовать статью?'}
      size={460}
      submit={moment === null ? 'Опубликовать' : 'Запланировать'}
      loading={publish.isPending}
      error={publish.error}
      onSubmit={() =>
        publish.mutate({
          id: article.id,
          revision: article.revision,
          at: moment === null || Number.isNaN(moment) ? null : new Date(moment).toISOString(),
        })
      }
      onClose={onClose}
    >
      <p>
        «{article.draft.title || 'Без заголовка'}».{' '}
        {wasPublished ? 'Читатели увидят её такой, как сейчас в редакторе.' : 'Её увидят все, и она попадёт в RSS.'}
      </p>
      {!wasPublished && (
        <TextInput
          type="datetime-local"
          label="Когда"
          description={`Пусто: сразу. Время по вашим часам (${zone}).`}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

function WithdrawDialog({ open, article, onClose }: ArticleActionDialogProps) {
  const cache = useQueryClient()
  const withdraw = useAct('blog', 'withdrawArticle', {
    onSuccess: ({ article: done }) => {
      open.take(done)
      void cache.invalidateQueries({ queryKey: ['blog', 'listArticles'] })
      void cache.invalidateQueries({ queryKey: ['blog', 'listEditedArticles'] })
      showActionToast('Статья снята с публикации', null)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Снять статью с публикации?"
      size={440}
      submit="Снять"
      loading={withdraw.isPending}
      error={withdraw.error}
      onSubmit={() => withdraw.mutate({ id: article.id, revision: article.revision })}
      onClose={onClose}
    >
      <p>Она станет черновиком, и читатели её больше не найдут. Комментарии останутся.</p>
    </FormDialog>
  )
}

function DeleteDialog({ open, article, onGone, onClose }: ArticleActionDialogProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useAct('blog', 'deleteArticle', {
    onSuccess: () => {
      open.end()
      cache.removeQueries({ queryKey: ['blog', 'getArticle'] })
      void cache.invalidateQueries({ queryKey: ['blog'] })
      showActionToast('Статья удалена', null)
      onClose()
      onGone()
      void navigate('/blog')
    },
  })
  return (
    <FormDialog
      title="Удалить статью?"
      size={440}
      submit="Удалить насовсем"
      loading={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: article.id })}
      onClose={onClose}
    >
      <p>
        «{article.draft.title || 'Без заголовка'}» пропадёт вместе с версиями и комментариями. Вернуть её будет нельзя.
      </p>
    </FormDialog>
  )
}
