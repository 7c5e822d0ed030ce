import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import type { RoleName } from '../../contract/call.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { SectionTabs } from '../kit/ui/components/section-tabs.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import { StaffOnly } from './staff-only.tsx'

const TariffTable = lazyNamed(() => import('../features/access/tariffs/tariff-table.tsx'), 'TariffTable')
const PromoCodeTable = lazyNamed(() => import('../features/commerce/promo/promo-code-table.tsx'), 'PromoCodeTable')

const OrderTable = lazyNamed(() => import('../features/commerce/payments/order-table.tsx'), 'OrderTable')
const SubReport = lazyNamed(() => import('../features/office/reports/sub-report.tsx'), 'SubReport')
const AuditLogTable = lazyNamed(() => import('../features/office/audit/audit-log-table.tsx'), 'AuditLogTable')
const SourceHistory = lazyNamed(() => import('../features/watching/sources/source-history.tsx'), 'SourceHistory')
const StaffTable = lazyNamed(() => import('../features/office/staff/staff-table.tsx'), 'StaffTable')
const CategoriesTab = lazyNamed(() => import('../features/watching/editing/categories-tab.tsx'), 'CategoriesTab')
const ApprovalDesk = lazyNamed(() => import('../features/site/reviews/approval/approval-desk.tsx'), 'ApprovalDesk')
const PartnerTab = lazyNamed(() => import('../features/commerce/partner/admin/partner-tab.tsx'), 'PartnerTab')
const MailingsTab = lazyNamed(() => import('../features/office/mailings/mailings-tab.tsx'), 'MailingsTab')

interface Tab {
  name: string
  title: string
  Part: ComponentType<{ zone: string }>
  /** Who may open it; an admin unless it is said. */
  access?: RoleName
}

/** What the service is looked after with; the first that someone may open is shown unless the address names another. */
const tabs: Tab[] = [
  { name: 'tariffs', title: 'Тарифы', Part: TariffTable },
  { name: 'promo', title: 'Промокоды', Part: PromoCodeTable },
  { name: 'orders', title: 'Заказы', Part: OrderTable },
  { name: 'partners', title: 'Партнёры', Part: PartnerTab },
  { name: 'mailings', title: 'Рассылки', Part: MailingsTab },
  { name: 'report', title: 'Отчёт', Part: SubReport },
  { name: 'categories', title: 'Категории', Part: CategoriesTab, access: 'categoryEditor' },
  { name: 'approval', title: 'Отзывы и комментарии', Part: ApprovalDesk, access: 'moderator' },
  { name: 'sources', title: 'Источники', Part: SourceHistory },
  { name: 'staff', title: 'Роли', Part: StaffTable },
  { name: 'log', title: 'Журнал', Part: AuditLogTable },
]

export function AdminPage() {
  return (
    <Stack className={frame.column}>
      <PageTitle name="Админ" />
      <AdminParts />
    </Stack>
  )
}

function AdminParts() {
  const { user, error, retry } = useMe()
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('tab')
  const waiting = <Skeleton height={320} radius="lg" aria-busy="true" />
  if (user === null)
    return <SignInNotice>Здесь работают администраторы, поэтому странице нужно знать, кто вы.</SignInNotice>
  if (user === undefined) {
    return error ? (
      <LoadFailure title="Страница не загрузилась" error={error} onRetry={retry} level={1} variant="filled" />
    ) : (
      waiting
    )
  }
  const theirs = tabs.filter(({ access = 'admin' }) => mayAsk(access, rolesOf(user.role)))
  const tab = theirs.find(({ name }) => name === asked) ?? theirs[0]
  if (!tab) return <StaffOnly>Эта страница открыта только администраторам.</StaffOnly>
  return (
    <>
      <h1 className={typography.pageTitle}>Админ</h1>
      <SectionTabs tabs={theirs} current={tab.name} />
      <LazyBoundary key={tab.name} waiting={waiting}>
        <tab.Part zone={user.timeZone} />
      </LazyBoundary>
      <DeedNotices />
    </>
  )
}
