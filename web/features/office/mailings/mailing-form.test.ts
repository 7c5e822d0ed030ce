import { beforeEach, expect, test } from 'vitest'
import {
  mailingFormMistakes,
  groupInWords,
  recipientsOf,
  sendAtOf,
  shareDone,
  type MailingForm,
} from './mailing-form.ts'

const now = Date.parse('2026-12-01T09:00:00Z')
let form: MailingForm
beforeEach(() => {
  form = { type: 'info', group: 'all', category: '', recAny: '', subj: 'Тема', body: 'Текст', at: '' }
})
const mistakes = (change: Partial<MailingForm>) => mailingFormMistakes({ ...form, ...change }, 'Asia/Omsk', now)

test('what is missing is reported at its field, and what is wrong', () => {
  expect(mistakes({})).toEqual({})
  expect(mistakes({ type: '', group: '', subj: ' ', body: '' })).toEqual({
    type: 'не выбран тип рассылки',
    group: 'не выбрана группа получателей',
    subj: 'не указана тема сообщения',
    body: 'не задано тело сообщения',
  })
  expect(mistakes({ group: 'category' })).toEqual({ category: 'не выбрана группа получателей' })
  expect(mistakes({ group: 'any' })).toEqual({ recAny: 'не указаны email получателей' })
  expect(mistakes({ group: 'any', recAny: 'a@b.ru\nb' })).toEqual({ recAny: 'Не похоже на email: b' })
  expect(Object.keys(mistakes({ subj: '{{имя}}', body: '{{', at: '2026-12-01T14:59' }))).toEqual(['subj', 'body', 'at'])
})

test('a moment is one of the clock of the admin', () => {
  expect(sendAtOf('2026-12-01T15:01', 'Asia/Omsk')).toBe(now + 60_000)
  expect(mistakes({ at: '2026-12-01T15:01' })).toEqual({})
  expect([sendAtOf('', 'Asia/Omsk'), sendAtOf('soon', 'Asia/Omsk')]).toEqual([null, null])
})

test('a group is asked for and shown as it is named', () => {
  expect(recipientsOf({ ...form, recAny: 'a@b.ru' })).toEqual({ type: 'info', recGroup: 'all' })
  expect(recipientsOf({ ...form, group: 'category', category: '7' }).recGroup).toBe('category:7')
  expect([groupInWords('paying', new Map()), groupInWords('category:7', new Map([[7, 'Фотографы']]))]).toEqual([
    'С оплаченной подпиской',
    'Категория «Фотографы»',
  ])
  const stat = { total: 3, wait: 1, active: 0, completed: 1, failed: 1, paused: 0 }
  expect([shareDone(stat), shareDone({ ...stat, total: 0 })]).toEqual([66, 0])
})
