import { expect, test } from 'vitest'
import { advertisingSections, consentSections as consent } from './consent.ts'
import { fillIn, missingIn } from './fill-in.ts'
import { offerSections as offer } from './offer.ts'

const whole = { name: 'ООО «Эхо»', inn: '7700000000', ogrn: '1027700000000', address: 'Москва', email: 'a@example.ru' }
const nothing = { name: null, inn: null, ogrn: null, address: null, email: null }

test('all that the texts leave open is put in', () => {
  const texts = [...offer, ...consent, ...advertisingSections].flatMap(({ paragraphs }) => paragraphs)
  const filled = texts.map((text) => fillIn(text, whole)).join('\n')
  expect(filled).not.toMatch(/[{}]|не указано/)
  for (const value of Object.values(whole)) expect(filled).toContain(value)
})

test('what is not set is marked so', () => {
  expect(fillIn('{operator}, ИНН {inn}, {other}', { ...nothing, inn: '77' })).toBe('[не указано], ИНН 77, {other}')
  expect(missingIn({ ...whole, ogrn: null, email: null })).toEqual(['ОГРН', 'email'])
  expect(missingIn(whole)).toEqual([])
})
