/** Reminders that are over: announced as they come, and counted beside «Лиды» in the menu. */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Signals } from '../../../../../contract/signals.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'

export interface DueReminder {
  /** A lead may be due more than once. */
  key: number
  leadId: number
  reminder: string | null
  text: string
}

let due: readonly DueReminder[] = []
let keys = 0
const watchers = new Set<() => void>()

function change(to: readonly DueReminder[]): void {
  due = to
  for (const watcher of watchers) watcher()
}

/** What the signal `leads.due` does. */
export function takeDue(cache: QueryClient, { leadId, reminder, text }: Signals['leads.due']): void {
  keys += 1
  change([...due, { key: keys, leadId, reminder, text }])
  void cache.invalidateQueries({ queryKey: ['leads', 'listLeads'] })
}

export const forgetDue = (key: number): void => change(due.filter((one) => one.key !== key))

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const read = (): readonly DueReminder[] => due

/** Those that came since the page was opened and are not closed. */
export const useDueNotices = (): readonly DueReminder[] => useSyncExternalStore(watch, read, read)

/** How many of the reader's leads are due. Nothing is asked before there is a connection: the page comes first. */
export function useDueCount(on: boolean): number {
  const { state } = useConnection()
  const { data } = useCall(
    'leads',
    'listLeads',
    { whose: 'mine', list: 'due', limit: 1 },
    { enabled: on && state === 'online' },
  )
  return data?.counts.due ?? 0
}
