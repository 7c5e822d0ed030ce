import { describe, expect, test } from 'vitest'
import { problemsOf } from '../data/data.samples.ts'
import { createCensor } from './censor.ts'
import { readObsceneRoots } from './roots.ts'

const sections = {
  prefixes: 'на\nпо',
  hints: 'д+р+я+н',
  ordinary: 'дрянная',
  beginnings: '~дрян',
  middles: 'одрянк(?!а)',
  latin: '^dryan',
  starred: '^др\\*нь$',
}
const read = (given: Partial<typeof sections> = {}) => {
  const text = Object.entries({ ...sections, ...given }).map(([name, lines]) => `[${name}]\n${lines}\n`)
  return readObsceneRoots([{ name: 'censor/roots.txt', text: text.join('') }])
}

describe('roots', () => {
  test.each([
    ['дрянь', true],
    ['ДРЯЯЯНЬ', true],
    ['надрянить', true],
    ['одрянка', false],
    ['сподрянку', true],
    ['одрян', false],
    ['дрянная', false],
    ['dryan', true],
    ['др*нь', true],
    ['др*****нь', true],
  ])('are read as patterns of words: %s', (word, obscene) => {
    expect(createCensor(read())(`вот ${word}, да`)).toBe(obscene)
  })

  test('are refused with file and line of every mistake', () => {
    expect(problemsOf(() => read({ prefixes: 'на\nна', beginnings: '~дрян\n^(гад', latin: '' }))).toEqual([
      'censor/roots.txt:3: "на" stands at censor/roots.txt:2 already',
      'censor/roots.txt:10: not a regular expression: ^(гад',
      'censor/roots.txt:13: the section "latin" is empty',
    ])
  })
})
