import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { StartedPayment } from '../../contract/cart.ts'
import { ProfileContactsCard } from '../features/accounts/profile-contacts-card.tsx'
import { ProfileDataCard } from '../features/accounts/profile-data-card.tsx'
import { ProfileHead } from '../features/accounts/profile-head.tsx'
import { ProfilePersonCard } from '../features/accounts/profile-person-card.tsx'
import { ProfileSignInCard } from '../features/accounts/profile-sign-in-card.tsx'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { PurchasesCard } from '../features/payments/purchases-card.tsx'
import { rememberThanked } from '../features/payments/thanked-orders.ts'
import { GiftNotice } from '../features/promo/gift-notice.tsx'
import { reachGoal } from '../features/site/reach-goal.ts'
import { SubscriptionsCard } from '../features/subscriptions/subscriptions-card.tsx'
import { readScopeAnew } from '../features/subscriptions/use-subscriptions.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices, showDeed, showTrouble } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './profile-page.module.css'

const EmailDialog = lazy(() => import('../features/verification/email-verify-dialog.tsx').then((file) => ({ default: file.EmailVerifyDialog })))
const PhoneDialog = lazy(() => import('../features/verification/phone-confirm-dialog.tsx').then((file) => ({ default: file.PhoneConfirmDialog })))
const NoticesDialog = lazy(() =>
  import('../features/verification/notification-email-dialog.tsx').then((file) => ({ default: file.NotificationEmailDialog })),
)

const OrderPayment = lazy(() => import('../features/cart/order-payment.tsx').then((file) => ({ default: file.OrderPayment })))

type DialogName = 'email' | 'phone' | 'notices'

export function ProfilePage() {
  const { user, error, retry } = useMe()
  const [open, setOpen] = useState<DialogName | null>(null)
  /** More groups were ordered, and are being paid. */
  const [paying, setPaying] = useState<StartedPayment | null>(null)
  const cache = useQueryClient()
  const close = (): void => setOpen(null)
  const paid = (): void => {
    setPaying(null)
    if (paying && rememberThanked(paying.account)) void reachGoal(cache, 'payment', { order_price: paying.sum, currency: 'RUB' })
    readScopeAnew(cache)
    void cache.invalidateQueries({ queryKey: ['payments'] })
    showDeed('Оплата прошла, групп стало больше', null)
  }
  const failed = (): void => {
    setPaying(null)
    showTrouble('Платёж не прошёл. Деньги не списаны, попробуйте ещё раз')
  }
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <div className={classes.page}>
      <PageTitle name="Профиль" />
      {user === null ? (
        <SignInNotice>Профиль у каждого свой, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : (
        <>
          <h1 className={classes.title}>Профиль</h1>
          {user ? (
            <div key={user.id} className={classes.columns}>
              <div className={classes.head}>
                <ProfileHead user={user} />
              </div>
              <div className={classes.cards}>
                <GiftNotice zone={user.timeZone} />
                <SubscriptionsCard zone={user.timeZone} onOrdered={setPaying} />
                <PurchasesCard list="purchases" zone={user.timeZone} />
                <ProfilePersonCard user={user} />
                <ProfileContactsCard user={user} onEmail={() => setOpen('email')} onPhone={() => setOpen('phone')} onNotices={() => setOpen('notices')} />
                <ProfileSignInCard user={user} />
                <ProfileDataCard user={user} />
              </div>
              <Later>
                {open === 'email' && <EmailDialog onClose={close} />}
                {open === 'phone' && <PhoneDialog onClose={close} />}
                {open === 'notices' && <NoticesDialog onClose={close} />}
                {paying && <OrderPayment started={paying} onPaid={paid} onFailed={failed} onClose={() => setPaying(null)} />}
              </Later>
            </div>
          ) : error ? (
            <Blank picture="failure" title="Профиль не загрузился" action={<Button onClick={retry}>Повторить</Button>}>
              {sentenceOf(error)}
            </Blank>
          ) : (
            <div className={classes.cards} aria-busy="true">
              <Skeleton height={96} radius="lg" />
              <Skeleton height={240} radius="lg" />
            </div>
          )}
          <DeedNotices />
        </>
      )}
    </div>
  )
}
