/** The labels are ids of real messages that lie beside a developer's checkout: without them only the labels' form is tested. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { labelledMessagesThere, measureCategories } from '../../../../bench/exactness-categories.ts'
import { loadLanguage } from '../../../kit/language.ts'
import { loadSeededCategories } from './categories.seed.ts'

const seededCategories = loadSeededCategories()

interface Label {
  id: string
  slugs: string[]
}

const labels = readFileSync(new URL('category-labels.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Label => JSON.parse(line))

describe('the labels', () => {
  it('name each message once and only categories that there are', () => {
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length)
    const slugs = new Set(seededCategories.map(({ slug }) => slug))
    expect(labels.flatMap((label) => label.slugs).filter((slug) => !slugs.has(slug))).toEqual([])
  })
})

test.skipIf(!labelledMessagesThere())(
  'labelled messages (../shared/data/messages.ndjson.zst; skipped where absent)',
  async () => {
    const rows = await measureCategories(await loadLanguage())
    expect(rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(labels.length)
    for (const { part, found, wrong, missed } of rows) {
      expect(found / (found + wrong.length), `${part}: wrong ${wrong.join(', ')}`).toBeGreaterThanOrEqual(0.9)
      expect(found / (found + missed.length), `${part}: missed ${missed.join(', ')}`).toBeGreaterThan(0.7)
    }
  },
)
