/** Does deeds: shows them at once, sends them, rolls back what failed and says why, and takes back what was done. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FeedMessage, MessageMarks } from '../../../../../contract/reading/feed.ts'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import type { ActionResult, Action, PerformAction } from '../../../../kit/actions/action.ts'
import { hideDeed, showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { listCards, patchCards } from '../page/cards-cache.ts'
import { patchMarks, patchRemoved } from '../card/patch-message.ts'

/** A deed that was done and can be taken back. */
interface Done {
  deed: Action
  /** Whatever changed by it, also what it was not done to itself. */
  ids: ReadonlySet<number>
  takeBack: () => void
}

export interface UndoableActions {
  perform: PerformAction
  /** The newest first. */
  done: readonly Done[]
  takeBackLast: () => void
  /** How far a long work has come; null when there is none. */
  work: { done: number; of: number } | null
}

/** This many are remembered to be taken back. */
const REMEMBERED = 50
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

export function useUndoableActions(): UndoableActions {
  const cache = useQueryClient()
  const [done, setDone] = useState<readonly Done[]>([])
  const [work, setWork] = useState<UndoableActions['work']>(null)
  // Through a mutation, so that whatever watches over deeds sees these too.
  const { mutateAsync } = useMutation({ mutationFn: (send: () => Promise<ActionResult>) => send() })
  const queues = useRef(new Map<number, Promise<unknown>>())

  /** Deeds on one message go one after another, and only the answer to the last one is believed. */
  const sendOne = useCallback(
    async (message: FeedMessage, send: (message: FeedMessage) => Promise<ActionResult>): Promise<ActionResult> => {
      const before = queues.current.get(message.id) ?? Promise.resolve()
      const mine = before.then(() => mutateAsync(() => send(message)))
      const settled = mine.catch(() => undefined)
      queues.current.set(message.id, settled)
      try {
        const after = await mine
        const { marks, removed } = after
        if (queues.current.get(message.id) !== settled) return after
        if (marks) patchCards(cache, (page) => patchMarks(page, new Map([[message.id, marks]])))
        if (removed !== undefined)
          patchCards(cache, (page) => patchRemoved(page, [message.id], removed ? 'reader' : null))
        return after
      } finally {
        if (queues.current.get(message.id) === settled) queues.current.delete(message.id)
      }
    },
    [cache, mutateAsync],
  )

  const sendAll = useCallback(
    async (messages: readonly FeedMessage[], send: (message: FeedMessage) => Promise<ActionResult>): Promise<Sent> => {
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

  const perform: PerformAction = useCallback(
    (deed, messages) => {
      const known = listCards(cache)
      const targets = messages.map((message) => known.get(message.id) ?? message)
      const touched = new Map(targets.map((target) => [target.id, targets.filter(({ id }) => id === target.id)]))
      if (deed.alsoAffects) {
        for (const other of known.values()) {
          const by = targets.filter((target) => target.id === other.id || deed.alsoAffects?.(target, other))
          if (by.length > 0) touched.set(other.id, by)
        }
      }
      const after = new Map<number, Partial<MessageMarks>>()
      const before = new Map<number, Partial<MessageMarks>>()
      for (const id of touched.keys()) {
        const message = known.get(id) ?? targets.find((target) => target.id === id)
        if (!message) continue
        const change = deed.change(message)
        after.set(id, change)
        before.set(id, pick(message, Object.keys(change) as (keyof MessageMarks)[]))
      }
      const show = (changes: typeof after): void => patchCards(cache, (page) => patchMarks(page, changes))
      /** Only what these messages changed, and no other one of the same deed. */
      const of = (changes: typeof after, failed: readonly Failure[]): typeof after => {
        const ids = new Set(failed.map(({ message }) => message.id))
        return new Map([...changes].filter(([id]) => touched.get(id)?.every((target) => ids.has(target.id))))
      }

      let takenBack = false
      const takeBack = (): void => {
        const { undo } = deed
        if (!undo || takenBack) return
        takenBack = true
        setDone((all) => all.filter((each) => each !== mine))
        hideDeed()
        show(before)
        void sending.then(async ({ changed }) => {
          const { failures: stuck } = await sendAll(changed, undo)
          if (stuck.length === 0) return
          show(of(after, stuck))
          showErrorToast(`Отменить не получилось${howMany(stuck, changed)}. ${sentenceOf(stuck[0]?.error)}`)
        })
      }
      const mine: Done = { deed, ids: new Set(touched.keys()), takeBack }

      show(after)
      if (!deed.silent && deed.undo) setDone((all) => [mine, ...all].slice(0, REMEMBERED))
      const sending = sendAll(targets, deed.send)
      void sending.then(({ failures, changed }) => {
        show(of(before, failures))
        if (changed.length === 0) setDone((all) => all.filter((each) => each !== mine))
        if (deed.silent || takenBack) return
        if (failures.length > 0)
          showErrorToast(`Не получилось${howMany(failures, targets)}. ${sentenceOf(failures[0]?.error)}`)
        else if (changed.length === 0) showActionToast(deed.already ?? doneInWords(deed, targets), null)
        else showActionToast(doneInWords(deed, targets), deed.undo && takeBack)
      })
    },
    [cache, sendAll],
  )

  const takeBackLast = useCallback(() => done[0]?.takeBack(), [done])
  return useMemo(() => ({ perform, done, takeBackLast, work }), [perform, done, takeBackLast, work])
}

function pick(message: FeedMessage, keys: readonly (keyof MessageMarks)[]): Partial<MessageMarks> {
  return Object.fromEntries(keys.map((key) => [key, message[key]]))
}

function howMany(some: readonly unknown[], all: readonly unknown[]): string {
  return all.length > 1 ? `: ${some.length} из ${all.length}` : ''
}

function doneInWords({ done }: Action, { length }: readonly unknown[]): string {
  return length > 1 ? `${done}: ${length} ${plural(length, messageForms)}` : done
}
