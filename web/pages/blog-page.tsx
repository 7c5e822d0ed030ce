import { useLocation } from 'react-router'
import { articleQuestion } from '../../rules/blog/article-list.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { ArticleList } from '../features/site/blog/read/article-list.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import classes from './blog-page.module.css'

const EditorsDesk = lazyNamed(() => import('../features/site/blog/write/editors-desk.tsx'), 'EditorsDesk')

/** /blog: what we wrote for those who look for clients. */
export function BlogPage() {
  const { search } = useLocation()
  const asked = articleQuestion(new URLSearchParams(search))
  const { user } = useMe()
  const edits = user != null && mayAsk('blogEditor', rolesOf(user.role))
  const title = asked.tag === undefined ? 'Блог' : `Блог: ${asked.tag}`
  return (
    <Stack gap={5} className={`${frame.column} ${classes.page}`}>
      <PageHead
        name={asked.page > 1 ? `${title}, страница ${asked.page}` : title}
        description="Как находить клиентов в социальных сетях: где они пишут, какими словами спрашивают и как ответить первым. Разборы и советы без воды."
        steps={[{ name: 'Блог', path: '/blog' }]}
        hidden={asked.search !== undefined || asked.tag !== undefined}
      />
      <Stack as="header" gap={2}>
        <h1 className={classes.title}>{asked.tag === undefined ? 'Блог' : title}</h1>
        <p className={typography.soft}>Как находить клиентов в социальных сетях и отвечать первым</p>
      </Stack>
      <LazyBoundary>{edits && <EditorsDesk zone={user.timeZone} />}</LazyBoundary>
      <ArticleList asked={asked} />
      {edits && <ActionToasts />}
    </Stack>
  )
}
