import { expect, test, vi } from 'vitest'
import { emptyContent } from '../../../../contract/watching/editing.ts'
import { CallError } from '../../../kit/calls/call-error.ts'
import { DraftSaver } from './draft-saver.ts'

/** A server that answers when it is told to. */
function begin() {
  const asked: { revision: string | null; name: string; answer: (error?: Error) => void }[] = []
  const states: string[] = []
  const saver = new DraftSaver(
    { content: emptyContent, mistakes: [], revision: null },
    (revision, { name }) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error): void =>
          error ? reject(error) : resolve({ revision: `after ${name}`, mistakes: [] })
        asked.push({ revision, name, answer })
      }),
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
  expect(asked).toMatchObject([{ revision: null, name: 'а' }])
  asked[0]?.answer()
  await first
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toMatchObject({ revision: 'after а', name: 'аб' })
  expect(saver.isUnsaved).toBe(true)
  asked[1]?.answer()
  expect(await second).toBe(true)
  expect([saver.isUnsaved, saver.revision, saver.told.saving.state]).toEqual([false, 'after аб', 'saved'])
})

test('a moment after the last letter it saves by itself, and once', async () => {
  vi.useFakeTimers()
  try {
    const { saver, asked, states } = begin()
    saver.change({ name: 'а' })
    saver.change({ name: 'аб' })
    expect(asked).toEqual([])
    await vi.runOnlyPendingTimersAsync()
    expect(asked.map(({ name }) => name)).toEqual(['аб'])
    asked[0]?.answer()
    await vi.runAllTimersAsync()
    expect([asked.length, states.at(-1)]).toEqual([1, 'saved'])
  } finally {
    vi.useRealTimers()
  }
})

test('what failed is tried again', async () => {
  vi.useFakeTimers()
  try {
    const { saver, asked, states } = begin()
    saver.change({ name: 'а' })
    const settled = saver.settle()
    asked[0]?.answer(new CallError('NETWORK_ERROR', 'Нет связи'))
    expect(await settled).toBe(false)
    expect([states.at(-1), saver.isUnsaved]).toEqual(['failed', true])
    await vi.runOnlyPendingTimersAsync()
    expect(asked.map(({ name }) => name)).toEqual(['а', 'а'])
    asked[1]?.answer()
    await vi.runAllTimersAsync()
    expect(states.at(-1)).toBe('saved')
  } finally {
    vi.useRealTimers()
  }
})

test('nothing is saved over another editor, and what was typed stays', async () => {
  const { saver, asked } = begin()
  saver.change({ name: 'а' })
  const settled = saver.settle()
  asked[0]?.answer(new CallError('CATEGORY_ALREADY_CHANGED', '', { by: 'Роман' }))
  expect(await settled).toBe(false)
  saver.change({ name: 'аб' })
  expect(await saver.settle()).toBe(false)
  expect(asked).toHaveLength(1)
  expect(saver.told).toMatchObject({ content: { name: 'аб' }, saving: { state: 'overtaken', by: 'Роман' } })
})
