/** Spec §2 /promo: `greetings` and `ctg` of the address. */

/** Letters of a name, so that no one puts a sentence of their own on our page. */
const NAME = /^\p{Lu}[\p{L}-]{1,19}( \p{Lu}[\p{L}-]{1,19})?$/u

/** The words over the page: by name when the address has one, «Добро пожаловать!» when it asks for a greeting, else null. */
export function greetingOf(search: string): string | null {
  const asked = new URLSearchParams(search).get('greetings')
  if (asked === null || asked === '0' || asked === 'false') return null
  const name = asked.trim()
  return NAME.test(name) ? `Здравствуйте, ${name}!` : 'Добро пожаловать!'
}

/** The category that the address chooses; null when it names none. */
export function categoryOf(search: string): number | null {
  const asked = new URLSearchParams(search).get('ctg') ?? ''
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
}
