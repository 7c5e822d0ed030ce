import { describe, expect, it } from 'vitest'
import { MOST_FOUND } from '../contract/watching/projects.ts'
import { decideWidth, FEWEST_A_DAY, MOST_A_DAY } from './preview-width.ts'

describe('the width of a project', () => {
  it.each([
    [0, 14, 'narrow'],
    [13, 14, 'narrow'],
    [FEWEST_A_DAY * 14, 14, 'good'],
    [MOST_A_DAY * 14, 14, 'good'],
    [MOST_A_DAY * 14 + 1, 14, 'wide'],
    [MOST_FOUND, 14, 'wide'],
    [MOST_FOUND + 1, 14, 'tooWide'],
    [MOST_FOUND + 1, 365, 'tooWide'],
    // A service that has run for an hour says nothing of a day.
    [MOST_A_DAY, 0.04, 'good'],
    [0, 0, 'narrow'],
  ] as const)('%i messages in %d days are %s', (total, days, width) => {
    expect(decideWidth(true, total, days)).toBe(width)
  })
  it('is none when there is nothing to look for', () => {
    expect(decideWidth(false, 0, 14)).toBe('empty')
  })
})
