/** Codes that a person who is signed in enters. */
import { pinLength, resendSeconds } from '../../../../contract/people/verification.ts'
import type { CodePurpose } from '../../../kit/codes.ts'

/** Everything of a code that goes by letter but its name. */
export const byLetter: Omit<CodePurpose, 'name'> = {
  digits: pinLength,
  resendSeconds: resendSeconds.email,
  perTarget: 6,
  perSubject: 12,
  perRange: 100,
  shares: 5,
}

export const emailCode: CodePurpose = { name: 'email', ...byLetter }
export const noticesCode: CodePurpose = { name: 'notices', ...byLetter }
export const phoneCode: CodePurpose = {
  name: 'phone',
  digits: pinLength,
  resendSeconds: resendSeconds.phone,
  perTarget: 5,
  perSubject: 10,
  perRange: 20,
  free: 2,
  shares: 1,
}
