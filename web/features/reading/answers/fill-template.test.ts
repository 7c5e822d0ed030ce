import { expect, test } from 'vitest'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { sampleMessage } from '../feed/card/message.samples.ts'
import { fillTemplate } from './fill-template.ts'

const author = (name: string, city: string | null = null) => ({ id: 1, name, avatar: null, url: null, city })
const place = { id: 7, type: 'town', name: 'Омск', source: 'text', confidence: 1 } as const

test.each<[string, Partial<FeedMessage>, string]>([
  ['Здравствуйте, {имя}!', { author: author('Ольга Белова') }, 'Здравствуйте, Ольга!'],
  ['{имя}, добрый день, {имя}!', { author: author('«Ия»') }, 'Ия, добрый день, Ия!'],
  ['Здравствуйте, {имя}!', { author: null }, 'Здравствуйте!'],
  ['Здравствуйте, {имя}!', { author: author('★ 123') }, 'Здравствуйте!'],
  ['Снимаю: {город}.', { author: author('Ия', 'Томск') }, 'Снимаю: Томск.'],
  ['Снимаю: {город}.', { author: author('Ия', 'Томск'), location: place }, 'Снимаю: Омск.'],
  ['Снимаю в городе {город}.', { author: null }, 'Снимаю.'],
  ['Пишу по теме «{категория}».', { author: null }, 'Пишу по теме «Фотографы».'],
  ['{имя}, {категория}, {город}?', { author: author('Ия', 'Томск') }, 'Ия, Фотографы, Томск?'],
  // A project is called as its owner likes, and not for others to read.
  ['Пишу по теме «{категория}».', { author: null, productType: 'project' }, 'Пишу.'],
  ['Здравствуйте! Тема: {категория}', { author: null, productType: 'group' }, 'Здравствуйте! Тема'],
  ['Без мест', { author: author('Ия') }, 'Без мест'],
  // A name is words, and no pattern.
  ['{имя}', { author: author('$& Ия') }, 'Ия'],
])('%s', (text, known, filled) => {
  expect(fillTemplate(text, { ...sampleMessage(), ...known })).toBe(filled)
})
