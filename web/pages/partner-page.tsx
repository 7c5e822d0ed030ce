import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { takePartnerChanged } from '../features/commerce/partner/partner-cache.ts'
import { PartnerMoney } from '../features/commerce/partner/partner-money.tsx'
import { reportDevice } from '../features/commerce/partner/report-device.ts'
import { usePartner, type Partner } from '../features/commerce/partner/use-partner.ts'
import { useCaptcha } from '../features/people/accounts/use-captcha.tsx'
import { readMeAgain } from '../features/people/accounts/use-me.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { SectionTabs } from '../kit/ui/components/section-tabs.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { ForPerson } from './for-person.tsx'

const LinkCard = lazyNamed(() => import('../features/commerce/partner/link-card.tsx'), 'LinkCard')
const PromoCard = lazyNamed(() => import('../features/commerce/partner/promo-card.tsx'), 'PromoCard')
const ShortLinks = lazyNamed(() => import('../features/commerce/partner/short-links-card.tsx'), 'ShortLinksCard')
const Switches = lazyNamed(() => import('../features/commerce/partner/switches-card.tsx'), 'SwitchesCard')
const Traffic = lazyNamed(() => import('../features/commerce/partner/traffic-part.tsx'), 'TrafficPart')
const Referrals = lazyNamed(() => import('../features/commerce/partner/referrals-part.tsx'), 'ReferralsPart')
const Commissions = lazyNamed(() => import('../features/commerce/partner/commissions-part.tsx'), 'CommissionsPart')
const Payouts = lazyNamed(() => import('../features/commerce/partner/payouts-part.tsx'), 'PayoutsPart')
const PayoutDialog = lazyNamed(() => import('../features/commerce/partner/payout-dialog.tsx'), 'PayoutDialog')

const HISTORY = '?tab=payouts'

interface PartProps {
  user: User
  partner: Partner
}

/** The parts of the page; the first is shown unless the address names another. */
const tabs: { name: string; title: string; draw: (props: PartProps) => ReactNode }[] = [
  { name: 'links', title: 'Ссылки и промокод', draw: (props) => <WaysToBring {...props} /> },
  { name: 'traffic', title: 'Переходы', draw: ({ user }) => <Traffic zone={user.timeZone} /> },
  { name: 'referrals', title: 'Рефералы', draw: ({ user }) => <KnownReferrals zone={user.timeZone} /> },
  { name: 'commissions', title: 'Начисления', draw: ({ user }) => <Commissions zone={user.timeZone} /> },
  { name: 'payouts', title: 'Выплаты', draw: ({ user }) => <Payouts zone={user.timeZone} /> },
]

const head = { title: 'Партнёр', lead: 'Кого вы привели, что с этого начислено и как это получить.' }

/** /partner: for those who bring others (spec §2 Partner). */
export function PartnerPage() {
  return (
    <PageFrame name="Партнёр" width="whole">
      <ForPerson
        why="Ссылки и деньги у каждого партнёра свои, поэтому странице нужно знать, кто вы."
        head={<PageHeading {...head} />}
      >
        {(user) =>
          mayAsk('partner', rolesOf(user.role)) ? <PartnerOf key={user.id} user={user} /> : <NotYetPartner />
        }
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

function NotYetPartner() {
  return (
    <EmptyState
      picture="quiet"
      level={1}
      title="Вы ещё не партнёр"
      action={
        <Button component={Link} to="/partner-terms">
          Посмотреть условия
        </Button>
      }
    >
      Партнёры рассказывают об Эхолоте и получают часть того, что платят те, кого они привели. Здесь будут ваша ссылка,
      промокод, начисления и выплаты.
    </EmptyState>
  )
}

function PartnerOf({ user }: { user: User }) {
  const { partner, error, retry } = usePartner()
  const { search } = useLocation()
  const [asking, setAsking] = useState(false)
  const captcha = useCaptcha()
  // Against being one's own referral.
  useEffect(reportDevice, [])
  const asked = new URLSearchParams(search).get('tab')
  const tab = tabs.find(({ name }) => name === asked) ?? tabs[0]
  if (!partner || !tab)
    return (
      <>
        <PageHeading {...head} />
        {error ? (
          <LoadFailure title="Страница партнёра не загрузилась" error={error} onRetry={retry} variant="filled" />
        ) : (
          <Skeleton height={320} radius="lg" aria-busy="true" />
        )}
      </>
    )
  return (
    <>
      <PageHeading {...head}>
        <Button component={Link} to="/partner-terms" variant="default">
          Условия программы
        </Button>
      </PageHeading>
      <PartnerMoney partner={partner} history={HISTORY} onRequest={() => setAsking(true)} />
      <SectionTabs tabs={tabs} current={tab.name} />
      <LazyBoundary key={tab.name} waiting={<Skeleton height={320} radius="lg" aria-busy="true" />}>
        {tab.draw({ user, partner })}
      </LazyBoundary>
      <LazyBoundary>
        {asking && <PayoutDialog captcha={captcha} history={HISTORY} onClose={() => setAsking(false)} />}
      </LazyBoundary>
    </>
  )
}

function WaysToBring({ user, partner }: PartProps) {
  const cache = useQueryClient()
  return (
    <Stack gap={5}>
      <LinkCard partner={partner} />
      <PromoCard partner={partner} zone={user.timeZone} onChanged={() => takePartnerChanged(cache)} />
      <ShortLinks zone={user.timeZone} />
      <Switches partner={partner} onChanged={() => readMeAgain(cache)} />
    </Stack>
  )
}

function KnownReferrals({ zone }: { zone: string }) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  return <Referrals zone={zone} categories={data?.categories} />
}
