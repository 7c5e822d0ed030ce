import { describe, expect, test } from 'vitest'
import { SPAM_COUNT, type FeedMessage } from '../../../../contract/reading/feed.ts'
import { dislikeChange, likeChange, noteChange, ownNote, spamChange } from './mark-changes.ts'

const me = { id: 5, name: 'Анна' }
const now = new Date('2026-03-10T12:00:00Z')
const message = (given: Partial<FeedMessage>): FeedMessage =>
  ({
    likes: [],
    dislikes: [],
    notes: [],
    spamMarked: false,
    spamCount: 0,
    spam: false,
    verdict: null,
    ...given,
  }) as FeedMessage

describe('likes and dislikes', () => {
  test('one takes the other away, and those of colleagues stay', () => {
    expect(likeChange(message({ likes: [7], dislikes: [5, 8] }), me, true)).toEqual({ likes: [7, 5], dislikes: [8] })
    expect(dislikeChange(message({ likes: [7, 5], dislikes: [8] }), me, true)).toEqual({ likes: [7], dislikes: [8, 5] })
  })

  test('taken back, each leaves the other alone', () => {
    expect(likeChange(message({ likes: [5, 7], dislikes: [8] }), me, false)).toEqual({ likes: [7], dislikes: [8] })
    expect(dislikeChange(message({ likes: [7], dislikes: [5] }), me, false)).toEqual({ likes: [7], dislikes: [] })
  })

  test('set twice, count once', () => {
    expect(likeChange(message({ likes: [5] }), me, true).likes).toEqual([5])
  })
})

describe('a spam mark', () => {
  test.each([
    ['makes it spam', {}, true, { spamMarked: true, spamCount: 1, spam: true }],
    [
      'said twice counts once',
      { spamMarked: true, spamCount: 1, spam: true },
      true,
      { spamMarked: true, spamCount: 1, spam: true },
    ],
    [
      'taken back clears it',
      { spamMarked: true, spamCount: 1, spam: true },
      false,
      { spamMarked: false, spamCount: 0, spam: false },
    ],
    [
      'taken back leaves it spam to everybody',
      { spamMarked: true, spamCount: SPAM_COUNT + 1, spam: true },
      false,
      { spamMarked: false, spamCount: SPAM_COUNT, spam: true },
    ],
    [
      'taken back is the last of many',
      { spamMarked: true, spamCount: SPAM_COUNT, spam: true },
      false,
      { spamMarked: false, spamCount: SPAM_COUNT - 1, spam: false },
    ],
    ['is stronger than an approval', { verdict: 'approved' }, true, { spamMarked: true, spamCount: 1, spam: true }],
    ['that is not there can not be taken back', {}, false, { spamMarked: false, spamCount: 0, spam: false }],
  ] as const)('%s', (_, given, value, change) => {
    expect(spamChange(message(given), value)).toEqual(change)
  })

  test('leaves what the model held for spam as it was', () => {
    expect(spamChange(message({ spam: true }), false)).toEqual({ spamMarked: false, spamCount: 0, spam: true })
  })
})

describe('a note', () => {
  const theirs = { user: { id: 7, name: 'Глеб' }, text: 'звонил', updatedAt: now.toISOString() }

  test('is written, changed and taken away beside those of colleagues', () => {
    const written = noteChange(message({ notes: [theirs] }), me, ' позвонить ', now)
    expect(written.notes).toEqual([theirs, { user: me, text: 'позвонить', updatedAt: now.toISOString() }])
    expect(ownNote(message(written), me)).toBe('позвонить')
    expect(noteChange(message(written), me, '  ', now).notes).toEqual([theirs])
  })

  test('of a colleague is not one’s own', () => {
    expect(ownNote(message({ notes: [theirs] }), me)).toBe('')
  })
})
