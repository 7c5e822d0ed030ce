import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { ActionRefused, type Action } from '../../../../kit/actions/action.ts'
import { sampleMessage } from '../card/message.samples.ts'
import { listed, type Cards } from '../card/patch-message.ts'
import { patchCards } from '../page/cards-cache.ts'
import { changesBy, changesOf, instead, patchAction, stillShown } from './action-changes.ts'
import { foldsToLines, leavesList } from './what-leaves.ts'

const author = (id: number) => ({ id, name: `Автор ${id}`, avatar: null, url: null, city: null })
const messages = [
  sampleMessage({ id: 1, author: author(1) }),
  sampleMessage({ id: 2, author: author(1), blackListed: true }),
  sampleMessage({ id: 3, author: author(2) }),
  sampleMessage({ id: 4, author: author(3) }),
] as const
const [first, second, third, fourth] = messages
const known = new Map(messages.map((message) => [message.id, message]))
const favor: Action = {
  done: 'Добавлено в избранное',
  change: () => ({ favorite: true }),
  send: async () => ({}),
  undo: null,
}
const blackList: Action = {
  ...favor,
  change: () => ({ blackListed: true }),
  alsoAffects: (target, other) => target.author?.id === other.author?.id,
}

test('what it is done to changes, and keeps what was there before', () => {
  const { targets, before, after } = changesOf(favor, [{ ...first, favorite: true }], known)
  expect(targets).toEqual([first])
  expect([...after]).toEqual([[1, { favorite: true }]])
  expect([...before]).toEqual([[1, { favorite: false }]])
})

test('a message that is kept no more changes as it was handed over', () => {
  const gone = sampleMessage({ id: 9, favorite: true })
  expect([...changesOf(favor, [gone], known).before]).toEqual([[9, { favorite: true }]])
})

test('others change with it, each back to its own', () => {
  const { before, after } = changesOf(blackList, [first], known)
  expect([...after.keys()]).toEqual([1, 2])
  expect(before.get(1)).toEqual({ blackListed: false })
  expect(before.get(2)).toEqual({ blackListed: true })
})

test('of what failed only that goes back which no other one of them changed', () => {
  const { after, touched } = changesOf(blackList, [first, third], known)
  expect([...changesBy([{ message: third }], after, touched).keys()]).toEqual([3])
  expect([...changesBy([{ message: first }], after, touched).keys()]).toEqual([1, 2])
  expect([...changesBy([{ message: fourth }], after, touched).keys()]).toEqual([])
  const ofBoth = changesOf(blackList, [first, second], known)
  expect([...changesBy([{ message: first }], ofBoth.after, ofBoth.touched).keys()]).toEqual([])
})

test('what was refused shows what the refusal holds, unless a signal has brought more', () => {
  const lead = (id: number, name: string) =>
    ({ id, status: 'inWork', assignee: { id: 5, name }, takenAt: null, remindAt: null }) as const
  const mine = lead(0, 'Я')
  const { before, after } = changesOf({ ...favor, change: () => ({ lead: mine }) }, [first], known)
  const refused = { message: first, error: new ActionRefused('Уже взял(а): Вера', { lead: lead(0, 'Вера') }) }
  const back = (shown: FeedMessage, failure: { message: FeedMessage; error: unknown }) =>
    stillShown(instead(before, [failure]), after, new Map([[1, shown]])).get(1)
  expect(back({ ...first, lead: mine }, refused)).toEqual({ lead: lead(0, 'Вера') })
  expect(back({ ...first, lead: lead(7, 'Вера Белова') }, refused)).toEqual({})
  expect(back({ ...first, lead: mine }, { message: first, error: new Error('no connection') })).toEqual({ lead: null })
})

test('what is deleted for everybody goes from the list with what goes by it, and comes back to its place', () => {
  const reject: Action = { ...blackList, removes: true }
  const { before, after } = changesOf(reject, [first], known)
  const page: Cards = { messages: [...messages] }
  const without = patchAction(reject, after, true)(page, emptyFilter)
  expect(listed(without.messages, without.removed)).toEqual([third, fourth])
  const back = patchAction(reject, before, false)(without, emptyFilter)
  expect(listed(back.messages, back.removed)).toEqual(messages)
})

test('what only hides a message leaves it in the list', () => {
  const { after } = changesOf(blackList, [third], known)
  const page = patchAction(blackList, after, true)<Cards>({ messages: [...messages] }, emptyFilter)
  expect(listed(page.messages, page.removed).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('what is handled goes from the pages it fits no more, whichever of them it was done on', () => {
  const handle: Action = { ...favor, change: () => ({ handled: true }), handles: true }
  const cache = new QueryClient()
  const kept = (handled: 'hide' | 'show') => {
    const key = ['feed', 'queryFeed', { question: handled, reading: 1, page: 1 }]
    cache.setQueryData(key, { messages: [...messages], handled })
    return () => {
      const { messages: all = [], removed } = cache.getQueryData<Cards>(key) ?? {}
      return listed(all, removed).map(({ id, handled: isHandled }) => (isHandled ? `${id} handled` : String(id)))
    }
  }
  const [hiding, showing] = [kept('hide'), kept('show')]
  const { before, after } = changesOf(handle, [first], known)
  patchCards(cache, patchAction(handle, after, true))
  expect(hiding()).toEqual(['2', '3', '4'])
  expect(showing()).toEqual(['1 handled', '2', '3', '4'])
  patchCards(cache, patchAction(handle, before, false))
  expect(hiding()).toEqual(['1', '2', '3', '4'])
  expect(showing()).toEqual(['1', '2', '3', '4'])
})

test.each([
  ['hide', true, 'handled'],
  ['hide', false, null],
  ['show', true, null],
  ['only', true, null],
  ['only', false, 'handled'],
] as const)('where handled ones are to %s, a mark of %s takes a message away: %s', (handled, handles, leaves) => {
  const action: Action = { ...blackList, handles }
  expect(leavesList(action, { ...emptyFilter, handled })).toBe(leaves)
})

test('a line takes the place of what an action hides, unless the filter shows it all the same', () => {
  const hide: Action = { ...blackList, hides: 'автор в чёрном списке' }
  expect(foldsToLines(hide, [first], emptyFilter, 1)).toBe(true)
  expect(foldsToLines(hide, [first], { ...emptyFilter, onlyBlackList: true }, 1)).toBe(false)
  // What goes from the list leaves no line.
  expect(foldsToLines({ ...hide, removes: true }, [first], emptyFilter, 1)).toBe(false)
})
