import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../contract/accounts.ts'
import type { Purchase } from '../../contract/payments.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { ExportNotices } from '../features/exports/export-notices.tsx'
import { FeedList } from '../features/feed/feed-list.tsx'
import { FeedMenu } from '../features/feed/feed-menu.tsx'
import { MessageSkeletons } from '../features/feed/message-skeleton.tsx'
import { useFeedListening, useFilterBadge } from '../features/feed/updates-cache.ts'
import { useFeedPush } from '../features/feed/use-feed-push.ts'
import { useFeedSettings } from '../features/feed/use-feed-settings.ts'
import { FilterDraftBar } from '../features/filters/filter-draft-bar.tsx'
import { FilterPanel } from '../features/filters/filter-panel.tsx'
import { FilterTabs } from '../features/filters/filter-tabs.tsx'
import { FilterUnknown } from '../features/filters/filter-unknown.tsx'
import { PageSize } from '../features/filters/page-size.tsx'
import { useFilterChoice, type FilterChoice } from '../features/filters/use-filter-choice.ts'
import { PaymentThanks } from '../features/payments/payment-thanks.tsx'
import { BonusButton } from '../features/promo/bonus-button.tsx'
import { reachGoal } from '../features/site/reach-goal.ts'
import { MyCategories } from '../features/subscriptions/my-categories.tsx'
import { TrialWarning } from '../features/subscriptions/trial-warning.tsx'
import { readScopeAnew } from '../features/subscriptions/use-subscriptions.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { LiveState } from '../kit/ui/live-state.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import { useCountedFilters } from './counted-filters.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedDialogs, type FeedDialogName } from './feed-dialogs.tsx'
import classes from './feed-page.module.css'
import { HiddenView } from './hidden-view.tsx'
import { isHiddenView, withHiddenView } from './hidden-address.ts'
import { useCardSlots } from './use-card-slots.tsx'

export function FeedPage() {
  const { user, error, retry } = useMe()
  return (
    <div className={classes.page}>
      <PageTitle name="Лента" />
      {user ? (
        <SignedInFeed key={user.id} user={user} />
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

function SignedInFeed({ user }: { user: User }) {
  const choice = useFilterChoice()
  const counted = useCountedFilters()
  const badgeOf = useFilterBadge()
  const [dialog, setDialog] = useState<FeedDialogName | null>(null)
  const cache = useQueryClient()
  const paid = useCallback(
    ({ sum }: Purchase) => {
      readScopeAnew(cache)
      void reachGoal(cache, 'payment', { order_price: sum, currency: 'RUB' })
    },
    [cache],
  )
  useFeedListening(counted.filters, counted.readAnew)
  useFeedPush(choice.draft ? null : choice.filter)
  if (choice.error) return <NotLoaded error={choice.error} retry={choice.retry} />
  const zone = user.timeZone
  return (
    <>
      <div className={classes.tabs}>
        <FilterTabs choice={choice} badgeOf={badgeOf} />
      </div>
      <aside className={classes.panel} aria-label="Что вы слушаете">
        <FilterPanel choice={choice} zone={zone} />
        <div className={classes.watched}>
          <h2 className={classes.panelTitle}>Категории</h2>
          <MyCategories zone={zone} />
          <div className={classes.panelFoot}>
            <LiveState />
            <p className={classes.keys}>
              <kbd>J</kbd> <kbd>K</kbd> — по сообщениям, <kbd>?</kbd> — все клавиши
            </p>
          </div>
        </div>
      </aside>
      <div className={classes.main}>
        <PaymentThanks onPaid={paid} />
        {choice.unknown ? (
          <FilterUnknown onLeave={() => choice.choose(null)} />
        ) : (
          <Reading user={user} choice={choice} onDialog={setDialog} />
        )}
      </div>
      <FeedDialogs open={dialog} choice={choice} zone={zone} onClose={() => setDialog(null)} />
      <ExportNotices />
      <DeedNotices />
    </>
  )
}

interface ReadingProps {
  user: User
  choice: FilterChoice
  onDialog: (dialog: FeedDialogName) => void
}

function Reading({ user, choice, onDialog }: ReadingProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const slots = useCardSlots(user, choice)
  const { settings } = useFeedSettings()
  const { question, fields, draft, filter } = choice
  const zone = user.timeZone
  const moderator = mayAsk('moderator', rolesOf(user.role))
  const showHidden = (on: boolean): void => void navigate({ pathname, search: withHiddenView(search, on) })
  if (!question || !fields) return <Waiting />
  if (isHiddenView(search)) {
    return (
      <HiddenView
        key={question.key}
        question={question}
        fields={fields}
        change={choice.change}
        zone={zone}
        onClose={() => showHidden(false)}
      />
    )
  }
  return (
    <FeedList
      question={question}
      filterId={draft || !filter ? null : filter.id}
      fields={fields}
      zone={zone}
      slots={slots}
      tools={
        <>
          {settings?.bonus_btn && <BonusButton place="tools" zone={zone} />}
          <PageSize choice={choice} />
          <FeedMenu
            onSettings={() => onDialog('settings')}
            onExport={onDialog}
            onHidden={() => showHidden(true)}
            onStatistics={moderator ? () => onDialog('statistics') : null}
          />
        </>
      }
      empty={<EmptyFeed choice={choice} onHidden={() => showHidden(true)} />}
    >
      {settings?.bonus_btn && <BonusButton place="line" zone={zone} />}
      <FilterDraftBar choice={choice} />
      <TrialWarning />
    </FeedList>
  )
}

function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={classes.whole}>
      <Blank
        picture="failure"
        level={1}
        title="Лента не загрузилась"
        action={<Button onClick={retry}>Повторить</Button>}
      >
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
