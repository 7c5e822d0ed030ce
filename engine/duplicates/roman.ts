/** «XXI фестиваль» and «XV–XVII вв.»: a Roman number up to 39 is as much a number as 21. */
const [I, V, X, CYRILLIC_X] = [0x49, 0x56, 0x58, 0x425]
const NUMERAL = /^X{0,3}(?:IX|IV|V?I{0,3})$/
const MOST_SIGNS = 7

const valueOf = (code: number): number => (code === I ? 1 : code === V ? 5 : code === X || code === CYRILLIC_X ? 10 : 0)

/**
 * The number that begins at `start`, before `end`; 0 where none does. A single I is mostly the English pronoun, and «ХХ» in Russian
 * letters a disguise. Only capitals count.
 */
export function romanNumber(text: string, start: number, end: number): number {
  if (end - start > MOST_SIGNS || (end - start === 1 && text.charCodeAt(start) === I)) return 0
  let [signs, value, latin] = ['', 0, false]
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const here = valueOf(code)
    if (here === 0) return 0
    if (code !== CYRILLIC_X) latin = true
    signs += here === 1 ? 'I' : here === 5 ? 'V' : 'X'
    value += at + 1 < end && valueOf(text.charCodeAt(at + 1)) > here ? -here : here
  }
  return (latin || end - start === 1) && NUMERAL.test(signs) ? value : 0
}
