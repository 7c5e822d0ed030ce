/** The letter of an invitation: a random token, its hash on the card, one letter for each. */
import { createHash, randomBytes } from 'node:crypto'
import addFormats from 'ajv-formats'
import { Ajv } from 'ajv'
import { INVITATIONS_A_DAY, INVITATION_DAYS } from '../../../../contract/access/team.ts'
import { hasUnseenSigns } from '../../../../rules/username.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { CardRow } from './card-row.ts'
import { invitationLetter } from './letters.ts'
import { readContact } from './write-to.ts'

/** The browser a change came from, in whose name, and where letters lead. */
export interface ActionContext {
  clock: Clock
  siteUrl: string
  actorId: number
  from: { ip: string; userAgent: string }
}

export const hashInvitationToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A new letter; the link of the one before leads nowhere any more. The team is locked. @throws AppError INVITATION_LIMIT_REACHED */
export async function sendInvitation(
  tx: Tx,
  { clock, siteUrl, actorId, from }: ActionContext,
  { id, ownerId, email, username, teamRight }: Pick<CardRow, 'id' | 'ownerId' | 'email' | 'username' | 'teamRight'>,
): Promise<void> {
  const now = clock.now()
  await checkRateLimit(tx, ownerId, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY)
  await tx
    .updateTable('membershipCards')
    .set({ tokenHash: hashInvitationToken(token), invitedAt: now, invitationExpiresAt: expiresAt, claimedBy: null })
    .where('id', '=', id)
    .execute()
  const owner = await readContact(tx, ownerId)
  const until = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: owner.timeZone }).format(
    expiresAt,
  )
  const letter = invitationLetter(siteUrl, { owner: owner.name, username, right: teamRight, token, until })
  await postLetter(tx, clock, email, letter)
  await recordAuditEntry(tx, clock, from, { actorId, userId: ownerId, action: 'member-invited', details: { card: id } })
}

async function checkRateLimit(tx: Tx, ownerId: number, now: Date): Promise<void> {
  const { sent } = await tx
    .selectFrom('auditLog')
    .select((select) => select.fn.countAll<number>().as('sent'))
    .where('userId', '=', ownerId)
    .where('action', '=', 'member-invited')
    .where('at', '>', new Date(now.getTime() - DAY))
    .executeTakeFirstOrThrow()
  if (sent >= INVITATIONS_A_DAY) throw new AppError('INVITATION_LIMIT_REACHED')
}

const isEmail = addFormats.default(new Ajv(), ['email']).compile({ type: 'string', format: 'email' })

/** @throws AppError MEMBER_EMAIL_INVALID (spec §5) */
export function readMemberEmail(typed: string): string {
  const email = typed.trim()
  if (!isEmail(email)) throw new AppError('MEMBER_EMAIL_INVALID')
  return email
}

/** @throws AppError MEMBER_NAME_REQUIRED (spec §5), USERNAME_INVALID */
export function readMemberName(typed: string): string {
  const name = typed.replace(/\s+/gu, ' ').trim()
  // Nothing but invisible signs is no name either.
  if (/^[\s\p{C}]*$/u.test(name)) throw new AppError('MEMBER_NAME_REQUIRED')
  if (hasUnseenSigns(name)) throw new AppError('USERNAME_INVALID')
  return name
}
