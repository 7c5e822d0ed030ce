import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Purchase } from '../../contract/commerce/payments.ts'
import type { Project } from '../../contract/watching/projects.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import type { LeftToDo } from '../features/commerce/payments/left-to-do.ts'
import { PaymentThanks, ThanksForPurchase } from '../features/commerce/payments/payment-thanks.tsx'
import { reachGoal } from '../features/commerce/payments/reach-goal.ts'
import { useMembershipCards } from '../features/access/team/use-team.ts'
import { readMeAgain, useMe } from '../features/people/accounts/use-me.ts'
import { useCall } from '../kit/calls/use-call.ts'

/** Thanks on whatever page someone who has paid comes back to: what was bought is read again, and the goal is reported, once. */
export function ThanksForPayment() {
  const cache = useQueryClient()
  const paid = useCallback(
    ({ sum }: Purchase) => {
      refetchScope(cache)
      // What is bought for a team makes its owner of them.
      readMeAgain(cache)
      void reachGoal(cache, 'payment', { order_price: sum, currency: 'RUB' })
    },
    [cache],
  )
  return (
    <PaymentThanks onPaid={paid}>
      {(purchase, close) => <WithWhatIsLeft purchase={purchase} onClose={close} />}
    </PaymentThanks>
  )
}

function WithWhatIsLeft({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  // Nothing is promised by what was known before the payment.
  const projects = useCall('projects', 'listProjects', {}, { staleTime: 0 })
  const groups = useCall('groups', 'getGroupset', {}, { staleTime: 0 })
  const owns = mayAsk('teamOwner', rolesOf(useMe().user?.role ?? []))
  const { cards } = useMembershipCards(owns)
  const known = projects.isFetchedAfterMount && groups.isFetchedAfterMount && (!owns || cards !== undefined)
  const left =
    known && projects.data && groups.data
      ? [...whatIsLeft(projects.data.projects, groups.data.groupset), ...(cards?.length === 0 ? [invite] : [])]
      : undefined
  return <ThanksForPurchase purchase={purchase} left={left} onClose={onClose} />
}

const invite: LeftToDo = { product: 'team', count: 1 }

function whatIsLeft(
  projects: readonly Pick<Project, 'downtimeReason' | 'team'>[],
  groupset: { running: boolean; size: number } | null,
): LeftToDo[] {
  const wordless = projects.filter(
    ({ downtimeReason, team }) => team === null && downtimeReason === 'NOT_CONFIGURED',
  ).length
  const isEmpty = groupset !== null && groupset.running && groupset.size === 0
  return [
    ...(wordless > 0 ? [{ product: 'project', count: wordless } as const] : []),
    ...(isEmpty ? [{ product: 'group', count: 1 } as const] : []),
  ]
}
