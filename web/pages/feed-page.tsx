import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import type { Purchase } from '../../contract/commerce/payments.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { ExportNotices } from '../features/reading/exports/export-notices.tsx'
import { FeedList } from '../features/reading/feed/page/feed-list.tsx'
import { FeedMenu } from '../features/reading/feed/page/feed-menu.tsx'
import { MessageSkeletons } from '../features/reading/feed/card/message-skeleton.tsx'
import { useFeedListening, useLiveFilters } from '../features/reading/feed/page/updates-cache.ts'
import { useFeedPush } from '../features/reading/feed/push/use-feed-push.ts'
import { useFeedSettings } from '../features/reading/feed/page/use-feed-settings.ts'
import { FilterDraftBar } from '../features/reading/filters/filter-draft-bar.tsx'
import { FilterPanel } from '../features/reading/filters/filter-panel.tsx'
import { FilterTabs } from '../features/reading/filters/filter-tabs.tsx'
import { FilterUnknown } from '../features/reading/filters/filter-unknown.tsx'
import { PageSize } from '../features/reading/filters/page-size.tsx'
import { useFilterChoice, type FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useQuickSearch, useSearched } from '../features/reading/filters/use-quick-search.ts'
import { PaymentThanks } from '../features/commerce/payments/payment-thanks.tsx'
import { BonusButton } from '../features/commerce/promo/bonus-button.tsx'
import { reachGoal } from '../features/commerce/payments/reach-goal.ts'
import { MyCategories } from '../features/access/subscriptions/my-categories.tsx'
import { TrialWarning } from '../features/access/subscriptions/trial-warning.tsx'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { LiveState } from '../kit/ui/components/live-state.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { useCountedFilters } from './counted-filters.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedDialogs, type FeedDialogName } from './feed-dialogs.tsx'
import classes from './feed-page.module.css'
import { filterSlots } from './filter-slots.tsx'
import { HiddenCount } from './hidden-count.tsx'
import { HiddenView } from './hidden-view.tsx'
import { isHiddenView, withHiddenView } from './hidden-address.ts'
import { useCardSlots } from './use-card-slots.tsx'
import { useStraightLinks } from './use-straight-links.ts'

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
  const filters = useLiveFilters(choice.filters)
  const [dialog, setDialog] = useState<FeedDialogName | null>(null)
  const cache = useQueryClient()
  const paid = useCallback(
    ({ sum }: Purchase) => {
      refetchScope(cache)
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
        <FilterTabs choice={choice} filters={filters} />
      </div>
      <aside className={classes.panel} aria-label="Что вы слушаете">
        <div className={classes.watched}>
          <h2 className={classes.panelTitle}>Категории</h2>
          <MyCategories zone={zone} />
          <Stack gap={3} className={classes.panelFoot}>
            <LiveState />
            <p className={classes.keys}>
              <kbd>J</kbd> <kbd>K</kbd> — по сообщениям, <kbd>?</kbd> — все клавиши
            </p>
          </Stack>
        </div>
      </aside>
      <Stack gap={3} className={classes.main}>
        <PaymentThanks onPaid={paid} />
        {choice.unknown ? (
          <FilterUnknown onLeave={() => choice.choose(null)} />
        ) : (
          <Reading user={user} choice={choice} onDialog={setDialog} />
        )}
      </Stack>
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
  const { pathname, search: address } = useLocation()
  const navigate = useNavigate()
  const straightLinks = useStraightLinks(user)
  const slots = useCardSlots(user, choice, straightLinks)
  const { settings } = useFeedSettings()
  const { fields, draft, changes, filter } = choice
  const search = useQuickSearch()
  const question = useSearched(choice.question, search.words)
  const zone = user.timeZone
  const moderator = mayAsk('moderator', rolesOf(user.role))
  const showHidden = (on: boolean): void => void navigate({ pathname, search: withHiddenView(address, on) })
  if (!choice.question || !question || !fields) return <Waiting />
  const panel = (
    <FilterPanel
      choice={choice}
      slots={filterSlots(choice)}
      zone={zone}
      search={isHiddenView(address) ? null : search}
      question={isHiddenView(address) ? choice.question : question}
      hidden={!isHiddenView(address) && <HiddenCount question={choice.question} onOpen={() => showHidden(true)} />}
    />
  )
  if (isHiddenView(address)) {
    return (
      <>
        {panel}
        <HiddenView
          key={choice.question.key}
          question={choice.question}
          fields={fields}
          change={choice.change}
          zone={zone}
          straightLinks={straightLinks}
          onClose={() => showHidden(false)}
        />
      </>
    )
  }
  return (
    <FeedList
      question={question}
      // Of what is narrowed for a while no one counts what comes.
      filterId={draft || changes || search.words !== '' || !filter ? null : filter.id}
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
      empty={<EmptyFeed choice={choice} search={search} onHidden={() => showHidden(true)} />}
    >
      {panel}
      {settings?.bonus_btn && <BonusButton place="line" zone={zone} />}
      <FilterDraftBar choice={choice} />
      <TrialWarning />
    </FeedList>
  )
}

function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={classes.whole}>
      <LoadFailure title="Лента не загрузилась" error={error} onRetry={retry} level={1} variant="filled" />
    </div>
  )
}

function Waiting() {
  return (
    <Stack gap={3} aria-busy="true">
      <MessageSkeletons count={4} />
    </Stack>
  )
}
