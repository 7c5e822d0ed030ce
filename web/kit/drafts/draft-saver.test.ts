import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, ownError } from '../calls/call-error.ts'
import { DraftSaver } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PAUSE = 700

/** A server that answers when the test lets it. */
function begin() {
  const asked: { after: string | null; name: string; answer: (error?: Error) => void }[] = []
  const states: string[] = []
  const saver = new DraftSaver(
    { draft: { name: '', note: 'было' }, saved: null as string | null },
    {
      pause: PAUSE,
      overtaken: 'CATEGORY_ALREADY_CHANGED',
      save: (after, { name }) =>
        new Promise((resolve, reject) => {
          asked.push({ after, name, answer: (error) => (error ? reject(error) : resolve(`after ${name}`)) })
        }),
    },
    ({ saving }) => states.push(saving.state),
  )
  return { saver, asked, states }
}

test('what is typed while a saving runs is saved after it, from where it ended', async () => {
  const { saver, asked } = begin()
  saver.change({ name: 'а' })
  const first = saver.settle()
  saver.change({ name: 'аб' })
  const second = saver.settle()
  expect(asked).toMatchObject([{ after: null, name: 'а' }])
  asked[0]?.answer()
  await first
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toMatchObject([{ name: 'а' }, { after: 'after а', name: 'аб' }])
  expect(saver.isUnsaved).toBe(true)
  asked[1]?.answer()
  expect(await second).toBe(true)
  expect(asked).toHaveLength(2)
  expect([saver.isUnsaved, saver.state.saved, saver.state.saving.state]).toEqual([false, 'after аб', 'saved'])
})

test('a moment after the last letter it saves by itself, and once', async () => {
  const { saver, asked, states } = begin()
  saver.change({ name: 'а' })
  await vi.advanceTimersByTimeAsync(PAUSE - 1)
  saver.change({ name: 'аб' })
  await vi.advanceTimersByTimeAsync(PAUSE - 1)
  expect([asked, saver.isUnsaved, states.at(-1)]).toEqual([[], true, 'waiting'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.map(({ name }) => name)).toEqual(['аб'])
  asked[0]?.answer()
  await vi.runAllTimersAsync()
  expect([asked.length, states.at(-1), saver.isUnsaved]).toEqual([1, 'saved', false])
  expect(saver.state.draft).toEqual({ name: 'аб', note: 'было' })
})

test('what failed is tried again until it is saved, and every word of it is kept', async () => {
  const { saver, asked, states } = begin()
  saver.change({ name: 'а' })
  const settled = saver.settle()
  asked[0]?.answer(ownError('NETWORK_ERROR'))
  expect(await settled).toBe(false)
  expect([states.at(-1), saver.isUnsaved]).toEqual(['failed', true])
  await vi.runOnlyPendingTimersAsync()
  asked[1]?.answer(ownError('NETWORK_ERROR'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.map(({ name }) => name)).toEqual(['а', 'а', 'а'])
  asked[2]?.answer()
  await vi.runAllTimersAsync()
  expect(asked).toHaveLength(3)
  expect([saver.state.draft.name, states.at(-1), saver.isUnsaved]).toEqual(['а', 'saved', false])
})

test.each([
  [{ by: 'Роман' }, 'Роман'],
  [{}, null],
])('nothing is saved over another editor, and what was typed stays: refused with %o', async (details, by) => {
  const { saver, asked, states } = begin()
  saver.change({ name: 'а' })
  const settled = saver.settle()
  asked[0]?.answer(new CallError('CATEGORY_ALREADY_CHANGED', '', details))
  expect(await settled).toBe(false)
  saver.change({ name: 'аб' })
  expect(await saver.settle()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.length, states.at(-1)]).toEqual([1, 'overtaken'])
  expect(saver.state).toMatchObject({ draft: { name: 'аб' }, saving: { state: 'overtaken', by } })
})

test('nothing is saved once it ended', async () => {
  const { saver, asked } = begin()
  saver.change({ name: 'а' })
  saver.end()
  expect(saver.isUnsaved).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await saver.settle()).toBe(true)
  expect(asked).toEqual([])
})

test('it goes on from what was done in other ways than by writing', async () => {
  const { saver, asked } = begin()
  saver.take({ name: 'прежнее', note: 'прежняя' }, 'restored')
  expect(saver.state).toEqual({
    draft: { name: 'прежнее', note: 'прежняя' },
    saved: 'restored',
    saving: { state: 'saved' },
  })
  saver.change({ name: 'новое' })
  void saver.settle()
  expect(asked).toMatchObject([{ after: 'restored', name: 'новое' }])
})
