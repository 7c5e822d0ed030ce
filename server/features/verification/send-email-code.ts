/** Codes by letter: for the account's own e-mail, and for the one that notices go to. */
import type { SentCode } from '../../../contract/verification.ts'
import type { Config } from '../../config.ts'
import { personOf, type Asking } from '../../kit/asking.ts'
import { issueCode } from '../../kit/codes.ts'
import { postLetter } from '../../kit/mail/post-letter.ts'
import { Refusal } from '../../kit/refusal.ts'
import { checkOwnPassword, emailLooksTaken, findUser, setPendingEmail } from '../accounts/accounts.public.ts'
import { emailCodeLetter, emailTakenLetter, noticesCodeLetter } from './letters.ts'
import { readEmail } from './read-email.ts'
import { subjectOf, toSentCode } from './sent-codes.ts'

/** To his own e-mail, or to another, which then waits to take its place. That somebody else has it, only its owner learns. */
export async function sendApproveCode(
  asking: Asking,
  config: Config,
  typed: string,
  password?: string,
): Promise<SentCode> {
  const email = readEmail(typed)
  const { id } = personOf(asking)
  const { db, clock } = asking
  await checkMayChangeEmail(asking, email, password)
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, id)
    const taken = await emailLooksTaken(tx, email, id)
    const order = { subject: subjectOf(id), purpose: 'email', target: email, ip: asking.ip } as const
    const { code, ...times } = await issueCode(tx, clock, config.secretKey, { ...order, decoy: taken })
    const own = user?.email?.toLowerCase() === email.toLowerCase()
    await setPendingEmail(tx, id, own ? null : email)
    await postLetter(tx, clock, email, taken ? emailTakenLetter(config.siteUrl) : emailCodeLetter(code))
    return toSentCode(email, times)
  })
}

/**
 * With the e-mail goes the account: a browser that was left open is not enough. Whoever came through a network and has no password
 * can be asked for none. What waits to be confirmed was let through when it was first asked for.
 */
async function checkMayChangeEmail(asking: Asking, email: string, password: string | undefined): Promise<void> {
  const user = await findUser(asking.db, personOf(asking).id)
  if (
    !user?.hasPassword ||
    [user.email, user.pendingEmail].some((known) => known?.toLowerCase() === email.toLowerCase())
  )
    return
  if (password === undefined || password === '') throw new Refusal('PASSWORD_REQUIRED')
  await checkOwnPassword(asking, password)
}

/** To the e-mail that waits to be the account's, or else to the one it has. */
export async function sendCodeToKnownEmail(asking: Asking, config: Config): Promise<SentCode> {
  const user = await findUser(asking.db, personOf(asking).id)
  const email = user?.pendingEmail ?? user?.email
  if (!email) throw new Refusal('EMAIL_REQUIRED')
  return sendApproveCode(asking, config, email)
}

/** Anybody's e-mail will do for notices, as long as its owner reads the code to us. */
export async function sendNoticesCode(asking: Asking, config: Config, typed: string): Promise<SentCode> {
  const email = readEmail(typed)
  const { db, clock } = asking
  return db.transaction().execute(async (tx) => {
    const order = { subject: subjectOf(personOf(asking).id), purpose: 'notices', target: email, ip: asking.ip } as const
    const { code, ...times } = await issueCode(tx, clock, config.secretKey, order)
    await postLetter(tx, clock, email, noticesCodeLetter(code))
    return toSentCode(email, times)
  })
}
