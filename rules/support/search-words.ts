/** What the one search field of the support desk may mean: everything that people read out of a letter, a receipt or their profile. */

export interface SearchKeys {
  /** A part of an e-mail; null: it can't be one. */
  email: string | null
  /** A part of a name; null: no one is called so. */
  name: string | null
  /** A part of a phone, in digits with the code of the country; null: it is none. */
  phone: string | null
  /** The number of a person; null: it is none. */
  id: number | null
  /** An order's account, what the gateway calls it, or a promo code; null: it is too short for one. */
  code: string | null
}

/** Shorter ones would be parts of everything. */
const SHORTEST_PHONE = 4
const SHORTEST_CODE = 4
/** Of a phone of Russia, as people dial it and as it is kept. */
const DIALLED = /^8(\d{10})$/

/** @returns null: nothing is looked for */
export function readSearch(words: string): SearchKeys | null {
  const text = words.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return null
  const digits = /^[+\d\s().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  const number = /^(?:№|#|id)?\s*(\d{1,15})$/i.exec(text)?.[1]
  const isEmail = text.includes('@')
  return {
    // What an index of e-mails knows nothing of it would read whole.
    email: isEmail || /^[!-~]+$/.test(text) ? text : null,
    name: isEmail ? null : text,
    phone: digits.length >= SHORTEST_PHONE ? digits.replace(DIALLED, '7$1') : null,
    id: number === undefined || Number(number) === 0 ? null : Number(number),
    code: text.length >= SHORTEST_CODE && !isEmail ? text : null,
  }
}
