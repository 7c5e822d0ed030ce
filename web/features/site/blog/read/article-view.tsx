import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconShare } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Article, ArticleLine } from '../../../../../contract/site/blog.ts'
import { blogAddress } from '../../../../../rules/blog/article-list.ts'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import { ArticleCard } from './article-card.tsx'
import { ArticleCover } from './article-cover.tsx'
import { articleDayInWords } from './article-date.ts'
import classes from './article-view.module.css'

const ShareDialog = lazyNamed(() => import('../../../../kit/ui/components/share-dialog.tsx'), 'ShareDialog')

/** From so many headings on a list of them helps. */
const HEADINGS = 3

export interface ArticleViewProps {
  article: Article
  /** What can be done with it. */
  tools?: ReactNode
  level?: 1 | 2
}

/** An article as it is read. */
export function ArticleView({ article, tools, level = 1 }: ArticleViewProps) {
  const { title, excerpt, tags, content, contents } = article
  const Title = `h${level}` as const
  const listed = contents.length >= HEADINGS
  return (
    <article className={classes.article} aria-label={title} data-contents={listed || undefined}>
      <Stack as="header" gap={4} className={classes.head}>
        {tags.length > 0 && (
          <Row gap={[1, 3]} className={classes.tags}>
            {tags.map((tag) => (
              <Link key={tag} to={blogAddress({ tag })}>
                {tag}
              </Link>
            ))}
          </Row>
        )}
        <Title className={classes.title}>{title}</Title>
        <p className={classes.lead}>{excerpt}</p>
        <Row gap={[3, 4]} align="center" justify="space-between" className={classes.about}>
          <Facts article={article} />
          {tools}
        </Row>
      </Stack>
      <div className={classes.cover}>
        <ArticleCover article={article} sizes="(min-width: 1120px) 1072px, 100vw" first />
      </div>
      {listed && (
        <nav className={classes.contents} aria-label="Содержание">
          <details open>
            <summary>Содержание</summary>
            <ol>
              {contents.map(({ id, title: heading, level: depth }) => (
                <li key={id} data-level={depth}>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ol>
          </details>
        </nav>
      )}
      {/* The server lets pass nothing that runs or loads from elsewhere (server/features/site/blog/clean-html.ts). */}
      <div className={classes.body} dangerouslySetInnerHTML={{ __html: content }} />
    </article>
  )
}

/** Who wrote it and when, and how long it takes. */
function Facts({ article: { author, createdAt, changedAt, minutes } }: { article: Article }) {
  const [written, changed] = [articleDayInWords(createdAt), articleDayInWords(changedAt)]
  return (
    <ul className={classes.facts}>
      <li>{author}</li>
      <li>
        <time dateTime={createdAt}>{written}</time>
      </li>
      <li>{minutes} мин чтения</li>
      {changed !== written && changedAt > createdAt && (
        <li>
          обновлено <time dateTime={changedAt}>{changed}</time>
        </li>
      )}
    </ul>
  )
}

export function ShareButton({ title, url }: { title: string; url: () => string }) {
  const [sharing, setSharing] = useState(false)
  useFocusReturn({ opened: sharing })
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setSharing(true)}
      >
        Поделиться
      </Button>
      <LazyBoundary>
        {sharing && <ShareDialog url={url()} title={title} onClose={() => setSharing(false)} />}
      </LazyBoundary>
    </>
  )
}

export function NextArticles({ articles }: { articles: readonly ArticleLine[] }) {
  if (articles.length === 0) return null
  return (
    <Stack as="section" gap={4} aria-labelledby="next-articles">
      <h2 id="next-articles" className={classes.partTitle}>
        Читать дальше
      </h2>
      <div className={classes.next}>
        {articles.map((article) => (
          <ArticleCard key={article.id} article={article} level={3} />
        ))}
      </div>
    </Stack>
  )
}
