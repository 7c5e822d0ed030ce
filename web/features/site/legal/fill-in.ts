/** Texts of law with the particulars of who runs the service put in. */
import type { Operator } from '../../../../contract/site/operator.ts'

const names = { operator: 'name', inn: 'inn', ogrn: 'ogrn', address: 'address', email: 'email' } as const

/** What is not set is left out of the text as this. */
const NOT_SET = '[не указано]'

/** @param text with `{operator}`, `{inn}`, `{ogrn}`, `{address}`, `{email}` in it */
export function fillIn(text: string, operator: Operator): string {
  return text.replace(/\{(operator|inn|ogrn|address|email)\}/g, (_, name: keyof typeof names) => {
    return operator[names[name]] ?? NOT_SET
  })
}

/** What the settings do not say yet, in words; nothing where all is set. */
export function missingIn(operator: Operator): string[] {
  const words: [keyof Operator, string][] = [
    ['name', 'название'],
    ['inn', 'ИНН'],
    ['ogrn', 'ОГРН'],
    ['address', 'адрес'],
    ['email', 'email'],
  ]
  return words.filter(([name]) => operator[name] === null).map(([, word]) => word)
}
