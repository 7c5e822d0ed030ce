import { Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../contract/people/accounts.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { LeavingTeam } from '../features/access/team/leaving-team.tsx'
import { LeavingPartner } from '../features/commerce/partner/leaving-partner.tsx'
import { MailingChoicesCard } from '../features/office/mailings/mailing-choices-card.tsx'
import { ProfileDataCard } from '../features/office/privacy/profile-data-card.tsx'
import { ProfileContactsCard } from '../features/people/accounts/profile-contacts-card.tsx'
import { ProfileHead } from '../features/people/accounts/profile-head.tsx'
import { ProfilePersonCard } from '../features/people/accounts/profile-person-card.tsx'
import { ProfileSignInCard } from '../features/people/accounts/profile-sign-in-card.tsx'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useCaptcha } from '../features/people/accounts/use-captcha.tsx'
import { changeMe, useMe } from '../features/people/accounts/use-me.ts'
import { NetworkRows } from '../features/people/social/network-rows.tsx'
import { PurchasesCard } from '../features/commerce/payments/purchases-card.tsx'
import { GiftNotice } from '../features/commerce/promo/gift-notice.tsx'
import { SubscriptionsCard } from '../features/access/subscriptions/subscriptions-card.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import frame from '../kit/ui/components/page-frame.module.css'
import typography from '../kit/ui/typography.module.css'
import classes from './profile-page.module.css'
import { usePackagePayment } from './use-package-payment.tsx'

const EmailDialog = lazyNamed(
  () => import('../features/people/verification/email-verify-dialog.tsx'),
  'EmailVerifyDialog',
)
const PhoneDialog = lazyNamed(
  () => import('../features/people/verification/phone-confirm-dialog.tsx'),
  'PhoneConfirmDialog',
)
const NoticesDialog = lazyNamed(
  () => import('../features/people/verification/notification-email-dialog.tsx'),
  'NotificationEmailDialog',
)

type DialogName = 'email' | 'phone' | 'notices'

export function ProfilePage() {
  const { user, error, retry } = useMe()
  const [open, setOpen] = useState<DialogName | null>(null)
  const captcha = useCaptcha()
  const { packageDialog, payment } = usePackagePayment()
  const cache = useQueryClient()
  const change = (changed: User): void => changeMe(cache, changed)
  const dialog = {
    captcha,
    onClose: (): void => {
      captcha.forget()
      setOpen(null)
    },
  }
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <div className={frame.column}>
      <PageTitle name="Профиль" />
      {user === null ? (
        <SignInNotice>Профиль у каждого свой, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : (
        <>
          <h1 className={`${typography.pageTitle} ${classes.title}`}>Профиль</h1>
          {user ? (
            <div key={user.id} className={classes.columns}>
              <div className={classes.head}>
                <ProfileHead user={user} />
              </div>
              <div className={classes.cards}>
                <GiftNotice zone={user.timeZone} />
                <SubscriptionsCard zone={user.timeZone} packageDialog={packageDialog} />
                <PurchasesCard list="purchases" zone={user.timeZone} />
                <ProfilePersonCard user={user} />
                <ProfileContactsCard
                  user={user}
                  onEmail={() => setOpen('email')}
                  onPhone={() => setOpen('phone')}
                  onNotices={() => setOpen('notices')}
                />
                <ProfileSignInCard user={user} networks={<NetworkRows user={user} onUser={change} />} />
                <MailingChoicesCard zone={user.timeZone} />
                <ProfileDataCard
                  user={user}
                  also={
                    <>
                      <LeavingTeam />
                      {mayAsk('partner', rolesOf(user.role)) && <LeavingPartner />}
                    </>
                  }
                  onUser={change}
                />
              </div>
              <LazyBoundary>
                {open === 'email' && <EmailDialog {...dialog} />}
                {open === 'phone' && <PhoneDialog {...dialog} />}
                {open === 'notices' && <NoticesDialog {...dialog} />}
              </LazyBoundary>
              {payment}
            </div>
          ) : error ? (
            <LoadFailure title="Профиль не загрузился" error={error} onRetry={retry} variant="filled" />
          ) : (
            <div className={classes.cards} aria-busy="true">
              <Skeleton height={96} radius="lg" />
              <Skeleton height={240} radius="lg" />
            </div>
          )}
          <ActionToasts />
        </>
      )}
    </div>
  )
}
