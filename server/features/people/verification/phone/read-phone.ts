/** A phone number as someone types it, in the digits that gateways and the database know. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { AppError } from '../../../../kit/app-error.ts'

/**
 * `8 (925) 507-06-02` -> `79255070602`. Mobile numbers only: calls to others cost a fortune and reach an office.
 * @param prefixes how the numbers begin that may be called, in digits
 */
export function readPhone(typed: string, prefixes: string[]): string {
  const text = typed.trim()
  if (text === '') throw new AppError('PHONE_REQUIRED')
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'RU', extract: false })
  const digits = number?.number.slice(1) ?? ''
  if (!number?.isValid() || number.ext || !prefixes.some((prefix) => digits.startsWith(prefix)))
    throw new AppError('PHONE_INVALID')
  return digits
}
