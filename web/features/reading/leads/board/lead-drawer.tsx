import { Drawer, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WantedMove } from '../card/lead-changes.ts'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { Lead, LeadStatus } from '../../../../../contract/reading/leads.ts'
import { hasCode, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import iconButton from '../../../../kit/ui/components/icon-button.module.css'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { MessageText } from '../../../../kit/ui/components/message-text.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import type { LeadFieldsAction } from '../card/change-lead.ts'
import { LeadDetail } from '../card/lead-detail.tsx'
import { LeadPlace } from '../card/lead-panel.tsx'
import { putOnBoard } from './board-cache.ts'
import { faceOf } from './lead-face.ts'
import classes from './lead-drawer.module.css'
import type { BoardItem } from './use-lead-moves.ts'

export interface LeadDrawerProps {
  /** What is shown; of a lead by its number. */
  shown: { leadId: number } | Extract<BoardItem, { lead?: undefined }>
  me: NamedPerson
  zone: string
  /** May the reader work on it, or only look? */
  mayWork: (item: BoardItem) => boolean
  onMove: (item: BoardItem, change: WantedMove) => void
  onAuthor: (id: number) => void
  /** Where a message is read in the feed. */
  feedAddress: (messageId: number) => string
  /** Where it leads on its network. */
  sourceAddress: (messageId: number, url: string | null) => string | null
  onClose: () => void
}

/** One lead whole: its message as it was, how far it is, what the team says of it. */
export function LeadDrawer(props: LeadDrawerProps) {
  const { shown, onClose } = props
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={520}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Лид">
        <Drawer.Body p={0}>
          {'leadId' in shown ? <KnownLead {...props} id={shown.leadId} /> : <Whole {...props} item={shown} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function KnownLead({ id, ...props }: LeadDrawerProps & { id: number }) {
  const { data, error, refetch } = useCall('leads', 'getLead', { id }, { staleTime: 0 })
  if (data) return <Whole {...props} item={{ lead: data.lead }} />
  return (
    <div className={classes.drawer}>
      <Head onClose={props.onClose}>Лид</Head>
      {error && hasCode(error, 'LEAD_NOT_FOUND') ? (
        <EmptyState picture="lost" title={error.message} />
      ) : error ? (
        <LoadFailure title="Лид не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="md" aria-busy="true" />
      )}
    </div>
  )
}

function Head({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.head}>
      <span className={classes.product}>{children}</span>
      <button type="button" className={iconButton.button} aria-label="Закрыть" title="Закрыть · Esc" onClick={onClose}>
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </div>
  )
}

type WholeProps = LeadDrawerProps & { item: BoardItem }

function Whole(props: WholeProps) {
  const { item, zone, onAuthor, onClose } = props
  const { lead, message } = item
  const { name, text, network, product, place, publishedAt } = faceOf(item)
  const { author } = lead ?? message
  const group = lead ? lead.group : (message.group?.name ?? null)
  return (
    <div className={classes.drawer}>
      <Head onClose={onClose}>
        {product} · <Moment at={publishedAt} zone={zone} />
      </Head>
      <div>
        <h2 className={classes.name}>
          {author ? (
            <button
              type="button"
              className={typography.underlined}
              aria-haspopup="dialog"
              onClick={() => onAuthor(author.id)}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </h2>
        <p className={classes.fact}>
          <NetworkIcon network={network} size={15} /> {networkTitles[network]}
          {group !== null && group !== name && ` · ${group}`}
          {place !== null && ` · ${place}`}
        </p>
      </div>
      <div className={classes.text}>
        <MessageText text={text} spans={message?.spans ?? []} whole />
      </div>
      <WaysToMessage {...props} />
      <Work {...props} />
    </div>
  )
}

/** To the message in the feed, and on its network. */
function WaysToMessage({ item: { lead, message }, feedAddress, sourceAddress }: WholeProps) {
  const messageId = lead ? lead.messageId : message.id
  const source = sourceAddress(messageId, (lead ?? message).url)
  return (
    <Row gap={[1, 4]} className={classes.links}>
      {!lead || lead.inFeed ? (
        <Link to={feedAddress(messageId)} className={typography.link}>
          Открыть в ленте
        </Link>
      ) : (
        <span className={typography.muted}>В ленте этого сообщения больше нет: здесь оно, каким было.</span>
      )}
      {source !== null && (
        <OuterLink url={source} className={typography.link}>
          Открыть в источнике
        </OuterLink>
      )}
    </Row>
  )
}

/** How far it is, whose, and all that belongs to it. */
function Work({ item, me, zone, mayWork, onMove }: WholeProps) {
  const { lead, message } = item
  const change = mayWork(item)
    ? {
        onStatus: (status: LeadStatus) => onMove(item, { status }),
        onAssignee: (assignee: NamedPerson | null) => onMove(item, { assignee }),
      }
    : null
  return (
    <Stack gap={3}>
      <LeadPlace message={{ lead: lead ?? message.lead }} me={me} change={change} />
      {lead && <Details lead={lead} me={me} zone={zone} mayWork={change !== null} />}
    </Stack>
  )
}

function Details({ lead, me, zone, mayWork }: { lead: Lead; me: NamedPerson; zone: string; mayWork: boolean }) {
  const cache = useQueryClient()
  const readAgain = (): Promise<void> => cache.invalidateQueries({ queryKey: ['leads', 'getLead', { id: lead.id }] })
  const put = (fields: Partial<Lead>): void => putOnBoard(cache, { ...lead, ...fields })
  const perform = ({ done, fields, before, send, undo }: LeadFieldsAction): void => {
    put(fields)
    const failed = (error: Error): void => {
      put(before)
      showErrorToast(`Не получилось. ${sentenceOf(error)}`)
    }
    const takeBack = (): void => {
      put(before)
      undo().then(readAgain, failed)
    }
    send().then(() => showActionToast(done, takeBack), failed)
  }
  return <LeadDetail key={lead.id} lead={lead} me={me} zone={zone} perform={mayWork ? perform : null} />
}
