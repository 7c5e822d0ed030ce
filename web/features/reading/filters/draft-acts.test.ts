import { expect, test } from 'vitest'
import { emptyFilter, type Filter } from '../../../../contract/reading/filters.ts'
import { draftActs } from './draft-acts.ts'
import type { FilterFieldChanges } from './filter-drafts.ts'

const filter = { ...emptyFilter, id: 3, name: 'Дефолтная', excludedWords: ['резюме'] } as Filter
const addWord = ({ excludedWords }: { excludedWords: string[] }) => ({ excludedWords: [...excludedWords, 'студии'] })

/** What is written by what is to be kept: at once, or as a change that is not saved. */
function kept(changes: FilterFieldChanges | null, editable = true) {
  const written: { saved: unknown[]; changed: unknown[] } = { saved: [], changed: [] }
  const { keep } = draftActs({
    filter,
    editable,
    changes,
    fields: { ...filter, ...changes },
    change: (made) => void written.changed.push(made),
    update: (made) => void written.saved.push(made),
    forgotten: () => {},
  })
  keep(addWord)
  return written
}

test('what is kept is saved at once where nothing else is changed', () => {
  expect(kept(null)).toEqual({ saved: [{ id: 3, excludedWords: ['резюме', 'студии'] }], changed: [] })
})

test('while the filter is being changed it is one change more, and nothing is saved', () => {
  const more = { saved: [], changed: [{ excludedWords: ['резюме', 'студии'] }] }
  expect(kept({ kind: 'post' })).toEqual(more)
  expect(kept({ excludedWords: [] })).toEqual({ saved: [], changed: [{ excludedWords: ['студии'] }] })
  // Of a filter that others may save.
  expect(kept(null, false)).toEqual(more)
})
