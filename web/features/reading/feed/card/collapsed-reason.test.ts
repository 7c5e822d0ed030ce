import { expect, test } from 'vitest'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { sampleMessage } from './message.samples.ts'
import { collapsedReason } from './collapsed-reason.ts'

const calm = sampleMessage()
const spam = sampleMessage({ spam: true })
const handled = sampleMessage({ handled: true })
const listed = sampleMessage({ blackListed: true })

test.each([
  ['an ordinary message', calm, {}, undefined, null],
  ['spam', spam, {}, undefined, 'Скрыто: спам'],
  ['spam where it makes no difference', spam, { spam: 'ignore' }, undefined, null],
  ['spam where it is looked for', spam, { spam: 'yes' }, undefined, null],
  ['what is spam no more where spam is looked for', calm, { spam: 'yes' }, undefined, 'Скрыто: больше не спам'],
  ['an author on the black list', listed, {}, undefined, 'Скрыто: автор в чёрном списке'],
  ['an author on the black list where it is looked at', listed, { onlyBlackList: true }, undefined, null],
  [
    'an author who left the black list',
    calm,
    { onlyBlackList: true },
    undefined,
    'Скрыто: автор больше не в чёрном списке',
  ],
  ['what was handled in another tab', handled, {}, undefined, 'Скрыто: разобрано'],
  ['what is handled where it is shown', handled, { handled: 'show' }, undefined, null],
  ['what is handled no more where only that is', calm, { handled: 'only' }, undefined, 'Скрыто: больше не разобрано'],
  ['what a moderator removed', spam, {}, 'moderator', 'Сообщение удалено'],
  ['what went while nobody listened', calm, {}, 'unknown', 'Скрыто: изменилось, пока не было связи'],
] as const)('%s', (_, message, filter, removed, folded) => {
  expect(collapsedReason(message, { ...emptyFilter, ...filter }, removed)).toBe(folded)
})
