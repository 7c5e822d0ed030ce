/**
 * A code from a letter by which someone comes in or registers. Whether anybody has the e-mail shows neither in the answer nor in its time: a
 * letter goes out either way, and where its code would give it away, it is one that no one knows.
 */
import { entryPinLength, resendSeconds } from '../../../../contract/people/verification.ts'
import type { CallContext } from '../../../kit/context.ts'
import { issueCode, type CodeHolder, type CodePurpose } from '../../../kit/codes.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'

export const entryCode = (name: string): CodePurpose => ({
  name,
  digits: entryPinLength,
  resendSeconds: resendSeconds.email,
  perTarget: 6,
  perSubject: 12,
  perRange: 100,
  shares: 5,
})

interface EntryLetter {
  holder: CodeHolder
  email: string
  human: boolean
  /** What its owner reads instead of a code that would help; null: the code helps. */
  instead: Letter | null
  withCode: (code: string) => Letter
}

export async function sendEntryCode(
  tx: Tx,
  { clock, ip, config }: CallContext,
  { holder, email, human, instead, withCode }: EntryLetter,
): Promise<{ target: string; resendAt: string; expiresAt: string }> {
  const { code, resendAt, expiresAt } = await issueCode(tx, clock, config.secretKey, {
    ...holder,
    target: email,
    ip,
    human,
    decoy: instead !== null,
  })
  await postLetter(tx, clock, email, instead ?? withCode(code))
  return { target: email, resendAt: resendAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
