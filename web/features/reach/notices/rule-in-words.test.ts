import { expect, test } from 'vitest'
import type { NoticeRule } from '../../../../contract/reach/notices.ts'
import { cameInWords, ruleInWords } from './rule-in-words.ts'

const rule: NoticeRule = { mode: 'now', hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7], level: 'cold', smallest: 1 }

test.each([
  [{ mode: 'off' }, null],
  [{}, 'сразу'],
  [{ level: 'hot' }, 'сразу, только горячие'],
  [{ mode: 'hourly', smallest: 3 }, 'раз в час, от 3 сообщений'],
  [{ mode: 'hourly', smallest: 21 }, 'раз в час, от 21 сообщения'],
  [{ mode: 'daily' }, 'каждый день в 9:00'],
  [{ mode: 'daily', weekdays: [5, 4, 3, 2, 1], hour: 18 }, 'по будням в 18:00'],
  [{ mode: 'daily', weekdays: [6, 7] }, 'по выходным в 9:00'],
  [{ mode: 'daily', weekdays: [3, 1], level: 'warm' }, 'по Пн, Ср в 9:00, тёплые и горячие'],
] satisfies [Partial<NoticeRule>, string | null][])('%o is «%s»', (differs, words) => {
  expect(ruleInWords({ ...rule, ...differs })).toBe(words)
})

test.each([
  [0, 0, 'ничего бы не пришло'],
  [1, 1, '1 уведомление'],
  [3, 3, '3 уведомления'],
  [7, 41, '7 уведомлений, в них 41 сообщение'],
])('%d notices of %d messages', (notices, messages, words) => {
  expect(cameInWords(notices, messages)).toBe(words)
})
