/** What is done with a lead on the board: sent, shown, taken back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WantedMove } from '../card/lead-changes.ts'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Lead, LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { takenInWords, takerOf } from '../card/lead-moves.ts'
import { dropNewOne, putOnBoard, readNewAgain, readCountsAgain, stopReading } from './board-cache.ts'

/** A lead, or a message that no one has touched. */
export type BoardItem = { lead: Lead; message?: undefined } | { message: FeedMessage; lead?: undefined }

export const statusOfItem = ({ lead, message }: BoardItem): LeadStatus => lead?.status ?? message?.lead?.status ?? 'new'
export const assigneeOfItem = ({ lead, message }: BoardItem): NamedPerson | null =>
  (lead ? lead.assignee : message?.lead?.assignee) ?? null
/** What names it among all that stand on the board. */
export const keyOfItem = ({ lead, message }: BoardItem): string => (lead ? `lead-${lead.id}` : `message-${message?.id}`)

export interface LeadMoves {
  move: (item: BoardItem, change: WantedMove) => void
  /** The key of what is on its way. */
  moving: string | null
}

export function useLeadMoves(): LeadMoves {
  const cache = useQueryClient()
  const show = (lead: Lead): void => {
    putOnBoard(cache, lead)
    if (lead.status === 'new') void readNewAgain(cache)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ item, change }: { item: BoardItem; change: WantedMove }) => send(item, change),
    onMutate: async ({ item, change }) => {
      await stopReading(cache)
      // Of a lead everything is known, so it stands there before the server has answered.
      if (item.lead) putOnBoard(cache, { ...item.lead, ...change })
    },
    onSuccess: ({ lead }, { item, change }) => {
      if (item.message) dropNewOne(cache, item.message.id)
      show(lead)
      showActionToast(doneInWords(change, lead), () => void takeBack(item, lead).then(show, showFailure))
    },
    onError: (error, { item }) => {
      if (item.lead) putOnBoard(cache, item.lead)
      showFailure(error)
      void readNewAgain(cache)
      readCountsAgain(cache)
    },
  })
  return {
    move(item, change) {
      if (!isPending) mutate({ item, change })
    },
    moving: isPending ? keyOfItem(variables.item) : null,
  }
}

/** Who had it as the reader saw it goes along: no one takes from another without knowing. */
async function send(item: BoardItem, { status, assignee }: WantedMove): Promise<{ lead: Lead }> {
  const asked = {
    ...(status !== undefined && { status }),
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }),
    from: assigneeOfItem(item)?.id ?? null,
  }
  return item.lead
    ? ask('leads', 'updateLead', { id: item.lead.id, ...asked })
    : ask('leads', 'updateLeadOf', { id: item.message.id, ...asked })
}

async function takeBack(item: BoardItem, { id, assignee }: Lead): Promise<Lead> {
  const before = { status: statusOfItem(item), assigneeId: assigneeOfItem(item)?.id ?? null }
  return (await ask('leads', 'updateLead', { id, ...before, from: assignee?.id ?? null })).lead
}

function doneInWords({ status, assignee }: WantedMove, lead: Lead): string {
  if (status !== undefined) return `Статус: ${leadStatusTitles[status].toLowerCase()}`
  return assignee ? `Ответственный: ${lead.assignee?.name ?? assignee.name}` : 'Теперь ничей'
}

function showFailure(error: Error): void {
  const taker = takerOf(error)
  showErrorToast(taker ? takenInWords(taker) : `Не получилось. ${sentenceOf(error)}`)
}
