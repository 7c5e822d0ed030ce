import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyArticle, type ArticleDraft, type EditedArticle } from '../../../../../contract/site/blog.ts'
import { ownError } from '../../../../kit/calls/call-error.ts'
import { articleSaver } from './article-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const saved = (draft: ArticleDraft, revision: number): EditedArticle => ({
  id: 1,
  title: draft.title,
  slug: null,
  state: 'draft',
  publishedAt: null,
  unpublished: true,
  changed: { name: 'editor', at: '2026-11-20T12:00:00.000Z' },
  draft,
  coverPicture: null,
  revision,
  versions: [],
})

function open(refusal: Error | null = null) {
  const asked: [revision: number | null, title: string][] = []
  const states: string[] = []
  const saver = articleSaver(
    { draft: emptyArticle, saved: null },
    async (article, draft) => {
      asked.push([article?.revision ?? null, draft.title])
      if (refusal) throw refusal
      return saved(draft, asked.length)
    },
    ({ saving }) => states.push(saving.state),
  )
  return { saver, asked, states }
}

it('saves a moment after the last letter: the first time a new article, later the one that was saved', async () => {
  const { saver, asked, states } = open()
  saver.change({ title: 'а' })
  saver.change({ title: 'аб' })
  expect([asked, saver.isUnsaved]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([[null, 'аб']])
  saver.change({ title: 'абв' })
  expect(await saver.settle()).toBe(true)
  expect(asked).toEqual([
    [null, 'аб'],
    [1, 'абв'],
  ])
  expect([saver.state.saved?.revision, saver.isUnsaved, states.at(-1)]).toEqual([2, false, 'saved'])
})

it('saves nothing over another editor, and nothing once it ended', async () => {
  const { saver, asked, states } = open(ownError('ARTICLE_ALREADY_CHANGED'))
  saver.change({ title: 'а' })
  expect(await saver.settle()).toBe(false)
  saver.change({ title: 'аб' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.length, states.at(-1), saver.state.draft.title]).toEqual([1, 'overtaken', 'аб'])
  saver.end()
  expect(saver.isUnsaved).toBe(false)
})
