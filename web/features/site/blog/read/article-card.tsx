import { Link } from 'react-router'
import type { ArticleLine } from '../../../../../contract/site/blog.ts'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { ArticleCover } from './article-cover.tsx'
import { articleDayInWords } from './article-date.ts'
import classes from './article-card.module.css'

export interface ArticleCardProps {
  article: ArticleLine
  /** The first of a list, over its whole width. */
  large?: boolean
  level?: 2 | 3
}

export function ArticleCard({ article, large = false, level = 2 }: ArticleCardProps) {
  const { slug, title, excerpt, tags, createdAt, minutes } = article
  const Title = `h${level}` as const
  return (
    <article className={classes.card} aria-label={title} data-large={large || undefined}>
      <ArticleCover
        article={article}
        sizes={large ? '(min-width: 900px) 640px, 100vw' : '(min-width: 900px) 350px, (min-width: 620px) 50vw, 100vw'}
        first={large}
      />
      <Stack gap={2} className={classes.words}>
        {tags[0] !== undefined && <p className={classes.tag}>{tags[0]}</p>}
        <Title className={classes.title}>
          <Link to={`/blog/${slug}`} className={classes.link}>
            {title}
          </Link>
        </Title>
        <p className={classes.excerpt}>{excerpt}</p>
        <Row gap={2} className={`${typography.note} ${classes.about}`}>
          <time dateTime={createdAt}>{articleDayInWords(createdAt)}</time>
          <span aria-hidden="true">·</span>
          <span>{minutes} мин чтения</span>
        </Row>
      </Stack>
    </article>
  )
}
