import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import { mayAsk, moderates, rolesOf } from '../../rules/roles.ts'
import { AskToSignIn } from '../features/people/accounts/goto-auth-dialog.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { ArticleView, NextArticles, ShareButton } from '../features/site/blog/read/article-view.tsx'
import { articleData } from '../features/site/blog/read/article-data.ts'
import { SIGN_IN_TO_COMMENT } from '../features/site/blog/talk/comment-form.tsx'
import { Comments } from '../features/site/blog/talk/comments.tsx'
import type { Result } from '../kit/calls/ask.ts'
import { hasCode } from '../kit/calls/call-error.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import classes from './blog-page.module.css'

const EditButton = lazyNamed(() => import('../features/site/blog/write/edit-button.tsx'), 'EditButton')

/** /blog/:slug: one article, what to read next, and what readers say. */
export function ArticlePage() {
  const { slug = '' } = useParams()
  const { search, hash } = useLocation()
  const { user } = useMe()
  const { data, error, refetch } = useCall('blog', 'getArticle', { slug }, { staleTime: 60_000, retry: false })
  if (error && (hasCode(error, 'ARTICLE_NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED'))) return <UnknownArticle />
  // An address that it had before leads to the one it has now.
  if (data && data.article.slug !== slug)
    return <Navigate to={{ pathname: `/blog/${data.article.slug}`, search, hash }} replace />
  return (
    <Stack gap={5} className={`${frame.column} ${classes.page}`}>
      <Link to="/blog" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Все статьи
      </Link>
      {error && <LoadFailure title="Статья не загрузилась" error={error} onRetry={() => void refetch()} level={1} />}
      {!data && !error && <Skeleton height={640} radius="lg" aria-busy="true" />}
      {data && <Read key={data.article.id} found={data} user={user ?? null} />}
      {user && <ActionToasts />}
    </Stack>
  )
}

function Read({
  found: { article, next, comments },
  user,
}: {
  found: Result<'blog', 'getArticle'>
  user: User | null
}) {
  const { pathname } = useLocation()
  const [asking, setAsking] = useState(false)
  const roles = rolesOf(user?.role ?? [])
  const edits = user !== null && mayAsk('blogEditor', roles)
  const { title, excerpt, slug, id, createdAt, changedAt, author } = article
  return (
    <>
      <PageHead
        name={title}
        description={excerpt.slice(0, 160)}
        article={{ publishedAt: createdAt, changedAt, author }}
        steps={[
          { name: 'Блог', path: '/blog' },
          { name: title, path: `/blog/${slug}` },
        ]}
        data={[articleData(article, comments)]}
      />
      <ArticleView
        article={article}
        tools={
          <Row gap={2}>
            <ShareButton title={title} url={() => window.location.origin + pathname} />
            <LazyBoundary>{edits && <EditButton id={id} zone={user.timeZone} />}</LazyBoundary>
          </Row>
        }
      />
      <hr className={classes.rule} />
      <Stack className={classes.talk}>
        <Comments
          slug={slug}
          articleId={id}
          comments={comments}
          keepsOrder={edits || (user !== null && moderates(roles))}
          zone={user?.timeZone}
          author={user?.username ?? null}
          onGuest={() => setAsking(true)}
        />
      </Stack>
      <AskToSignIn opened={asking} title={SIGN_IN_TO_COMMENT} onClose={() => setAsking(false)}>
        Так мы знаем, что пишет человек. Написанное останется здесь и после входа.
      </AskToSignIn>
      <NextArticles articles={next} />
    </>
  )
}

function UnknownArticle() {
  return (
    <>
      <PageHead name="Такой статьи нет" description="Такой статьи в блоге нет." hidden />
      <EmptyState
        picture="lost"
        level={1}
        title="Такой статьи нет"
        action={
          <Button component={Link} to="/blog">
            Все статьи
          </Button>
        }
      >
        Возможно, её переименовали или сняли.
      </EmptyState>
    </>
  )
}
