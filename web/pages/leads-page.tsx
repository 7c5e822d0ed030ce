import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import { viewKey } from '../../rules/filters/views.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { AuthorCard } from '../features/reading/feed/author/author-card.tsx'
import { openAuthor } from '../features/reading/feed/author/author-state.ts'
import { sourceLinks } from '../features/reading/feed/card/source-links.ts'
import { messageAddress } from '../features/reading/feed/detail/message-address.ts'
import { LeadsBoard } from '../features/reading/leads/board/leads-board.tsx'
import { leadsAddress, readAskedLeads, type AskedLeads } from '../features/reading/leads/board/leads-address.ts'
import { LeadsTools } from '../features/reading/leads/board/leads-tools.tsx'
import { useLeadCounts } from '../features/reading/leads/board/use-lead-counts.ts'
import { useLeadMoves, type BoardItem } from '../features/reading/leads/board/use-lead-moves.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageHeading } from '../kit/ui/components/page-frame.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { ForPerson } from './for-person.tsx'
import classes from './leads-page.module.css'
import { useStraightLinks } from './use-straight-links.ts'
import { useTeamRights } from './use-team-rights.ts'

const LeadDrawer = lazyNamed(() => import('../features/reading/leads/board/lead-drawer.tsx'), 'LeadDrawer')
const Funnel = lazyNamed(() => import('../features/reading/leads/board/funnel.tsx'), 'Funnel')

/** /leads: who answers what the feed finds, and what came of it. */
export function LeadsPage() {
  const head = <PageHeading title="Лиды" lead="Кто кому отвечает, чего ждём и что из этого вышло." />
  return (
    <div className={classes.page}>
      <PageTitle name="Лиды" />
      {head}
      <ForPerson why="Лиды видят те, кто с ними работает." head={null}>
        {(user) => <Leads key={user.id} user={user} />}
      </ForPerson>
    </div>
  )
}

function Leads({ user }: { user: User }) {
  const { id, username, timeZone: zone } = user
  const me = useMemo(() => ({ id, name: username }), [id, username])
  const { asked, change } = useAskedLeads()
  const [openedMessage, setOpenedMessage] = useState<Extract<BoardItem, { lead?: undefined }> | null>(null)
  const { data: team, error: noTeam } = useCall('team', 'getTeam', {})
  const members = team?.team?.members.filter(({ right }) => right !== 'view') ?? []
  const people = members.some((member) => member.id === id) ? members : [me]
  const { counts, stale } = useLeadCounts(asked, asked.view !== 'funnel')
  const moves = useLeadMoves()
  const mayWork = useMayWork()
  const products = useProductNames()
  const straightLinks = useStraightLinks(user)
  // What came of all leads is the owner's to know, and of anyone who works alone.
  const mayFunnel = team !== undefined && (team.team === null || team.team.own)
  const close = (): void => {
    setOpenedMessage(null)
    change({ lead: null })
  }
  const shown = asked.lead !== null ? { leadId: asked.lead } : openedMessage
  return (
    <>
      <LeadsTools
        asked={asked}
        change={change}
        counts={counts && { ...counts, stale }}
        me={me}
        people={people}
        products={products}
        funnel={mayFunnel}
      />
      {asked.view === 'funnel' ? (
        mayFunnel || noTeam ? (
          <LazyBoundary waiting={<Skeleton height={320} radius="lg" />}>
            <Funnel zone={zone} />
          </LazyBoundary>
        ) : (
          team && <p>Воронку видит владелец команды.</p>
        )
      ) : (
        <LeadsBoard
          asked={asked}
          change={change}
          counts={counts}
          me={me}
          people={people}
          zone={zone}
          moves={moves}
          mayWork={mayWork}
          onOpen={(item) => (item.lead ? change({ lead: item.lead.id }) : setOpenedMessage(item))}
        />
      )}
      <LazyBoundary>
        {shown && (
          <LeadDrawer
            shown={shown}
            me={me}
            zone={zone}
            mayWork={mayWork}
            onMove={(item, asking) => {
              moves.move(item, asking)
              if (item.message) setOpenedMessage(null)
            }}
            onAuthor={openAuthor}
            feedAddress={messageAddress}
            sourceAddress={(messageId, url) =>
              sourceLinks({ id: messageId, url, author: null, group: null }, straightLinks, window.location.origin)
                .message
            }
            onClose={close}
          />
        )}
      </LazyBoundary>
      <AuthorCard zone={zone} myId={id} straightLinks={straightLinks} />
      <ActionToasts />
    </>
  )
}

/** May the reader work on it, or only look? */
function useMayWork(): (item: BoardItem) => boolean {
  const rights = useTeamRights()
  return ({ lead, message }) => {
    if (!lead) return rights.mayWork(message)
    // What has left the feed is reached through the team alone.
    if (!lead.inFeed) return !rights.looksOnly
    return rights.mayWork({ productType: lead.product.type, product: lead.product })
  }
}

/** What of the leads is asked for, as the address says. */
function useAskedLeads() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readAskedLeads(search), [search])
  const change = useCallback(
    (changes: Partial<AskedLeads>): void => {
      // As it stands now: one change may follow another before the page was drawn.
      const now = readAskedLeads(window.location.search)
      const next = leadsAddress({ ...now, ...changes })
      if (next !== leadsAddress(now)) void navigate({ pathname, search: next }, { replace: !('view' in changes) })
    },
    [navigate, pathname],
  )
  return { asked, change }
}

/** What the person's messages come by. */
function useProductNames(): { key: string; name: string }[] {
  const { products = [] } = useSubscriptions()
  return products.map(({ productType, id, name }) => ({ key: viewKey({ productType, productId: id }), name }))
}
