/** Linking another way in gives the account away: anyone who has a password has just entered it, in this very session. */
import { MINUTE, SECOND } from '../../../kit/clock.ts'
import { personOf, sessionIdOf, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import { checkOwnPassword, findUser } from '../accounts/accounts.public.ts'

const HOLDS = 5 * MINUTE
const LABEL = 'may link 1'

/** With `__Host-` no neighbouring domain can put its own in. */
const cookieOf = (ctx: CallContext): string => (ctx.config.production ? '__Host-echolot-may-link' : 'echolot-may-link')

export async function allowLinking(ctx: CallContext, password: string): Promise<void> {
  await checkOwnPassword(ctx, password)
  const until = ctx.clock.now().getTime() + HOLDS
  const sealed = seal(ctx.config.secretKey, LABEL, JSON.stringify([sessionIdOf(ctx), until])).toString('base64url')
  ctx.setCookie(cookieOf(ctx), sealed, HOLDS / SECOND)
}

/** Refuses with PASSWORD_REQUIRED. Good for one linking. */
export async function checkMayLink(ctx: CallContext): Promise<void> {
  const user = await findUser(ctx.db, personOf(ctx).id)
  if (!user?.hasPassword) return
  const sealed = ctx.cookies[cookieOf(ctx)]
  const text = sealed === undefined ? null : unseal(ctx.config.secretKey, LABEL, Buffer.from(sealed, 'base64url'))
  const [sessionId, until] = text === null ? [null, 0] : (JSON.parse(text) as [number, number])
  if (sessionId !== sessionIdOf(ctx) || until <= ctx.clock.now().getTime()) throw new AppError('PASSWORD_REQUIRED')
  ctx.setCookie(cookieOf(ctx), null)
}
