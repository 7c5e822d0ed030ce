import { beforeAll, expect, test } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary } from './az.ts'
import { createLanguage } from './language.ts'
import type { Language } from './language.ts'

let russian: Language

beforeAll(async () => {
  russian = createLanguage(
    await loadDictionary(`${import.meta.dirname}/../../node_modules/az/dicts`, shippedWordLists()),
  )
})

test.each([
  // like several, of which one is a slip away
  ['ламинированние', 'ламинирование'],
  ['электромонтажнка', 'электромонтажник'],
  // like a word of the lists, in any form
  ['гастроэнтролога', 'гастроэнтеролог'],
  ['нутрицологу', 'нутрициолог'],
  // in either part of a compound
  ['видионаблюдением', 'видеонаблюдение'],
  ['видеонаблюдния', 'видеонаблюдение'],
  ['электрсамокат', 'электросамокат'],
  ['электросомоката', 'электросамокат'],
])('«%s» is mistyped «%s»', (form, meant) => {
  expect(russian.lemmas(form)).toContain(meant)
})

test.each([
  ['померяться', 'промеряться'],
  ['вкидывание', 'выкидывание'],
  ['европейски', 'европейский'],
  ['мировосприятие', 'микровосприятие'],
  ['мультсериал', 'мультисериал'],
  ['видеоподкаста', 'видеоподкат'],
])('«%s» is no «%s»', (form, other) => {
  expect(russian.lemmas(form)).not.toContain(other)
})
