import { Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { openLogin, openRegistration } from '../features/accounts/auth-dialog-state.ts'
import { useMe } from '../features/accounts/use-me.ts'
import { categoryOf, greetingOf } from '../features/promo/greeting.ts'
import { PromoOffers } from '../features/promo/promo-offers.tsx'
import { PromoSamples } from '../features/promo/promo-samples.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './promo-page.module.css'

const CategoryDialog = lazy(() =>
  import('../features/promo/category-try-dialog.tsx').then((file) => ({ default: file.CategoryTryDialog })),
)
const GroupsDialog = lazy(() =>
  import('../features/promo/groups-try-dialog.tsx').then((file) => ({ default: file.GroupsTryDialog })),
)
const EmailDialog = lazy(() =>
  import('../features/verification/email-verify-dialog.tsx').then((file) => ({ default: file.EmailVerifyDialog })),
)

export function PromoPage() {
  const { user } = useMe()
  const { search } = useLocation()
  const chosen = categoryOf(search)
  const greeting = greetingOf(search)
  // Whoever was led here to one category is asked about nothing else.
  const [open, setOpen] = useState<'category' | 'groups' | null>(chosen === null ? null : 'category')
  const [verifying, setVerifying] = useState(false)
  const wanted = user ? open : null
  const choose = (product: 'category' | 'groups'): void => {
    if (user === null) openRegistration()
    else setOpen(product)
  }
  const dialog = {
    emailApproved: user?.email_approve ?? false,
    covered: verifying,
    onVerifyEmail: () => setVerifying(true),
    onClose: () => setOpen(null),
  }
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: wanted !== null })
  return (
    <div className={classes.page}>
      <PageTitle name="Попробовать бесплатно" />
      <header className={classes.head}>
        {greeting !== null && <p className={classes.greeting}>{greeting}</p>}
        <h1 className={classes.title}>Узнайте бесплатно, кто вас ищет</h1>
        <p className={classes.lead}>
          Эхолот читает открытые сообщения в социальных сетях и показывает те, где спрашивают о ваших услугах.
          Попробуйте: карта не нужна.
        </p>
        {user === null && (
          <p className={classes.lead}>
            Понадобится аккаунт: <Way onClick={openRegistration}>зарегистрируйтесь</Way> или{' '}
            <Way onClick={openLogin}>войдите</Way>.
          </p>
        )}
      </header>
      <div className={classes.columns}>
        {user === undefined ? (
          <Skeleton height={400} radius="lg" />
        ) : (
          <PromoOffers onCategory={() => choose('category')} onGroups={() => choose('groups')} />
        )}
        <PromoSamples />
      </div>
      <p className={classes.foot}>
        Уже всё ясно? <Link to="/order">Посмотрите тарифы</Link>
      </p>
      <Later>
        {wanted === 'category' && <CategoryDialog {...dialog} chosen={chosen} />}
        {wanted === 'groups' && <GroupsDialog {...dialog} />}
        {verifying && <EmailDialog onClose={() => setVerifying(false)} />}
      </Later>
      <DeedNotices />
    </div>
  )
}

function Way({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.way} onClick={onClick}>
      {children}
    </button>
  )
}
