/** Masks: support looks at the service as someone else sees it, for a while, and with a reason (docs/decisions/masks.md). */
import { Type } from 'typebox'
import { call } from '../call.ts'
import { MaskSchema, UserSchema } from '../people/accounts.ts'

/** Then it ends by itself. */
export const maskMinutes = 60

/** In characters; it is quoted to the person. */
export const maskReasonLength = { min: 5, max: 500 }

export const masks = {
  /** From the next call on this browser is the person's, in all its tabs. Refused with MASK_REASON_REQUIRED, MASK_NOT_ALLOWED, PERSON_NOT_FOUND. */
  startMask: call('POST', '/support/mask-login', {
    access: 'support',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: { count: 20, seconds: 3600 },
    input: Type.Object({
      user: Type.Integer({ minimum: 1 }),
      reason: Type.Optional(Type.String({ maxLength: maskReasonLength.max })),
    }),
    result: Type.Object({ user: UserSchema, mask: MaskSchema }),
  }),
  /** One's own session is back; so it is when no mask was on. */
  leaveMask: call('POST', '/support/mask-leave', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    only: 'http',
    input: Type.Object({}),
    result: Type.Object({ user: UserSchema }),
  }),
}
