/** Codes of a person, as the contract shows them. */
import type { SentCode } from '../../../../contract/people/verification.ts'
import type { CodeTimes } from '../../../kit/codes.ts'

/** Whose code it is, in the words of kit/codes. */
export const subjectOf = (userId: number): string => `user ${userId}`

export function toSentCode(target: string, { resendAt, expiresAt }: CodeTimes): SentCode {
  return { target, resendAt: resendAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
