import { Button } from '@mantine/core'
import type { Filter } from '../../contract/filters.ts'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { FeedList } from '../features/feed/feed-list.tsx'
import { MessageSkeletons } from '../features/feed/message-skeleton.tsx'
import { PageSize } from '../features/filters/page-size.tsx'
import { narrows, useDefaultFilter } from '../features/filters/use-default-filter.ts'
import { MyCategories } from '../features/subscriptions/my-categories.tsx'
import { useSubscriptions } from '../features/subscriptions/use-subscriptions.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { LiveState } from '../kit/ui/live-state.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import { usePageHash } from '../kit/ui/use-page-hash.ts'
import classes from './feed-page.module.css'

export function FeedPage() {
  const { user, error, retry } = useMe()
  return (
    <div className={classes.page}>
      <PageTitle name="Лента" />
      {user ? (
        <SignedInFeed key={user.id} zone={user.timeZone} />
      ) : user === null ? (
        <div className={classes.whole}>
          <SignInNotice>Лента показывает сообщения по вашим подпискам, поэтому ей нужно знать, кто вы.</SignInNotice>
        </div>
      ) : error ? (
        <NotLoaded error={error} retry={retry} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function SignedInFeed({ zone }: { zone: string }) {
  const { filter, error, retry } = useDefaultFilter()
  const [, writePage] = usePageHash()
  if (error && !filter) return <NotLoaded error={error} retry={retry} />
  return (
    <>
      <aside className={classes.panel} aria-label="Что вы слушаете">
        <h2 className={classes.panelTitle}>Категории</h2>
        <div className={classes.panelList}>
          <MyCategories zone={zone} />
        </div>
        <div className={classes.panelFoot}>
          <LiveState />
          <p className={classes.keys}>
            <kbd>J</kbd> <kbd>K</kbd> — по сообщениям
          </p>
        </div>
      </aside>
      {filter ? (
        <FeedList
          key={JSON.stringify(filter)}
          filter={filter}
          zone={zone}
          tools={<PageSize filter={filter} onChange={() => writePage(1)} />}
          empty={<EmptyFeed filter={filter} />}
        />
      ) : (
        <Waiting />
      )}
    </>
  )
}

function EmptyFeed({ filter }: { filter: Filter }) {
  const { subscriptions } = useSubscriptions()
  if (subscriptions?.length === 0) {
    return (
      <Blank picture="no-subscription" title="Подписок пока нет">
        Лента показывает сообщения категорий, на которые вы подписаны. Как только появится подписка, здесь появятся и
        сообщения.
      </Blank>
    )
  }
  if (subscriptions?.every(({ Tariff }) => Tariff.type === 'trial')) {
    return (
      <Blank picture="quiet" title="Пока тихо">
        На пробном доступе видны сообщения старше трёх дней. Таких по вашей подписке ещё нет.
      </Blank>
    )
  }
  if (narrows(filter)) {
    return (
      <Blank picture="nothing-fits" title="Под фильтр ничего не подошло">
        Сообщения по вашим подпискам есть, но фильтр «{filter.name}» скрывает их все. Новые подходящие появятся здесь сами.
      </Blank>
    )
  }
  return (
    <Blank picture="quiet" title="Пока тихо">
      По вашим подпискам ещё не пришло ни одного сообщения. Эхолот слушает; первое появится здесь само.
    </Blank>
  )
}

function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={classes.whole}>
      <Blank picture="failure" level={1} title="Лента не загрузилась" action={<Button onClick={retry}>Повторить</Button>}>
        {sentenceOf(error)}
      </Blank>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <MessageSkeletons count={4} />
    </div>
  )
}
