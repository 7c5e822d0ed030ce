import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { ProfileContactsCard } from '../features/accounts/profile-contacts-card.tsx'
import { ProfileDataCard } from '../features/accounts/profile-data-card.tsx'
import { ProfileHead } from '../features/accounts/profile-head.tsx'
import { ProfilePersonCard } from '../features/accounts/profile-person-card.tsx'
import { ProfileSignInCard } from '../features/accounts/profile-sign-in-card.tsx'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useCaptcha } from '../features/accounts/use-captcha.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { PurchasesCard } from '../features/payments/purchases-card.tsx'
import { GiftNotice } from '../features/promo/gift-notice.tsx'
import { SubscriptionsCard } from '../features/subscriptions/subscriptions-card.tsx'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './profile-page.module.css'
import { usePackagePayment } from './use-package-payment.tsx'

const EmailDialog = lazy(() =>
  import('../features/verification/email-verify-dialog.tsx').then((file) => ({ default: file.EmailVerifyDialog })),
)
const PhoneDialog = lazy(() =>
  import('../features/verification/phone-confirm-dialog.tsx').then((file) => ({ default: file.PhoneConfirmDialog })),
)
const NoticesDialog = lazy(() =>
  import('../features/verification/notification-email-dialog.tsx').then((file) => ({
    default: file.NotificationEmailDialog,
  })),
)

type DialogName = 'email' | 'phone' | 'notices'

export function ProfilePage() {
  const { user, error, retry } = useMe()
  const [open, setOpen] = useState<DialogName | null>(null)
  const callCaptcha = useCaptcha()
  const { pay, payment } = usePackagePayment()
  const close = (): void => setOpen(null)
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
                <SubscriptionsCard zone={user.timeZone} onOrdered={pay} />
                <PurchasesCard list="purchases" zone={user.timeZone} />
                <ProfilePersonCard user={user} />
                <ProfileContactsCard
                  user={user}
                  onEmail={() => setOpen('email')}
                  onPhone={() => setOpen('phone')}
                  onNotices={() => setOpen('notices')}
                />
                <ProfileSignInCard user={user} />
                <ProfileDataCard user={user} />
              </div>
              <Later>
                {open === 'email' && <EmailDialog onClose={close} />}
                {open === 'phone' && <PhoneDialog captcha={callCaptcha} onClose={close} />}
                {open === 'notices' && <NoticesDialog onClose={close} />}
              </Later>
              {payment}
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
