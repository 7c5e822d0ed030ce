import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import type { RoleName } from '../../contract/call.ts'
import type { User } from '../../contract/people/accounts.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { SectionTabs } from '../kit/ui/components/section-tabs.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import { ForPerson } from './for-person.tsx'
import { StaffOnly } from './staff-only.tsx'

const TariffTable = lazyNamed(() => import('../features/access/tariffs/tariff-table.tsx'), 'TariffTable')
const PromoCodeTable = lazyNamed(() => import('../features/commerce/promo/promo-code-table.tsx'), 'PromoCodeTable')

const OrderTable = lazyNamed(() => import('../features/commerce/payments/order-table.tsx'), 'OrderTable')
const SubReportTab = lazyNamed(() => import('../features/office/reports/sub-report-tab.tsx'), 'SubReportTab')
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
  /** Who may open it; an admin unless it is given. */
  access?: RoleName
}

/** What the service is looked after with; the first that someone may open is shown unless the address names another. */
const tabs: Tab[] = [
  { name: 'tariffs', title: 'Тарифы', Part: TariffTable },
  { name: 'promo', title: 'Промокоды', Part: PromoCodeTable },
  { name: 'orders', title: 'Заказы', Part: OrderTable },
  { name: 'partners', title: 'Партнёры', Part: PartnerTab },
  { name: 'mailings', title: 'Рассылки', Part: MailingsTab },
  { name: 'report', title: 'Отчёт', Part: SubReportTab },
  { name: 'categories', title: 'Категории', Part: CategoriesTab, access: 'categoryEditor' },
  { name: 'approval', title: 'Отзывы и комментарии', Part: ApprovalDesk, access: 'moderator' },
  { name: 'sources', title: 'Источники', Part: SourceHistory },
  { name: 'staff', title: 'Роли', Part: StaffTable },
  { name: 'log', title: 'Журнал', Part: AuditLogTable },
]

const title = <h1 className={typography.pageTitle}>Админ</h1>

export function AdminPage() {
  return (
    <Stack className={frame.column}>
      <PageTitle name="Админ" />
      <ForPerson why="Здесь работают администраторы, поэтому странице нужно знать, кто вы." head={title}>
        {(user) => <AdminParts user={user} />}
      </ForPerson>
    </Stack>
  )
}

function AdminParts({ user: { role, timeZone } }: { user: User }) {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('tab')
  const theirs = tabs.filter(({ access = 'admin' }) => mayAsk(access, rolesOf(role)))
  const tab = theirs.find(({ name }) => name === asked) ?? theirs[0]
  if (!tab) return <StaffOnly>Эта страница открыта только администраторам.</StaffOnly>
  return (
    <>
      {title}
      <SectionTabs tabs={theirs} current={tab.name} />
      <LazyBoundary key={tab.name} waiting={<Skeleton height={320} radius="lg" aria-busy="true" />}>
        <tab.Part zone={timeZone} />
      </LazyBoundary>
      <ActionToasts />
    </>
  )
}
