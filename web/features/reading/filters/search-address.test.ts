import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { searchWordsOf, withSearchWords } from './search-address.ts'

describe('the words of a search in an address', () => {
  test.each([
    ['', 'фото', '?find=%D1%84%D0%BE%D1%82%D0%BE'],
    ['?filter=3&find=x', 'y', '?filter=3&find=y'],
    ['?words=ремонт,кухня&view=hidden', 'a b', '?words=ремонт,кухня&view=hidden&find=a%20b'],
    ['?find=x', '', ''],
    ['?filter=3&find=x', '', '?filter=3'],
  ])('%s and «%s» are %s', (search, words, after) => {
    expect(withSearchWords(search, words)).toBe(after)
  })

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (words) => {
        expect(searchWordsOf(withSearchWords('?filter=3', words.trim()))).toBe(words.trim().toWellFormed())
      }),
    )
  })

  it('are no more than may be typed', () => {
    expect(searchWordsOf(`?find=${'я'.repeat(500)}`)).toHaveLength(200)
  })
})
