import { DEFECT_PREFIX, defectSentence, errors, type ErrorCode } from '../../../../contract/errors.ts'

/** The sentence of a code that stood in the address; null when it is none of ours, so that no one can put their own words here. */
export function refusedSentence(code: string): string | null {
  if (Object.hasOwn(errors, code)) return errors[code as ErrorCode].message
  if (code.startsWith(DEFECT_PREFIX) && /^[\da-f]{1,16}$/.test(code.slice(DEFECT_PREFIX.length)))
    return defectSentence(code, errors.SERVER_ERROR.message)
  return null
}
