/** Sends what was done to messages: in order for each of them, several of them at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { ActionResult } from '../../../../kit/actions/action.ts'
import { patchMarks, patchRemoved, patchThere } from '../card/patch-message.ts'
import { patchCards, readChangeAgain, takeMessageChange } from '../page/cards-cache.ts'
import { beginAction, endAction } from '../page/actions-underway.ts'

/** How far a long work has come. */
export interface Work {
  done: number
  of: number
}

/** This many are sent at once. */
const AT_ONCE = 6
/** More than this many messages take a while, and show how far it is. */
const LONG = 8

interface Failure {
  message: FeedMessage
  error: unknown
}

interface Sent {
  failures: Failure[]
  /** Those with which something was done. */
  changed: FeedMessage[]
}

type Send = (message: FeedMessage) => Promise<ActionResult>

export function useSending() {
  const cache = useQueryClient()
  const [work, setWork] = useState<Work | null>(null)
  // Through a mutation, so that whatever watches over actions sees these too.
  const { mutateAsync } = useMutation({ mutationFn: (send: () => Promise<ActionResult>) => send() })
  const queues = useRef(new Map<number, Promise<unknown>>())

  /** Actions on one message go one after another, and only the answer to the last one is believed. */
  const sendOne = useCallback(
    async (message: FeedMessage, send: Send): Promise<ActionResult> => {
      const before = queues.current.get(message.id) ?? Promise.resolve()
      const mine = before.then(() => mutateAsync(() => send(message)))
      const settled = mine.catch(() => undefined)
      queues.current.set(message.id, settled)
      beginAction(cache, message.id)
      const isLast = (): boolean => queues.current.get(message.id) === settled
      try {
        const after = await mine
        const { marks, removed } = after
        if (!isLast()) return after
        queues.current.delete(message.id)
        const heard = endAction(cache, message.id)
        if (heard && marks) readChangeAgain(cache, heard)
        else if (heard) takeMessageChange(cache, heard)
        if (marks) patchCards(cache, (page) => patchMarks(page, new Map([[message.id, marks]])))
        if (removed !== undefined)
          patchCards(cache, (page) =>
            removed ? patchRemoved(page, [message.id], 'reader') : patchThere(page, message.id),
          )
        return after
      } finally {
        if (isLast()) {
          queues.current.delete(message.id)
          const heard = endAction(cache, message.id)
          if (heard) takeMessageChange(cache, heard)
        }
      }
    },
    [cache, mutateAsync],
  )

  const sendAll = useCallback(
    async (messages: readonly FeedMessage[], send: Send): Promise<Sent> => {
      const failures: Failure[] = []
      const changed: FeedMessage[] = []
      const waiting = [...messages]
      const long = messages.length > LONG
      let ready = 0
      if (long) setWork({ done: 0, of: messages.length })
      const worker = async (): Promise<void> => {
        for (let message = waiting.shift(); message; message = waiting.shift()) {
          try {
            const after = await sendOne(message, send)
            if (after.changed !== false) changed.push(message)
          } catch (error) {
            failures.push({ message, error })
          }
          ready += 1
          if (long) setWork({ done: ready, of: messages.length })
        }
      }
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, messages.length) }, worker))
      if (long) setWork(null)
      return { failures, changed }
    },
    [sendOne],
  )
  return { sendAll, work }
}
