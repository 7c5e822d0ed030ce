/** Personal data: a copy of it, and its deletion with the account. */
import { Type } from 'typebox'
import { call, fileCall } from '../call.ts'
import { UserSchema } from '../people/accounts.ts'
import { AnyPassword } from '../credentials.ts'

const Signed = Type.Object({ user: UserSchema })

export const privacy = {
  /** What the page about personal data says of this very service: who runs it, and for how long things are kept here. */
  getPrivacyFacts: call('GET', '/privacy', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      /** Parts that were not set are empty. */
      operator: Type.Object({ name: Type.String(), details: Type.String(), email: Type.String() }),
      /** No one runs it for others yet. */
      development: Type.Boolean(),
      sessionDays: Type.Integer(),
      sessionMostDays: Type.Integer(),
      messageDays: Type.Integer(),
    }),
  }),
  /** Everything the service keeps about the person, in one file. */
  downloadMyData: fileCall('/user/data', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({}),
    rateLimit: { count: 5, seconds: 3600 },
  }),
  /** Begins the deletion: every browser but this one is signed out, and it can be taken back for some days. */
  deleteAccount: call('POST', '/user/delete', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    only: 'http',
    rateLimit: { count: 10, seconds: 300 },
    // The password of anyone who has one.
    input: Type.Object({ password: Type.Optional(AnyPassword) }),
    result: Signed,
  }),
  keepAccount: call('POST', '/user/keep', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Signed,
  }),
}
