import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconRss, IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { blogLimits } from '../../../../../contract/site/blog.ts'
import { blogAddress, type ArticleQuestion } from '../../../../../rules/blog/article-list.ts'
import { plural } from '../../../../../rules/plural.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../../kit/ui/components/pager.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { Toolbar } from '../../../../kit/ui/components/toolbar.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { ArticleCard } from './article-card.tsx'
import classes from './article-list.module.css'

/** So many tags stand above the list; the others are found in articles. */
const TAGS = 10
const ALL_PAGES = 10_000

/** What is published, with the ways to narrow it. It reads and works without scripts too: links, and a form that asks by the address. */
export function ArticleList({ asked }: { asked: ArticleQuestion }) {
  const { data, error, refetch } = useCall('blog', 'listArticles', { ...asked }, { staleTime: 60_000 })
  const { page, tag, search } = asked
  const plain = page === 1 && tag === undefined && search === undefined
  return (
    <Stack gap={5}>
      <Toolbar>
        {data && data.tags.length > 0 && <Tags tags={data.tags.slice(0, TAGS)} asked={asked} />}
        <SearchForm key={search ?? ''} asked={asked} />
      </Toolbar>
      {search !== undefined && data && data.total > 0 && (
        <p className={typography.soft} role="status">
          По запросу «{search}» {data.total} {plural(data.total, ['статья', 'статьи', 'статей'])}.{' '}
          <Link to={blogAddress({ ...(tag !== undefined && { tag }) })}>Показать все</Link>
        </p>
      )}
      {error && <LoadFailure title="Статьи не загрузились" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="lg" aria-busy="true" />}
      {data && data.articles.length === 0 && (
        <EmptyState
          picture="nothing-fits"
          title={plain ? 'Статей пока нет' : 'Ничего не нашлось'}
          action={
            plain ? undefined : (
              <Button component={Link} to="/blog" variant="default">
                Все статьи
              </Button>
            )
          }
        >
          {plain ? 'Скоро здесь появится первая.' : 'Попробуйте другие слова или откройте все статьи.'}
        </EmptyState>
      )}
      {data && data.articles.length > 0 && (
        <div className={classes.cards}>
          {data.articles.map((article, at) => (
            <ArticleCard key={article.id} article={article} large={plain && at === 0} />
          ))}
        </div>
      )}
      {data && <Pager page={data.page} pages={data.pages} reach={ALL_PAGES} inQuery />}
      <p className={typography.note}>
        <a href="/blog/rss.xml" className={classes.rss}>
          <IconRss size={16} aria-hidden="true" />
          Читать в RSS
        </a>
      </p>
    </Stack>
  )
}

interface TagsProps {
  tags: { name: string; count: number }[]
  asked: ArticleQuestion
}

function Tags({ tags, asked: { tag, search } }: TagsProps) {
  const words = search !== undefined && { search }
  const shown = tag === undefined || tags.some(({ name }) => name === tag) ? tags : [{ name: tag, count: 0 }, ...tags]
  return (
    <Row as="nav" gap="tight" aria-label="Темы" className={classes.tags}>
      <TagLink to={blogAddress({ ...words })} current={tag === undefined}>
        Все
      </TagLink>
      {shown.map(({ name }) => (
        <TagLink key={name} to={blogAddress({ ...words, tag: name })} current={name === tag}>
          {name}
        </TagLink>
      ))}
    </Row>
  )
}

function TagLink({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link to={to} className={classes.tag} aria-current={current ? 'true' : undefined}>
      {children}
    </Link>
  )
}

function SearchForm({ asked: { tag, search = '' } }: { asked: ArticleQuestion }) {
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const words = new FormData(event.currentTarget).get('search')
    void navigate(
      blogAddress({ ...(tag !== undefined && { tag }), search: typeof words === 'string' ? words.trim() : '' }),
    )
  }
  return (
    <form action="/blog" method="get" role="search" className={classes.search} onSubmit={find}>
      {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
      <TextInput
        type="search"
        name="search"
        aria-label="Поиск по блогу"
        placeholder="Поиск по блогу"
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        maxLength={blogLimits.search}
        defaultValue={search}
      />
      <Button type="submit" variant="default">
        Найти
      </Button>
    </form>
  )
}
