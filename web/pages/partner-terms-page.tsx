import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { EnterProgramme, type EnterProgrammeProps } from '../features/commerce/partner/enter-programme.tsx'
import { Programme } from '../features/commerce/partner/programme.tsx'
import { openLogin } from '../features/people/accounts/auth-dialog-state.ts'
import { readMeAgain, useMe } from '../features/people/accounts/use-me.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { AlertBox } from '../kit/ui/components/alert-box.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'

/** /partner-terms: what the programme is, and the way into it (spec §5). */
export function PartnerTermsPage() {
  const [agreed, setAgreed] = useState(false)
  const { data, error, refetch } = useCall('partner', 'getPartnerTerms', {}, { staleTime: Infinity })
  return (
    <PageFrame
      name="Партнёрская программа"
      head={{
        description:
          'Рассказывайте об Эхолоте и получайте часть того, что заплатят те, кого вы привели: условия, проценты и выплаты.',
        steps: [{ name: 'Партнёрская программа', path: '/partner-terms' }],
      }}
      width="reading"
    >
      <PageHeading
        title="Партнёрская программа"
        lead="Рассказывайте об Эхолоте и получайте часть того, что заплатят те, кого вы привели."
      />
      {data ? (
        <Programme terms={data.terms} />
      ) : error ? (
        <LoadFailure title="Условия не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
      ) : (
        <Skeleton height={480} radius="lg" aria-busy="true" />
      )}
      {data && <WayIn agreed={agreed} onAgree={setAgreed} />}
    </PageFrame>
  )
}

function WayIn(agreement: Pick<EnterProgrammeProps, 'agreed' | 'onAgree'>) {
  const { user, error, retry } = useMe()
  const cache = useQueryClient()
  const navigate = useNavigate()
  if (user === undefined)
    return error ? (
      <LoadFailure error={error} onRetry={retry} />
    ) : (
      <Skeleton height={140} radius="lg" aria-busy="true" />
    )
  if (user && mayAsk('partner', rolesOf(user.role)))
    return (
      <AlertBox
        tone="quiet"
        action={
          <Button component={Link} to="/partner">
            На страницу партнёра
          </Button>
        }
      >
        Вы уже партнёр.
      </AlertBox>
    )
  return (
    <EnterProgramme
      {...agreement}
      guest={user === null}
      onSignIn={openLogin}
      onEntered={() => {
        // The role is theirs by then.
        readMeAgain(cache)
        void navigate('/partner')
      }}
    />
  )
}
