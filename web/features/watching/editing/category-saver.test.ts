import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyContent } from '../../../../contract/watching/editing.ts'
import { CallError } from '../../../kit/calls/call-error.ts'
import { categorySaver } from './category-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin(refusal: Error | null = null) {
  const asked: [revision: string | null, name: string][] = []
  const states: string[] = []
  const saver = categorySaver(
    { draft: emptyContent, saved: { revision: null, mistakes: [] } },
    async ({ revision }, { name }) => {
      asked.push([revision, name])
      if (refusal) throw refusal
      return { revision: `after ${name}`, mistakes: [] }
    },
    ({ saving }) => states.push(saving.state),
  )
  return { saver, asked, states }
}

test('a moment after the last letter it saves, each draft from the one that was saved last', async () => {
  const { saver, asked, states } = begin()
  saver.change({ name: 'а' })
  saver.change({ name: 'аб' })
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(700)
  expect(asked).toEqual([[null, 'аб']])
  saver.change({ name: 'абв' })
  expect(await saver.settle()).toBe(true)
  expect(asked).toEqual([
    [null, 'аб'],
    ['after аб', 'абв'],
  ])
  expect([saver.state.saved.revision, saver.isUnsaved, states.at(-1)]).toEqual(['after абв', false, 'saved'])
})

test('nothing is saved over another editor, who is named, and what was typed stays', async () => {
  const { saver, asked } = begin(new CallError('CATEGORY_ALREADY_CHANGED', '', { by: 'Роман' }))
  saver.change({ name: 'а' })
  expect(await saver.settle()).toBe(false)
  saver.change({ name: 'аб' })
  expect(await saver.settle()).toBe(false)
  expect(asked).toHaveLength(1)
  expect(saver.state).toMatchObject({ draft: { name: 'аб' }, saving: { state: 'overtaken', by: 'Роман' } })
})
