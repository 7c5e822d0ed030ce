import { describe, expect, test } from 'vitest'
import { hidingReasons, type HidingReason } from '../../../../../contract/reading/feed.ts'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { letIn, reasonInWords } from './hidden-reason.ts'

describe('a reason in words', () => {
  test.each([
    ['spamCount', '12', 'спам — отметили 12 человек'],
    ['spamCount', '21', 'спам — отметил 21 человек'],
    ['spamCount', '22', 'спам — отметили 22 человека'],
    ['excludedWords', 'вакансия', 'стоп-слово «вакансия»'],
    ['excludedWords', '"ищу работу"', 'стоп-слово «ищу работу»'],
    ['includedWords', null, 'нет ни одного слова фильтра'],
    ['includedWords', 'кухня', 'нет слова «кухня»'],
    ['blackList', 'Иван', 'чёрный список: Иван'],
    ['spamModel', 'скидка, заказать', 'похоже на рекламу: скидка, заказать'],
    ['networks', 'vk', 'сети «ВКонтакте» нет в фильтре'],
    ['sourceKinds', 'chat', 'источника «Чаты» нет в фильтре'],
    ['locations', null, 'место неизвестно'],
    ['locations', 'Тверь', 'другое место: Тверь'],
    ['handled', null, 'разобрано вами'],
    ['leadStatus', 'inWork', 'статус «В работе»'],
    ['assignee', 'Вера', 'ответственный — Вера'],
    ['assignee', null, 'другой ответственный'],
    ['copy', null, 'копия сообщения, которое уже есть в ленте'],
  ] satisfies [HidingReason, string | null, string][])('%s, %s', (reason, detail, words) => {
    expect(reasonInWords(reason, detail)).toBe(words)
  })

  test.each(hidingReasons)('is there for %s, with and without more of it', (reason) => {
    expect(reasonInWords(reason, null)).toMatch(/[а-яё]/)
    expect(reasonInWords(reason, 'cold')).toMatch(/[а-яё]/)
  })
})

describe('a message is let in', () => {
  const fields: FilterFields = {
    ...emptyFilter,
    excludedWords: ['вакансия', 'резюме'],
    networks: ['ok'],
    categories: [3],
    intent: 'hot',
    leadStatuses: ['new'],
  }
  test.each([
    ['spamMark', null, { by: 'unmarkSpam' }],
    ['handled', null, { by: 'unmarkHandled' }],
    ['notHandled', null, { changes: { handled: 'hide' } }],
    ['blackList', 'Иван', { by: 'removeAuthor' }],
    ['excludedWords', 'вакансия', { changes: { excludedWords: ['резюме'] } }],
    ['spamModel', null, { changes: { spam: 'ignore' } }],
    ['networks', 'vk', { changes: { networks: ['ok', 'vk'] } }],
    ['products', 'Фотографы', { changes: { categories: [3, 7] } }],
    ['intent', 'warm', { changes: { intent: 'warm' } }],
    ['leadStatus', 'won', { changes: { leadStatuses: ['new', 'won'] } }],
    ['assignee', 'Вера', { changes: { assignees: [] } }],
    ['locations', null, { changes: { undefinedLocations: true } }],
  ] satisfies [HidingReason, string | null, object][])('%s, %s', (reason, detail, way) => {
    expect(letIn(reason, detail, fields, 7)).toMatchObject(way)
  })

  test.each([
    ['rejected', null],
    ['trial', null],
    ['copy', null],
    ['locations', 'Тверь'],
    ['excludedWords', 'не из этого фильтра'],
  ] satisfies [HidingReason, string | null][])('not from %s, %s', (reason, detail) => {
    expect(letIn(reason, detail, fields, 7)).toBeNull()
  })
})
