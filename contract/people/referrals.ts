/** Who brought whom: reported when a visitor comes, remembered until they register. */
import { Type } from 'typebox'
import { call, longBody } from '../call.ts'

/** Cookies that remember who brought a visitor, and for how many days (spec §9). */
export const referralCookies = { ref_id: 45, clip: 45, ref_url: 45, referrer: 10, actionpay: 30 } as const

/** Whom a visitor is counted to whom no one brought, and whom the cpa network brought (spec §9). */
export const defaultRefId = 1
export const cpaRefId = -1

export const referrals = {
  /** A visitor came by someone's link, or by a link of the cpa network. `params` is the query of the address they came to. */
  recordTraffic: call('POST', '/ref/traffic', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    rateLimit: { count: 30, seconds: 300 },
    maxBody: longBody,
    input: Type.Object({
      ref_id: Type.Optional(Type.Integer({ minimum: -1, maximum: 2_147_483_647 })),
      ref_url: Type.String({ maxLength: 2000 }),
      params: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
          maxProperties: 40,
          propertyNames: { maxLength: 100 },
          // A name of several lines is no name to the schema of a record.
          additionalProperties: false,
        }),
      ),
    }),
    result: Type.Object({}),
  }),
}
