/** What was meant by someone who forgot to switch the keyboard: «ndthm» is «тверь». */
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** Null when the words were not typed with Latin keys only. */
export function readKeyboardSlip(typed: string): string | null {
  const read = [...typed.toLowerCase()].map((key) => {
    const at = LATIN.indexOf(key)
    return at >= 0 ? RUSSIAN.charAt(at) : /[\s-]/.test(key) ? key : ''
  })
  return typed !== '' && read.every((letter) => letter !== '') ? read.join('') : null
}
