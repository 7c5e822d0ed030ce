import { Skeleton } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import type { FeedOrder } from '../../contract/reading/feed.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { AuthorCard } from '../features/reading/feed/author/author-card.tsx'
import { ExportNotices } from '../features/reading/exports/export-notices.tsx'
import { FeedList } from '../features/reading/feed/page/feed-list.tsx'
import { FeedMenu } from '../features/reading/feed/page/feed-menu.tsx'
import { DensitySwitch } from '../features/reading/feed/card/density-switch.tsx'
import type { FeedQuestion } from '../features/reading/feed/page/feed-question.ts'
import { useIsWide } from '../features/reading/feed/card/use-density.ts'
import { OrderChoice } from '../features/reading/feed/card/order-choice.tsx'
import { useFeedSettings } from '../features/reading/feed/page/use-feed-settings.ts'
import { packFilter } from '../features/reading/filters/filter-address.ts'
import { VeiledMessages } from '../features/reading/feed/veiled/veiled-messages.tsx'
import { FilterDraftBar } from '../features/reading/filters/filter-draft-bar.tsx'
import { narrows } from '../features/reading/filters/filter-changes.ts'
import { FilterPanel } from '../features/reading/filters/filter-panel.tsx'
import { FilterUnknown } from '../features/reading/filters/filter-unknown.tsx'
import { PageSize } from '../features/reading/filters/page-size.tsx'
import { useFilterChoice, type FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useQuickSearch, useSearched } from '../features/reading/filters/use-quick-search.ts'
import { OpenOfferButton } from '../features/commerce/cart/open-offer-button.tsx'
import { BonusButton } from '../features/commerce/promo/bonus-button.tsx'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { TeamNotice } from '../features/access/team/team-notice.tsx'
import { useTeam } from '../features/access/team/use-team.ts'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LiveState } from '../kit/ui/components/live-state.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { FeedDialogs, type FeedDialogName } from './feed-dialogs.tsx'
import { FeedListening } from './feed-listening.tsx'
import typography from '../kit/ui/typography.module.css'
import classes from './feed-page.module.css'
import { CardsWaiting, FeedWaiting } from './feed-waiting.tsx'
import { filterSlots } from './filter-slots.tsx'
import { LiveFilterTabs, LiveProductMenu, LiveProducts } from './live-counts.tsx'
import { HiddenCount } from './hidden-count.tsx'
import { HiddenView } from './hidden-view.tsx'
import { isHiddenView, withHiddenView } from './hidden-address.ts'
import { PaidThanks } from './paid-thanks.tsx'
import { isLate, productsAsked } from './products-asked.ts'
import { useCardSlots } from './use-card-slots.tsx'
import { useNarrowed } from './use-narrowed.ts'
import { useProductViews } from './use-product-views.ts'
import { useStraightLinks } from './use-straight-links.ts'
import { useTeamRights, type TeamRights } from './use-team-rights.ts'

const EmptyFeed = lazyNamed(() => import('./empty-feed.tsx'), 'EmptyFeed')
const NothingSeen = lazyNamed(() => import('../features/access/subscriptions/nothing-seen.tsx'), 'NothingSeen')
const emptyWaiting = <Skeleton height={320} radius="lg" aria-busy="true" />

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
        <FeedWaiting />
      )}
    </div>
  )
}

function SignedInFeed({ user }: { user: User }) {
  const { mayShare, mayWork } = useTeamRights()
  const choice = useFilterChoice(mayShare)
  const { subscriptions, products } = useSubscriptions()
  const [dialog, setDialog] = useState<FeedDialogName | null>(null)
  const { team } = useTeam()
  const zone = user.timeZone
  const views = useProductViews(choice, zone)
  const straightLinks = useStraightLinks(user)
  const roomy = useIsWide()
  const narrowed = useNarrowed(choice)
  // What stands on the page comes first, and then what only happens on it.
  const later = useDeferredValue(true, false)
  if (choice.error) return <NotLoaded error={choice.error} retry={choice.retry} />
  const nothingSeen = products?.length === 0 && subscriptions !== undefined
  return (
    <>
      <div className={classes.tabs} hidden={nothingSeen}>
        {!roomy && <LiveProductMenu views={views} />}
        <LiveFilterTabs choice={choice} />
      </div>
      <aside className={classes.panel} aria-label="Что вы слушаете" hidden={nothingSeen}>
        {roomy && <LiveProducts views={views} />}
        <div className={classes.watched}>
          <Stack gap={3} className={classes.panelFoot}>
            <LiveState />
            <p className={classes.keys}>
              <kbd>E</kbd> — разобрано, <kbd>J</kbd> <kbd>K</kbd> — по сообщениям, <kbd>G</kbd> <kbd>1</kbd>…
              <kbd>9</kbd> — по продуктам, <kbd>?</kbd> — все клавиши
            </p>
          </Stack>
        </div>
      </aside>
      <Stack gap={3} className={nothingSeen ? classes.whole : classes.main}>
        {nothingSeen && <h1 className={typography.pageTitle}>Лента</h1>}
        <PaidThanks />
        <TeamNotice team={team ?? null} />
        {nothingSeen ? (
          <LazyBoundary waiting={emptyWaiting}>
            <NothingSeen subscriptions={subscriptions} zone={zone} />
          </LazyBoundary>
        ) : choice.unknown ? (
          <FilterUnknown onLeave={() => choice.choose(null)} />
        ) : (
          <Reading
            user={user}
            choice={choice}
            mayWork={mayWork}
            narrowed={narrowed?.key ?? null}
            title={views.name}
            onDialog={setDialog}
          />
        )}
      </Stack>
      {later && (
        <>
          <FeedDialogs open={dialog} choice={choice} title={views.name} zone={zone} onClose={() => setDialog(null)} />
          <AuthorCard zone={zone} myId={user.id} straightLinks={straightLinks} />
          <ExportNotices />
          <ActionToasts />
          <FeedListening choice={choice} views={views} narrowed={narrowed} />
        </>
      )}
    </>
  )
}

interface ReadingProps {
  user: User
  choice: FilterChoice
  /** For what is counted what comes, when it is no saved filter and no view. */
  narrowed: string | null
  mayWork: TeamRights['mayWork']
  /** Of the view that is read; null for a filter. */
  title: string | null
  onDialog: (dialog: FeedDialogName) => void
}

function Reading({ user, choice, narrowed, mayWork, title, onDialog }: ReadingProps) {
  const { pathname, search: address } = useLocation()
  const navigate = useNavigate()
  const straightLinks = useStraightLinks(user)
  const slots = useCardSlots(user, choice, straightLinks, mayWork)
  const { settings, error } = useFeedSettings()
  const { products = [] } = useSubscriptions()
  const { fields, filter } = choice
  const counted = narrowed ?? choice.counted
  const search = useQuickSearch()
  const searched = useSearched(choice.question, search.words)
  const question = useOrdered(searched, settings?.order, error !== null)
  const zone = user.timeZone
  const showHidden = (on: boolean): void => void navigate({ pathname, search: withHiddenView(address, on) })
  if (!choice.question || !question || !fields || counted === null) return <CardsWaiting />
  const asked = productsAsked(products, fields)
  const hidden = isHiddenView(address)
  const panel = (
    <FilterPanel
      choice={choice}
      slots={filterSlots(choice)}
      zone={zone}
      search={hidden ? null : search}
      question={hidden ? choice.question : searched}
      hidden={!hidden && <HiddenCount question={choice.question} view={choice.view} onOpen={() => showHidden(true)} />}
    />
  )
  if (hidden) {
    return (
      <>
        {panel}
        <HiddenView
          key={choice.question.key}
          question={choice.question}
          view={choice.view}
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
      counted={counted}
      title={title ?? 'Лента'}
      fields={fields}
      zone={zone}
      late={isLate(asked)}
      slots={slots}
      tools={<ReadingTools user={user} choice={choice} onDialog={onDialog} onHidden={() => showHidden(true)} />}
      handledAddress={`${pathname}?${packFilter({ ...fields, handled: 'only' }, { filterId: filter?.id, view: choice.view ?? undefined })}`}
      empty={
        <LazyBoundary waiting={emptyWaiting}>
          <EmptyFeed choice={choice} search={search} onHidden={() => showHidden(true)} />
        </LazyBoundary>
      }
    >
      {panel}
      {settings?.bonus_btn && <BonusButton place="line" zone={zone} />}
      <FilterDraftBar choice={choice} />
      <VeiledMessages
        products={asked}
        asked={question.ask}
        narrowed={narrows(fields)}
        zone={zone}
        offer={({ offer, ...product }, name) => offer && <OpenOfferButton {...product} offer={offer} name={name} />}
      />
    </FeedList>
  )
}

type ReadingToolsProps = Pick<ReadingProps, 'user' | 'choice' | 'onDialog'> & { onHidden: () => void }

/** What stands beside the title of the list. */
function ReadingTools({ user, choice, onDialog, onHidden }: ReadingToolsProps) {
  const { settings } = useFeedSettings()
  const moderator = mayAsk('moderator', rolesOf(user.role))
  return (
    <>
      {settings?.bonus_btn && <BonusButton place="tools" zone={user.timeZone} />}
      <PageSize choice={choice} />
      <OrderChoice />
      <DensitySwitch />
      <FeedMenu
        onSettings={() => onDialog('settings')}
        onExport={onDialog}
        onHidden={onHidden}
        onStatistics={moderator ? () => onDialog('statistics') : null}
      />
    </>
  )
}

/** The same question in the order the person reads in; no question before that is known. */
function useOrdered(
  question: FeedQuestion | undefined,
  order: FeedOrder | undefined,
  unknown: boolean,
): FeedQuestion | undefined {
  return useMemo(() => {
    if (!question || order === 'new' || (order === undefined && unknown)) return question
    return order && { ...question, order, key: `${question.key}:${order}` }
  }, [question, order, unknown])
}

function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={classes.whole}>
      <LoadFailure title="Лента не загрузилась" error={error} onRetry={retry} level={1} variant="filled" />
    </div>
  )
}
