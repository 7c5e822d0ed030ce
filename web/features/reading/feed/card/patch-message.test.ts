import { describe, expect, test } from 'vitest'
import { sampleMessage } from './message.samples.ts'
import {
  listed,
  patchAuthor,
  patchMarks,
  patchMessage,
  patchMissed,
  patchRemoved,
  patchThere,
  type Cards,
} from './patch-message.ts'

const author = (id: number) => ({ id, name: `Автор ${id}`, avatar: null, url: null, city: null })
const page: Cards = {
  messages: [
    sampleMessage({ id: 3, author: author(1) }),
    sampleMessage({ id: 2, author: author(2) }),
    sampleMessage({ id: 1, author: author(1) }),
  ],
}

describe('the signal of a message', () => {
  test('changes what it names and nothing else', () => {
    const after = patchMessage(page, { messageId: 2, marks: { spamCount: 4, favorite: true } })
    expect(after.messages[1]).toEqual({ ...page.messages[1], spamCount: 4, favorite: true })
    expect(after.messages[0]).toBe(page.messages[0])
    expect(after.removed).toBeUndefined()
  })

  test('of another page leaves the very same page', () => {
    expect(patchMessage(page, { messageId: 9, removed: true, marks: { viewed: true } })).toBe(page)
  })

  test('takes a message away, keeps its place, and brings it back', () => {
    const gone = patchMessage(page, { messageId: 2, removed: true })
    expect(gone.messages).toHaveLength(3)
    expect(gone.removed).toEqual({ 2: 'moderator' })
    expect(patchMessage(gone, { messageId: 2, removed: true })).toBe(gone)
    expect(patchMessage(gone, { messageId: 2, removed: false }).removed).toEqual({})
  })

  test('does not call what the reader removed himself the work of a moderator', () => {
    const own = patchRemoved(page, [2], 'reader')
    expect(patchMessage(own, { messageId: 2, removed: true }).removed).toEqual({ 2: 'reader' })
  })

  test('that comes before the answer to the reader’s own action gives way to it', () => {
    const patched = patchMessage(page, { messageId: 2, removed: true })
    expect(patchRemoved(patched, [2], 'reader').removed).toEqual({ 2: 'reader' })
  })

  test('that says it is there changes nothing about one that always was', () => {
    expect(patchMessage(page, { messageId: 2, removed: false })).toBe(page)
  })
})

describe('the signal of an author', () => {
  test('changes all of his messages', () => {
    const after = patchAuthor(page, { authorId: 1, blackListed: true })
    expect(after.messages.map(({ blackListed }) => blackListed)).toEqual([true, false, true])
    expect(patchAuthor(after, { authorId: 1, blackListed: true })).toBe(after)
    expect(
      patchAuthor(after, { authorId: 1, blackListed: false }).messages.map(({ blackListed }) => blackListed),
    ).toEqual([false, false, false])
  })

  test('who wrote nothing here leaves the very same page', () => {
    expect(patchAuthor(page, { authorId: 9, blackListed: true })).toBe(page)
  })
})

test('an action and its way back leave the page as it was', () => {
  const after = patchMarks(
    page,
    new Map([
      [1, { favorite: true }],
      [3, { favorite: true }],
    ]),
  )
  expect(after.messages.map(({ favorite }) => favorite)).toEqual([true, false, true])
  expect(
    patchMarks(
      after,
      new Map([
        [1, { favorite: false }],
        [3, { favorite: false }],
      ]),
    ),
  ).toEqual(page)
})

describe('what was missed without a connection', () => {
  const cards = (...seqIds: number[]) => seqIds.map((seqId) => sampleMessage({ id: seqId, seqId }))
  const held: Cards = { messages: cards(5, 4, 3, 2) }

  test('changes marks, folds what is there no more, and takes in nothing new', () => {
    const now = [sampleMessage({ id: 5, seqId: 5, likes: [7] }), ...cards(3, 2, 1)]
    const after = patchMissed(held, now, false)
    expect(after.messages.map(({ seqId, likes }) => [seqId, likes])).toEqual([
      [5, [7]],
      [4, []],
      [3, []],
      [2, []],
    ])
    expect(after.removed).toEqual({ 4: 'unknown' })
  })

  test('says nothing of what lies below the answer, unless that is all there is', () => {
    expect(patchMissed(held, cards(5, 4), false).removed).toBeUndefined()
    expect(patchMissed(held, cards(5, 4), true).removed).toEqual({ 3: 'unknown', 2: 'unknown' })
    expect(patchMissed(held, [], true).removed).toEqual({ 5: 'unknown', 4: 'unknown', 3: 'unknown', 2: 'unknown' })
  })

  test('of the hottest first reaches as far as the last one of the answer in that order', () => {
    const of = (seqId: number, intent: 'hot' | 'warm' | 'cold') => sampleMessage({ id: seqId, seqId, intent })
    const hottest: Cards = { messages: [of(3, 'hot'), of(9, 'warm'), of(5, 'warm'), of(8, 'cold')] }
    expect(patchMissed(hottest, [of(3, 'hot'), of(5, 'warm')], false, 'hot').removed).toEqual({ 9: 'unknown' })
    expect(patchMissed(hottest, [of(3, 'hot')], false, 'hot').removed).toBeUndefined()
    expect(patchMissed(hottest, [of(3, 'hot'), of(7, 'cold')], false, 'hot').removed).toEqual({
      9: 'unknown',
      5: 'unknown',
      8: 'unknown',
    })
  })

  test('brings back what was removed, and leaves what the card can explain', () => {
    const before: Cards = {
      messages: [sampleMessage({ id: 5, seqId: 5, spam: true }), ...cards(4, 3)],
      removed: { 4: 'moderator', 3: 'reader' },
    }
    expect(patchMissed(before, cards(4), true).removed).toEqual({ 3: 'reader' })
  })
})

describe('what its reader is done with', () => {
  const page = patchRemoved<Cards>({ messages: [sampleMessage({ id: 1 }), sampleMessage({ id: 2 })] }, [1], 'handled')
  const done: Cards = { ...page, messages: page.messages.map((each) => ({ ...each, handled: each.id === 1 })) }
  const ids = ({ messages, removed }: Cards): number[] => listed(messages, removed).map(({ id }) => id)

  test('is gone from the list, also when it is reported to be there for everybody', () => {
    expect(ids(page)).toEqual([2])
    expect(ids(patchThere(page, 1))).toEqual([2])
    expect(
      ids(patchMessage(done, { messageId: 1, removed: false, marks: { verdict: 'rejected', handled: true } })),
    ).toEqual([2])
  })

  test('is back when they are not, in whichever tab they said so', () => {
    expect(ids(patchMessage(done, { messageId: 1, marks: { handled: false } }))).toEqual([1, 2])
  })

  test('is gone again when what brought it back was late', () => {
    const late = patchMessage(done, { messageId: 1, marks: { handled: false } })
    expect(ids(patchMessage(late, { messageId: 1, removed: false, marks: { handled: true } }))).toEqual([2])
    expect(patchMessage(late, { messageId: 1, removed: true }).removed).toEqual({ 1: 'moderator' })
  })

  test('stays gone from a list of what is handled when the server says the same', () => {
    const undone: Cards = { messages: [sampleMessage({ id: 1, handled: false })], removed: { 1: 'handled' } }
    expect(ids(patchMessage(undone, { messageId: 1, marks: { handled: false } }))).toEqual([])
    expect(ids(patchMessage(undone, { messageId: 1, marks: { handled: true } }))).toEqual([1])
  })
})
