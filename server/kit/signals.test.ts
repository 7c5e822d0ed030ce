import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Bus, BusMessages } from './bus.ts'
import type { AppContext } from './context.ts'
import { silentLog } from './log.ts'
import {
  forwardBusMessage,
  runSignals,
  type DeclaredSignals,
  type OutgoingSignal,
  type SignalDeclaration,
} from './signals.ts'

const [ANNA, BORIS, ABSENT] = [1, 2, 3]
type Change = BusMessages['author.listed']

let errors: string[]
let stop: (() => void) | null = null
beforeEach(() => {
  vi.useFakeTimers()
  errors = []
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

/** A process with these people connected, and what their browsers were sent. */
function run(declared: DeclaredSignals, connected: number[] = [ANNA, BORIS]) {
  const emitter = new EventEmitter()
  const bus: Bus = {
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    close: async () => {},
  }
  const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
    error: ({ err }: { err: Error }) => errors.push(err.message),
  })
  const sent: unknown[] = []
  const people = {
    listPeople: () => connected,
    sendSignal: (userId: number, name: string, payload: object, exceptSocket?: string | null) =>
      void sent.push([userId, name, payload, ...(exceptSocket === undefined ? [] : [exceptSocket])]),
  }
  const running = runSignals({ ...({} as AppContext), bus, log }, people, declared)
  stop = () => running.close()
  return {
    sent,
    emitter,
    close: running.close,
    hear: <Name extends keyof BusMessages>(name: Name, payload: BusMessages[Name]) => void emitter.emit(name, payload),
    /** Until all that runs now has run. */
    settle: () => vi.advanceTimersByTimeAsync(0),
  }
}

const listed = ({ userId, authorId }: Change): OutgoingSignal => ({
  userId,
  name: 'feed.author',
  payload: { authorId, blackListed: true },
})
const signalOf = (userId: number, authorId: number) => [userId, 'feed.author', { authorId, blackListed: true }]

/** Counts how often it was read, and what of. */
function authors(more: Partial<SignalDeclaration<Change>> = {}) {
  const reads: Change[][] = []
  const declared: SignalDeclaration<Change> = {
    name: 'feed.author',
    on: { 'author.listed': (change) => ({ userIds: [change.userId], change }) },
    keyOf: ({ userId, authorId }) => `${userId} ${authorId}`,
    missed: (_ctx, userIds) => userIds.map((userId) => ({ userId, authorId: 0 })),
    read: async (_ctx, changes) => {
      reads.push(changes)
      await Promise.resolve()
      return changes.map(listed)
    },
    ...more,
  }
  return { declared, reads }
}

it('reads what changed when it is sent: changes that come meanwhile are one signal, the last', async () => {
  const { declared, reads } = authors()
  const { sent, hear, settle } = run([declared])
  for (let time = 0; time < 5; time += 1) hear('author.listed', { userId: ANNA, authorId: 7 })
  hear('author.listed', { userId: ANNA, authorId: 8 })
  await settle()
  expect(reads.map((changes) => changes.map(({ authorId }) => authorId))).toEqual([[7], [7, 8]])
  expect(sent).toEqual([signalOf(ANNA, 7), signalOf(ANNA, 7), signalOf(ANNA, 8)])
  hear('author.listed', { userId: BORIS, authorId: 7 })
  await settle()
  expect(sent).toHaveLength(4)
})

it('gathers changes of one thing, merged, before it reads', async () => {
  const { declared, reads } = authors({
    gatherMs: 300,
    keyOf: ({ userId }) => userId,
    merge: (earlier, later) => ({ ...later, authorId: earlier.authorId + later.authorId }),
  })
  const { sent, hear, settle } = run([declared])
  for (const authorId of [1, 20, 300]) hear('author.listed', { userId: ANNA, authorId })
  hear('author.listed', { userId: BORIS, authorId: 4 })
  await vi.advanceTimersByTimeAsync(150)
  expect(reads).toEqual([])
  await vi.advanceTimersByTimeAsync(150)
  await settle()
  expect(sent).toEqual([signalOf(ANNA, 321), signalOf(BORIS, 4)])
})

it('rests after sending, and keeps what changed meanwhile', async () => {
  const { declared } = authors({ restMs: (signals) => signals.length * 100 })
  const { sent, hear, settle } = run([declared])
  hear('author.listed', { userId: ANNA, authorId: 1 })
  await settle()
  hear('author.listed', { userId: ANNA, authorId: 1 })
  hear('author.listed', { userId: ANNA, authorId: 1 })
  await vi.advanceTimersByTimeAsync(99)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
})

it('reads nothing for people who are not connected here', async () => {
  const { declared, reads } = authors()
  const { hear, settle } = run([declared])
  hear('author.listed', { userId: ABSENT, authorId: 1 })
  await settle()
  const nobody = run([declared], [])
  nobody.hear('author.listed', { userId: ANNA, authorId: 1 })
  nobody.hear('bus.reconnected', {})
  await settle()
  expect(reads).toEqual([])
})

it('sends everything to everybody connected when the bus was away, together with what is known to have changed', async () => {
  const { declared } = authors({ gatherMs: 10 })
  const { sent, hear } = run([declared])
  hear('author.listed', { userId: ANNA, authorId: 5 })
  hear('bus.reconnected', {})
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual([signalOf(ANNA, 5), signalOf(ANNA, 0), signalOf(BORIS, 0)])
})

it('passes a message on to all browsers but the one that knows already, each of them', async () => {
  const changed = (userId: number) => ({ userId, name: 'groups.changed' as const, payload: {} })
  const { sent, hear, settle } = run([
    forwardBusMessage(
      'groups.changed',
      ({ userId, exceptSocket }) => [{ ...changed(userId), exceptSocket }],
      (userId) => [changed(userId)],
    ),
  ])
  hear('groups.changed', { userId: ANNA, exceptSocket: 'tab' })
  hear('groups.changed', { userId: ANNA, exceptSocket: null })
  hear('groups.changed', { userId: ABSENT, exceptSocket: null })
  await settle()
  expect(sent).toEqual([
    [ANNA, 'groups.changed', {}, 'tab'],
    [ANNA, 'groups.changed', {}, null],
  ])
  hear('bus.reconnected', {})
  await settle()
  expect(sent.slice(2)).toEqual([
    [ANNA, 'groups.changed', {}],
    [BORIS, 'groups.changed', {}],
  ])
})

it('an error is logged, and stops neither the next change nor another signal', async () => {
  const { declared: sound } = authors()
  const { declared: failing } = authors({
    read: (_ctx, changes) => {
      if (changes.some(({ authorId }) => authorId === 1)) throw new Error('unreadable')
      return changes.map(listed)
    },
  })
  const { declared: deaf } = authors({
    on: {
      'author.listed': () => {
        throw new Error('unheard')
      },
    },
  })
  const { sent, hear, settle } = run([deaf, failing, sound])
  hear('author.listed', { userId: ANNA, authorId: 1 })
  await settle()
  expect(errors).toEqual(['unheard', 'unreadable'])
  expect(sent).toEqual([signalOf(ANNA, 1)])
  hear('author.listed', { userId: ANNA, authorId: 2 })
  await settle()
  expect(sent.slice(1)).toEqual([signalOf(ANNA, 2), signalOf(ANNA, 2)])
})

it('what the database could not say while it was away is read again, with what changed since', async () => {
  let away = true
  const { declared } = authors({
    read: async (_ctx, changes) => {
      if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      return changes.map(listed)
    },
  })
  const { sent, hear } = run([declared])
  hear('author.listed', { userId: ANNA, authorId: 1 })
  await vi.advanceTimersByTimeAsync(500)
  hear('author.listed', { userId: ANNA, authorId: 1 })
  hear('author.listed', { userId: ANNA, authorId: 2 })
  hear('bus.reconnected', {})
  await vi.advanceTimersByTimeAsync(1_000)
  away = false
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([signalOf(ANNA, 1), signalOf(ANNA, 2), signalOf(ANNA, 0), signalOf(BORIS, 0)])
})

it('keeps state of its own for each process', async () => {
  const counting = () => {
    let changes = 0
    return authors({ read: (_ctx, all) => all.map((each) => listed({ ...each, authorId: (changes += 1) })) }).declared
  }
  const processes = [run([counting]), run([counting])]
  for (const { hear } of processes) hear('author.listed', { userId: ANNA, authorId: 9 })
  await vi.advanceTimersByTimeAsync(0)
  expect(processes.map(({ sent }) => sent)).toEqual([[signalOf(ANNA, 1)], [signalOf(ANNA, 1)]])
})

it('sends and hears nothing more when it is closed', async () => {
  const { declared } = authors({ gatherMs: 10 })
  const { sent, hear, emitter, close } = run([declared])
  hear('author.listed', { userId: ANNA, authorId: 1 })
  close()
  expect(emitter.eventNames()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
})
