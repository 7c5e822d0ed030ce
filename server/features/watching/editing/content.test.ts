import { expect, test } from 'vitest'
import { categoryLimits, queryLists, type CategoryContent } from '../../../../contract/watching/editing.ts'
import { joinLines } from '../../../../rules/category-changes.ts'
import { loadSeededCategories } from '../categories/categories.seed.ts'
import { checkPublishable, findQueryMistakes, tidy } from './content.ts'

const shipped = loadSeededCategories().map(({ slug, name, icon, free, description, ...lists }): CategoryContent => ({
  slug,
  name,
  icon,
  free,
  description,
  queries: joinLines(lists.queries),
  topics: joinLines(lists.topics),
  excluded: joinLines(lists.excluded),
}))

test('every shipped category may be published as it is, with room for more', () => {
  expect(shipped.length).toBeGreaterThan(60)
  for (const content of shipped) {
    expect(() => checkPublishable(tidy(content))).not.toThrow()
    for (const list of queryLists)
      expect([content.slug, list, content[list].length < 0.75 * categoryLimits[list]]).toEqual([
        content.slug,
        list,
        true,
      ])
  }
})

test('mistakes are reported at their line, blank lines counted', () => {
  expect(findQueryMistakes({ queries: '\nа\n"', topics: '', excluded: ' \n-б' })).toMatchObject([
    { list: 'queries', line: 2 },
    { list: 'excluded', line: 1, from: 0, to: 2 },
  ])
})

test('what is stored has every line once and nothing around it', () => {
  const content = { ...shipped[0]!, name: ' Имя ', slug: ' a-b ', description: ' Что ', queries: ' а\n\nа\n б ' }
  expect(tidy(content)).toMatchObject({ name: 'Имя', slug: 'a-b', description: 'Что', queries: 'а\nб' })
})
