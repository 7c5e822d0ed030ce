/** Personal data: a copy of it, and its deletion with the account. */
import { Type } from 'typebox'
import { call, fileCall } from '../call.ts'
import { UserSchema } from '../people/accounts.ts'
import { AnyPassword } from '../people/credentials.ts'

const Signed = Type.Object({ user: UserSchema })

export const privacy = {
  /** Everything the service keeps about the person, in one file. */
  downloadMyData: fileCall('/user/data', {
    access: 'customer',
    scope: 'self',
    input: Type.Object({}),
    rateLimit: { count: 5, seconds: 3600 },
  }),
  /** Begins the deletion: every browser but this one is signed out, and it can be taken back for some days. */
  deleteAccount: call('POST', '/user/delete', {
    access: 'customer',
    scope: 'self',
    only: 'http',
    rateLimit: { count: 10, seconds: 300 },
    // The password of anyone who has one.
    input: Type.Object({ password: Type.Optional(AnyPassword) }),
    result: Signed,
  }),
  keepAccount: call('POST', '/user/keep', {
    access: 'customer',
    scope: 'self',
    input: Type.Object({}),
    result: Signed,
  }),
}
