import { Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { openLogin, openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { useCaptcha } from '../features/people/accounts/use-captcha.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { categoryOf, greetingOf } from '../features/commerce/promo/greeting.ts'
import { PromoOffers } from '../features/commerce/promo/promo-offers.tsx'
import { PromoSamples } from '../features/commerce/promo/promo-samples.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import classes from './promo-page.module.css'

const CategoryDialog = lazyNamed(
  () => import('../features/commerce/promo/category-try-dialog.tsx'),
  'CategoryTryDialog',
)
const GroupsDialog = lazyNamed(() => import('../features/commerce/promo/groups-try-dialog.tsx'), 'GroupsTryDialog')
const EmailDialog = lazyNamed(
  () => import('../features/people/verification/email-verify-dialog.tsx'),
  'EmailVerifyDialog',
)

export function PromoPage() {
  const { user } = useMe()
  const { search } = useLocation()
  const chosen = categoryOf(search)
  const greeting = greetingOf(search)
  // Anyone who was led here to one category is asked about nothing else.
  const [open, setOpen] = useState<'category' | 'groups' | null>(chosen === null ? null : 'category')
  const [verifying, setVerifying] = useState(false)
  const captcha = useCaptcha()
  const wanted = user ? open : null
  const choose = (product: 'category' | 'groups'): void => {
    if (user === null) openRegistration()
    else setOpen(product)
  }
  const dialog = {
    emailApproved: user?.emailApprove ?? false,
    covered: verifying,
    onVerifyEmail: () => setVerifying(true),
    onClose: () => setOpen(null),
  }
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: wanted !== null })
  return (
    <PageFrame name="Попробовать бесплатно" width="whole">
      <Stack as="header" gap={2} className={classes.head}>
        {greeting !== null && <p className={classes.greeting}>{greeting}</p>}
        <h1 className={classes.title}>Узнайте бесплатно, кто вас ищет</h1>
        <p className={typography.soft}>
          Эхолот читает открытые сообщения в социальных сетях и показывает те, где спрашивают о ваших услугах.
          Попробуйте: карта не нужна.
        </p>
        {user === null && (
          <p className={typography.soft}>
            Понадобится аккаунт: <Way onClick={openRegistration}>зарегистрируйтесь</Way> или{' '}
            <Way onClick={openLogin}>войдите</Way>.
          </p>
        )}
      </Stack>
      <div className={classes.columns}>
        {user === undefined ? (
          <Skeleton height={400} radius="lg" aria-busy="true" />
        ) : (
          <PromoOffers onCategory={() => choose('category')} onGroups={() => choose('groups')} />
        )}
        <PromoSamples />
      </div>
      <p className={classes.foot}>
        Уже всё ясно? <Link to="/order">Посмотрите тарифы</Link>
      </p>
      <LazyBoundary>
        {wanted === 'category' && <CategoryDialog {...dialog} chosen={chosen} />}
        {wanted === 'groups' && <GroupsDialog {...dialog} />}
        {verifying && <EmailDialog captcha={captcha} onClose={() => setVerifying(false)} />}
      </LazyBoundary>
      <DeedNotices />
    </PageFrame>
  )
}

function Way({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.way} onClick={onClick}>
      {children}
    </button>
  )
}
