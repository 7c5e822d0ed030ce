/** The terms of the programme as an admin fills them in, and as they are sent. */
import type { PartnerTerms } from '../../../../../contract/commerce/partner.ts'
import type { Mistakes } from '../../../../kit/ui/hooks/use-checked-form.ts'
import { readNumber, readWhole, typedNumber } from '../../../../kit/ui/text/read-number.ts'

export type TermsForm = Record<keyof PartnerTerms, string>

export const filledTerms = (terms: PartnerTerms): TermsForm => ({
  rate: typedNumber(terms.rate),
  months: typedNumber(terms.months),
  holdDays: typedNumber(terms.holdDays),
  smallestPayout: typedNumber(terms.smallestPayout),
  discount: typedNumber(terms.discount),
})

const percent = (text: string): number | null => within(readNumber(text, 2), 0, 100)
const within = (number: number | null, least: number, most: number): number | null =>
  number === null || number < least || number > most ? null : number

const readers: { [Field in keyof PartnerTerms]: (text: string) => number | null } = {
  rate: percent,
  months: (text) => readWhole(text, 1, 120),
  holdDays: (text) => readWhole(text, 0, 365),
  smallestPayout: (text) => within(readNumber(text, 2), 1, 1_000_000),
  discount: percent,
}

const sentences: Record<keyof PartnerTerms, string> = {
  rate: 'От 0 до 100',
  months: 'От 1 до 120',
  holdDays: 'От 0 до 365',
  smallestPayout: 'От 1 до 1 000 000 рублей',
  discount: 'От 0 до 100',
}

export function termsMistakes(form: TermsForm): Mistakes<TermsForm> {
  const fields = Object.keys(readers) as (keyof PartnerTerms)[]
  return Object.fromEntries(
    fields.filter((field) => readers[field](form[field]) === null).map((field) => [field, sentences[field]]),
  )
}

/** Of a form without mistakes. */
export function termsRequest(form: TermsForm): PartnerTerms {
  const read = (field: keyof PartnerTerms): number => readers[field](form[field]) ?? 0
  return {
    rate: read('rate'),
    months: read('months'),
    holdDays: read('holdDays'),
    smallestPayout: read('smallestPayout'),
    discount: read('discount'),
  }
}
