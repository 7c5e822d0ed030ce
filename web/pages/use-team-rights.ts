import { useCallback } from 'react'
import type { FeedMessage } from '../../contract/reading/feed.ts'
import { allows } from '../../rules/team-needs.ts'
import { ofTeam } from '../features/access/subscriptions/product-rows.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { useTeam } from '../features/access/team/use-team.ts'
import { useNow } from '../kit/ui/hooks/use-now.ts'
import { useTeamOf } from './use-team-of.ts'

export interface TeamRights {
  /** Marks, notes and leads of this message: what is seen by own products is free, what only the team shows takes a right. */
  mayWork: (message: Pick<FeedMessage, 'productType'> & { product: { id: number } }) => boolean
  /** What is the team's they may only look at. */
  looksOnly: boolean
  /** May they show filters to a team? */
  mayShare: boolean
}

/** What the person may do with what they see. The server has the last word; what it would refuse is not offered. */
export function useTeamRights(): TeamRights {
  const { team } = useTeam()
  const of = useTeamOf()
  const { subscriptions = [], products = [] } = useSubscriptions()
  const now = useNow()
  const looksOnly = team != null && !allows(team.right, 'work')
  // A text, so that cards are drawn again only when it says something else.
  const readOnlyProducts = looksOnly
    ? ofTeam(products, subscriptions, now, of)
        .map(({ productType, id }) => `${productType}:${id}`)
        .join(' ')
    : ''
  const mayWork = useCallback<TeamRights['mayWork']>(
    ({ productType, product }) => !readOnlyProducts.split(' ').includes(`${productType}:${product.id}`),
    [readOnlyProducts],
  )
  return { mayWork, looksOnly, mayShare: team != null && team.seated && allows(team.right, 'manage') }
}
