/** Coming in through a network: VK ID and Apple. */
import { Type, type Static } from 'typebox'
import { call, redirectCall } from '../call.ts'
import { AnyPassword } from '../credentials.ts'

export const SocialNetwork = Type.Union([Type.Literal('vk'), Type.Literal('apple')])
export type SocialNetworkName = Static<typeof SocialNetwork>

const rateLimit = { count: 30, seconds: 300 }
/** What a network sends back, in the query or as a form; what is in it, the adapter checks. */
const FromNetwork = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 500 })),
  code: Type.Optional(Type.String({ maxLength: 4000 })),
  error: Type.Optional(Type.String({ maxLength: 500 })),
  /** VK: needed for the exchange. */
  device_id: Type.Optional(Type.String({ maxLength: 1000 })),
  /** VK: some answers hold all the rest in here, as JSON. */
  payload: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** Apple: who it is, signed, and, the first time only, their name as JSON. */
  id_token: Type.Optional(Type.String({ maxLength: 10_000 })),
  user: Type.Optional(Type.String({ maxLength: 4000 })),
})

export const social = {
  /**
   * Sends the browser to the network. `from`: the path to come back to; `order`: the path of the order with what was chosen, or of an invitation, for anyone
   * who registers. Another site must not begin it: it would link what it likes.
   */
  startNetworkSignIn: redirectCall('GET', '/auth/network/:network', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    changes: true,
    input: Type.Object({
      network: SocialNetwork,
      intent: Type.Union([Type.Literal('auth'), Type.Literal('reg'), Type.Literal('link')]),
      from: Type.Optional(Type.String({ maxLength: 2000 })),
      order: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
  }),
  /** Before another way in is linked anyone who has a password enters it: a browser that was left open is not enough. Holds for minutes. */
  allowLinking: call('POST', '/user/network/allow', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit,
    input: Type.Object({ password: AnyPassword }),
    result: Type.Object({}),
  }),
  takeVkCallback: redirectCall('GET', '/auth/vk/callback', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: FromNetwork,
  }),
  takeAppleCallbackReg: redirectCall('POST', '/auth/apple/callback/reg', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    crossSite: true,
    input: FromNetwork,
  }),
  takeAppleCallbackAuth: redirectCall('POST', '/auth/apple/callback/auth', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    crossSite: true,
    input: FromNetwork,
  }),
  /** The browser comes back with its own cookies, which a form sent by another site does not bring. */
  finishNetworkSignIn: redirectCall('GET', '/auth/finish', {
    access: 'anyone',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ state: Type.String({ maxLength: 500 }) }),
  }),
  /** Apple reports that someone took their consent back, or is gone. */
  takeAppleNotice: call('POST', '/auth/apple/notice', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    crossSite: true,
    rateLimit: { count: 300, seconds: 300 },
    input: Type.Object({ payload: Type.String({ maxLength: 20_000 }) }),
    result: Type.Object({}),
  }),
  unlinkNetwork: call('DELETE', '/user/network/:network', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({ network: SocialNetwork }),
    result: Type.Object({}),
  }),
}
