/** Performs actions: shows them at once, sends them, rolls back what failed and says why, and takes back what was done. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { ActionRefused, type Action, type ActionResult, type PerformAction } from '../../../../kit/actions/action.ts'
import { hideActionToast, showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { listCards, patchCards } from '../page/cards-cache.ts'
import { changeLeft, recountLeft } from '../page/left-cache.ts'
import type { MarkChanges } from '../card/patch-message.ts'
import { changesBy, changesOf, instead, patchAction, stillShown } from './action-changes.ts'
import { useSending, type Work } from './use-sending.ts'
import type { HidingFields } from '../card/collapsed-reason.ts'
import { foldsToLines, leavesList } from './what-leaves.ts'

/** An action that was done and can be taken back. */
interface Done {
  action: Action
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
  work: Work | null
}

/** This many are remembered to be taken back. */
const REMEMBERED = 50

export interface ListRead {
  /** By which filter it was read. */
  readBy: HidingFields
  /** The reader. */
  myId: number
  /** What went from the list by an action is being taken back: these come to it again. */
  onTakeBack: (ids: readonly number[]) => void
  /** And now they are there for the server too. */
  onReturned: (ids: readonly number[]) => void
}

export function useUndoableActions(list: ListRead): UndoableActions {
  const cache = useQueryClient()
  const now = useRef(list)
  useEffect(() => {
    now.current = list
  })
  const [done, setDone] = useState<readonly Done[]>([])
  const { sendAll, work } = useSending()

  const perform: PerformAction = useCallback(
    (action, messages) => {
      const { readBy, myId } = now.current
      const leaves = leavesList(action, readBy)
      const known = listCards(cache)
      // A key may come again before what has left is gone from the screen.
      const there = messages.filter(({ id }) => !leaves || known.get(id)?.handled !== action.handles)
      if (there.length === 0) return
      const { targets, touched, before, after } = changesOf(action, there, known)
      const folds = foldsToLines(action, targets, readBy, myId)
      const show = (changes: MarkChanges, isDone: boolean): void => {
        patchCards(cache, patchAction(action, changes, isDone))
        if (leaves) changeLeft(cache, isDone ? -changes.size : changes.size)
      }
      let takenBack = false
      const takeBack = (): void => {
        const { undo } = action
        if (!undo || takenBack) return
        takenBack = true
        setDone((all) => all.filter((each) => each !== mine))
        hideActionToast()
        if (leaves) now.current.onTakeBack([...touched.keys()])
        show(before, false)
        // In line at once: what is done to a message next must not come before this.
        const sendBack = async (message: FeedMessage): Promise<ActionResult> =>
          (await sending).changed.includes(message) ? undo(message) : { changed: false }
        void sendAll(targets, sendBack).then(({ failures: stuck, changed }) => {
          recountLeft(cache)
          if (leaves && changed.length > 0) now.current.onReturned([...touched.keys()])
          if (stuck.length === 0) return
          show(stillShown(changesBy(stuck, instead(after, stuck), touched), before, listCards(cache)), true)
          showErrorToast(`Отменить не получилось${howMany(stuck, targets)}. ${whyOf(stuck)}`)
        })
      }
      const mine: Done = { action, ids: new Set(touched.keys()), takeBack }

      show(after, true)
      if (!action.silent && action.undo) setDone((all) => [mine, ...all].slice(0, REMEMBERED))
      const sending = sendAll(targets, action.send)
      void sending.then(({ failures, changed }) => {
        const standing = stillShown(changesBy(failures, instead(before, failures), touched), after, listCards(cache))
        show(standing, false)
        if (changed.length === 0) setDone((all) => all.filter((each) => each !== mine))
        if (!action.silent) recountLeft(cache)
        if (action.silent || takenBack) return
        if (failures.length > 0) showErrorToast(failuresInWords(failures, targets))
        else if (changed.length === 0) showActionToast(action.already ?? doneInWords(action, targets), null)
        else showActionToast(doneInWords(action, targets), folds ? null : action.undo && takeBack)
      })
    },
    [cache, sendAll],
  )

  const takeBackLast = useCallback(() => done[0]?.takeBack(), [done])
  return useMemo(() => ({ perform, done, takeBackLast, work }), [perform, done, takeBackLast, work])
}

function howMany(some: readonly unknown[], all: readonly unknown[]): string {
  return all.length > 1 ? `: ${some.length} из ${all.length}` : ''
}

type Failures = Parameters<typeof instead>[1]

const whyOf = ([first]: Failures): string =>
  first?.error instanceof ActionRefused ? first.error.message : sentenceOf(first?.error)

function failuresInWords(failures: Failures, targets: readonly FeedMessage[]): string {
  const isExplained = targets.length === 1 && failures[0]?.error instanceof ActionRefused
  return isExplained ? whyOf(failures) : `Не получилось${howMany(failures, targets)}. ${whyOf(failures)}`
}

function doneInWords({ done }: Action, { length }: readonly unknown[]): string {
  return length > 1 ? `${done}: ${length} ${plural(length, messageForms)}` : done
}
