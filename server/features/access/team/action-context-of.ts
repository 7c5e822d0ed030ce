import { personOf, type CallContext } from '../../../kit/context.ts'
import type { ActionContext } from './invite.ts'

/** Support that acts for an owner is who did it. */
export function actionContextOf(ctx: CallContext): ActionContext {
  const { clock, config, ip, userAgent, identity } = ctx
  const actorId = identity.kind === 'acting-as' ? identity.actor.id : personOf(ctx).id
  return { clock, siteUrl: config.siteUrl, actorId, from: { ip, userAgent } }
}
