import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { pictureTypes } from '../../../../../contract/call.ts'
import { blogLimits, type ArticlePicture } from '../../../../../contract/site/blog.ts'
import { articleSlugOf, tidyTags } from '../../../../../rules/blog/article-words.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { ArticleCover } from '../read/article-cover.tsx'
import classes from './article-dialog.module.css'
import { sendPicture } from './send-picture.ts'
import type { OpenArticleDraft } from './use-article-draft.ts'

/** What an article has in addition to its text. */
export function ArticleFields({ open: { draft, article, change } }: { open: OpenArticleDraft }) {
  const [tags, setTags] = useState(draft.tags.join(', '))
  return (
    <Stack gap={4} className={classes.fields}>
      <Textarea
        label="Коротко о чём"
        description="Стоит под заголовком, в списке и в поиске. Пустое возьмём из начала текста."
        maxLength={blogLimits.excerpt}
        autosize
        minRows={3}
        value={draft.excerpt}
        onChange={(event) => change({ excerpt: event.currentTarget.value })}
      />
      <TextInput
        label="Темы"
        description={`Через запятую, не больше ${blogLimits.tags}`}
        value={tags}
        onChange={(event) => {
          setTags(event.currentTarget.value)
          change({
            tags: tidyTags(event.currentTarget.value.split(','))
              .map((tag) => tag.slice(0, blogLimits.tag))
              .slice(0, blogLimits.tags),
          })
        }}
      />
      <TextInput
        label="Адрес"
        description="Прежний адрес продолжит вести сюда"
        placeholder={articleSlugOf(draft.title)}
        maxLength={blogLimits.slug}
        leftSection={<span className={typography.note}>/blog/</span>}
        leftSectionWidth={58}
        value={draft.slug}
        onChange={(event) => change({ slug: event.currentTarget.value })}
      />
      <CoverField
        slug={draft.slug || articleSlugOf(draft.title)}
        known={article?.coverPicture ?? null}
        cover={draft.cover}
        onChange={(cover) => change({ cover })}
      />
    </Stack>
  )
}

interface CoverFieldProps {
  slug: string
  /** The cover that was saved. */
  known: ArticlePicture | null
  cover: number | null
  onChange: (cover: number | null) => void
}

function CoverField({ slug, known, cover, onChange }: CoverFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<ArticlePicture | null>(null)
  const [sending, setSending] = useState(false)
  const picture = [sent, known].find((each) => each?.id === cover) ?? null
  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    setSending(true)
    try {
      const taken = await sendPicture(file)
      setSent(taken)
      onChange(taken.id)
    } catch (error) {
      showErrorToast(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack as="fieldset" gap={2}>
      <legend className={classes.legend}>Обложка</legend>
      <div className={classes.cover}>
        <ArticleCover article={{ slug, thumbnail: picture?.path ?? null }} sizes="320px" />
      </div>
      {cover === null && <p className={typography.small}>Пока картинки нет, обложка рисуется сама.</p>}
      <Row gap={2}>
        <Button variant="default" size="xs" loading={sending} onClick={() => chooser.current?.click()}>
          {cover === null ? 'Загрузить' : 'Заменить'}
        </Button>
        {cover !== null && (
          <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
            Убрать
          </Button>
        )}
      </Row>
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Файл обложки"
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </Stack>
  )
}
