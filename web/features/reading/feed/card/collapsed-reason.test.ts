import { expect, test } from 'vitest'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { sampleMessage } from './message.samples.ts'
import { collapsedReason } from './collapsed-reason.ts'
import type { RemovedBy } from './patch-message.ts'

const ordinary = sampleMessage()
const spam = sampleMessage({ spam: true })
const handled = sampleMessage({ handled: true })
const listed = sampleMessage({ blackListed: true })

const taken = (id: number) =>
  sampleMessage({ lead: { id: 7, status: 'inWork', assignee: { id, name: 'Вера' }, takenAt: null, remindAt: null } })

test.each<[string, FeedMessage, Partial<FilterFields>, RemovedBy | undefined, string | null]>([
  ['an ordinary message', ordinary, {}, undefined, null],
  ['spam', spam, {}, undefined, 'Скрыто: спам'],
  ['spam where it makes no difference', spam, { spam: 'ignore' }, undefined, null],
  ['spam where it is looked for', spam, { spam: 'yes' }, undefined, null],
  ['what is spam no more where spam is looked for', ordinary, { spam: 'yes' }, undefined, 'Скрыто: больше не спам'],
  ['an author on the black list', listed, {}, undefined, 'Скрыто: автор в чёрном списке'],
  ['an author on the black list where it is looked at', listed, { onlyBlackList: true }, undefined, null],
  [
    'an author who left the black list',
    ordinary,
    { onlyBlackList: true },
    undefined,
    'Скрыто: автор больше не в чёрном списке',
  ],
  ['what was handled in another tab', handled, {}, undefined, 'Скрыто: разобрано'],
  ['what is handled where it is shown', handled, { handled: 'show' }, undefined, null],
  [
    'what is handled no more where only that is',
    ordinary,
    { handled: 'only' },
    undefined,
    'Скрыто: больше не разобрано',
  ],
  [
    'what is in work where new ones are asked for',
    taken(1),
    { leadStatuses: ['new'] },
    undefined,
    'Скрыто: статус «В работе»',
  ],
  ['what no one touched where new ones are asked for', ordinary, { leadStatuses: ['new'] }, undefined, null],
  ['what is one’s own where that is asked for', taken(1), { assignees: ['me'] }, undefined, null],
  ['what is one’s own by the number', taken(1), { assignees: ['1'] }, undefined, null],
  [
    'what another has where one’s own is asked for',
    taken(2),
    { assignees: ['me'] },
    undefined,
    'Скрыто: ответственный — Вера',
  ],
  [
    'what no one has where one’s own is asked for',
    ordinary,
    { assignees: ['me'] },
    undefined,
    'Скрыто: нет ответственного',
  ],
  ['what no one has where that is asked for', ordinary, { assignees: ['none'] }, undefined, null],
  ['what a moderator removed', spam, {}, 'moderator', 'Сообщение удалено'],
  ['what went while nobody listened', ordinary, {}, 'unknown', 'Скрыто: изменилось, пока не было связи'],
])('%s', (_, message, filter, removed, folded) => {
  expect(collapsedReason(message, { ...emptyFilter, ...filter }, removed, 1)).toBe(folded)
})
