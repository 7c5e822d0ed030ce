import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
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
import { OrderChoice } from '../features/reading/feed/card/order-choice.tsx'
import { useFeedListening, useLiveFilters } from '../features/reading/feed/page/updates-cache.ts'
import { useFeedPush, type PushedFeed } from '../features/reading/feed/push/use-feed-push.ts'
import { useFeedSettings } from '../features/reading/feed/page/use-feed-settings.ts'
import { packFilter } from '../features/reading/filters/filter-address.ts'
import { VeiledMessages } from '../features/reading/feed/veiled/veiled-messages.tsx'
import { FilterDraftBar } from '../features/reading/filters/filter-draft-bar.tsx'
import { narrows } from '../features/reading/filters/filter-changes.ts'
import { FilterPanel } from '../features/reading/filters/filter-panel.tsx'
import { FilterTabs } from '../features/reading/filters/filter-tabs.tsx'
import { FilterUnknown } from '../features/reading/filters/filter-unknown.tsx'
import { PageSize } from '../features/reading/filters/page-size.tsx'
import { useFilterChoice, type FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useQuickSearch, useSearched } from '../features/reading/filters/use-quick-search.ts'
import { OpenOfferButton } from '../features/commerce/cart/open-offer-button.tsx'
import { BonusButton } from '../features/commerce/promo/bonus-button.tsx'
import { MyProducts, ProductMenu } from '../features/access/subscriptions/my-products.tsx'
import { NothingSeen } from '../features/access/subscriptions/nothing-seen.tsx'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { mediaNames } from '../kit/ui/breakpoints.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { LiveState } from '../kit/ui/components/live-state.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { useCountedFilters } from './counted-filters.ts'
import { EmptyFeed, isLate, productsAsked } from './empty-feed.tsx'
import { FeedDialogs, type FeedDialogName } from './feed-dialogs.tsx'
import typography from '../kit/ui/typography.module.css'
import classes from './feed-page.module.css'
import { CardsWaiting, FeedWaiting } from './feed-waiting.tsx'
import { filterSlots } from './filter-slots.tsx'
import { HiddenCount } from './hidden-count.tsx'
import { HiddenView } from './hidden-view.tsx'
import { isHiddenView, withHiddenView } from './hidden-address.ts'
import { PaidThanks } from './paid-thanks.tsx'
import { useCardSlots } from './use-card-slots.tsx'
import { useProductViews } from './use-product-views.ts'
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
        <FeedWaiting />
      )}
    </div>
  )
}

function SignedInFeed({ user }: { user: User }) {
  const choice = useFilterChoice()
  const counted = useCountedFilters()
  const filters = useLiveFilters(choice.filters)
  const { subscriptions, products } = useSubscriptions()
  const [dialog, setDialog] = useState<FeedDialogName | null>(null)
  const zone = user.timeZone
  const views = useProductViews(choice, zone)
  const straightLinks = useStraightLinks(user)
  const roomy = useMediaQuery(mediaNames['--tablet'] ?? '', undefined, { getInitialValueInEffect: false })
  useFeedListening(counted.filters, views.counted, counted.readAnew)
  useFeedPush(pushedOf(choice, views.name))
  if (choice.error) return <NotLoaded error={choice.error} retry={choice.retry} />
  const nothingSeen = products?.length === 0 && subscriptions !== undefined
  return (
    <>
      <div className={classes.tabs} hidden={nothingSeen}>
        {!roomy && <ProductMenu {...views.list} name={views.name} />}
        <FilterTabs choice={choice} filters={filters} />
      </div>
      <aside className={classes.panel} aria-label="Что вы слушаете" hidden={nothingSeen}>
        {roomy && <MyProducts {...views.list} />}
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
        {nothingSeen ? (
          <NothingSeen subscriptions={subscriptions} zone={zone} />
        ) : choice.unknown ? (
          <FilterUnknown onLeave={() => choice.choose(null)} />
        ) : (
          <Reading user={user} choice={choice} title={views.name} onDialog={setDialog} />
        )}
      </Stack>
      <FeedDialogs open={dialog} choice={choice} title={views.name} zone={zone} onClose={() => setDialog(null)} />
      <AuthorCard zone={zone} myId={user.id} straightLinks={straightLinks} />
      <ExportNotices />
      <DeedNotices />
    </>
  )
}

/** What tells of new messages, when its reader wants that: the saved filter that is read, or the view. */
function pushedOf({ draft, filter, view, fields }: FilterChoice, name: string | null): PushedFeed | null {
  if (draft || !fields) return null
  if (view !== null) return { of: view, name: name ?? '', push: fields.push }
  return filter && { of: filter.id, name: filter.name, push: filter.push }
}

interface ReadingProps {
  user: User
  choice: FilterChoice
  /** Of the view that is read; null for a filter. */
  title: string | null
  onDialog: (dialog: FeedDialogName) => void
}

function Reading({ user, choice, title, onDialog }: ReadingProps) {
  const { pathname, search: address } = useLocation()
  const navigate = useNavigate()
  const straightLinks = useStraightLinks(user)
  const slots = useCardSlots(user, choice, straightLinks)
  const { settings, trouble } = useFeedSettings()
  const { products = [] } = useSubscriptions()
  const { fields, filter, counted } = choice
  const search = useQuickSearch()
  const searched = useSearched(choice.question, search.words)
  const question = useOrdered(searched, settings?.order, trouble !== null)
  const zone = user.timeZone
  const showHidden = (on: boolean): void => void navigate({ pathname, search: withHiddenView(address, on) })
  if (!choice.question || !question || !fields) return <CardsWaiting />
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
      // Of what is searched for a while no one counts what comes.
      counted={search.words === '' ? counted : null}
      title={title ?? 'Лента'}
      fields={fields}
      zone={zone}
      late={isLate(asked)}
      slots={slots}
      tools={<ReadingTools user={user} choice={choice} onDialog={onDialog} onHidden={() => showHidden(true)} />}
      handledAddress={`${pathname}?${packFilter({ ...fields, handled: 'only' }, { filterId: filter?.id, view: choice.view ?? undefined })}`}
      empty={<EmptyFeed choice={choice} search={search} onHidden={() => showHidden(true)} />}
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
