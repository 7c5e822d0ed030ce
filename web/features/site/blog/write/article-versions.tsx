import { Button } from '@mantine/core'
import type { EditedArticle } from '../../../../../contract/site/blog.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { articleMomentInWords } from '../read/article-date.ts'
import classes from './article-dialog.module.css'
import type { OpenArticleDraft } from './use-article-draft.ts'

interface ArticleVersionsProps {
  open: OpenArticleDraft
  article: EditedArticle
  zone: string
  onRestored: () => void
}

/** Who published what and when; any of it becomes the draft again by a press, and is published as any other draft. */
export function ArticleVersions({ open, article, zone, onRestored }: ArticleVersionsProps) {
  const restore = useAct('blog', 'restoreArticle', {
    onSuccess: ({ article: done }, { number }) => {
      open.take(done)
      showActionToast(`Версия ${number} стала черновиком`, null)
      onRestored()
    },
    onError: (error) => showErrorToast(sentenceOf(error)),
  })
  if (article.versions.length === 0)
    return <p className={typography.soft}>Статью ещё не публиковали. Каждая публикация останется здесь версией.</p>
  return (
    <ol reversed className={classes.versions} aria-label="Версии">
      {article.versions.map(({ number, title, by }) => (
        <li key={number} className={classes.version} aria-label={`Версия ${number}`}>
          <p>
            <b>№ {number}</b>, {title}
            <br />
            <span className={typography.note}>
              {by.name ?? 'Эхолот'}, {articleMomentInWords(by.at, zone)}
            </span>
          </p>
          <Row>
            <Button
              variant="default"
              size="xs"
              aria-label={`Вернуть версию ${number}`}
              loading={restore.isPending && restore.variables.number === number}
              onClick={() => restore.mutate({ id: article.id, revision: article.revision, number })}
            >
              В черновик
            </Button>
          </Row>
        </li>
      ))}
    </ol>
  )
}
