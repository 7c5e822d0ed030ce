import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { shortDayInWords } from '../features/access/subscriptions/subscription-history.ts'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import { InvitationCard, InvitationOver } from '../features/access/team/invitation.tsx'
import { readTeamAgain } from '../features/access/team/use-team.ts'
import {
  openLogin,
  openRegistration,
  rememberEmail,
  usePageWish,
} from '../features/people/accounts/auth-dialog-state.ts'
import { findInvitation, keepInvitation } from '../features/people/accounts/kept-invitation.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { showActionToast } from '../kit/ui/components/action-toast.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'
import { useNow } from '../kit/ui/hooks/use-now.ts'
import { useTimeZoneOf } from './time-zone-of.ts'

/** /team-invitation: where the letter leads. Its token stands in the hash, which no server and no other site is informed of. */
export function TeamInvitationPage() {
  const inHash = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  // A network one signs in through brings the browser back without the hash.
  const token = inHash ?? findInvitation()
  return (
    <PageFrame name="Приглашение в команду" width="reading">
      {token === null || token.length > 100 || token === '' ? (
        <InvitationOver state={null} />
      ) : (
        <Invitation key={token} token={token} />
      )}
    </PageFrame>
  )
}

function Invitation({ token }: { token: string }) {
  const { user } = useMe()
  const now = useNow()
  const zone = useTimeZoneOf(user)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall('team', 'getInvitation', { token }, { enabled: user !== undefined })
  const stands = data?.invitation != null
  usePageWish({ invitation: token })
  useEffect(() => {
    if (data) keepInvitation(stands ? token : null)
  }, [data, stands, token])
  if (error && !data)
    return <LoadFailure title="Приглашение не загрузилось" error={error} onRetry={() => void refetch()} level={1} />
  if (!data || user === undefined) return <Skeleton height={360} radius="lg" aria-busy="true" />
  const { state, invitation } = data
  if (invitation === null) return <InvitationOver state={state === 'open' || state === 'claimed' ? null : state} />
  return (
    <InvitationCard
      token={token}
      answer={data}
      invitation={invitation}
      myEmail={user === null ? undefined : user.email}
      day={(at) => shortDayInWords(at, now, zone)}
      onSignIn={(how) => {
        if (how === 'registration' || invitation.registered) rememberEmail(invitation.email)
        ;(how === 'registration' ? openRegistration : openLogin)()
      }}
      onAccepted={() => {
        keepInvitation(null)
        readTeamAgain(cache)
        refetchScope(cache)
        void navigate('/feed')
        showActionToast(`Вы в команде «${invitation.owner}»`, null)
      }}
      onDeclined={() => {
        keepInvitation(null)
        void refetch()
      }}
    />
  )
}
