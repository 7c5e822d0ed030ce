/** Accounts: who a person is, and how he comes in and goes out. */
import { Type, type Static } from 'typebox'
import { call } from './call.ts'

/** Short enough to be typed, long enough to keep; argon2 takes the whole of it. */
export const passwordLength = { min: 8, max: 200 }

const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })

export const UserSchema = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  username: Type.String(),
  email_approve: Type.Boolean(),
  /** Numeric role codes (spec §6); `rules/roles.ts` knows their words. */
  role: Type.Array(Type.Integer()),
  timeZone: Type.String(),
})
export type User = Static<typeof UserSchema>

const tries = { count: 30, seconds: 300 }

export const accounts = {
  /** Who is signed in; null for a guest. */
  getMe: call('GET', '/user/me', {
    who: 'anyone',
    input: Type.Object({}),
    result: Type.Object({ user: Type.Union([UserSchema, Type.Null()]) }),
  }),
  register: call('POST', '/auth/register', {
    who: 'anyone',
    only: 'http',
    pace: tries,
    input: Type.Object({
      email: Email,
      password: Password,
      username: Type.Optional(Type.String({ maxLength: 80 })),
      timeZone: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    result: Type.Object({ user: UserSchema }),
  }),
  login: call('POST', '/auth/login', {
    who: 'anyone',
    only: 'http',
    pace: tries,
    // The password's length is not checked here: whoever signs in must not learn the rules from an error.
    input: Type.Object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: passwordLength.max }) }),
    result: Type.Object({ user: UserSchema }),
  }),
  logout: call('POST', '/auth/logout', {
    who: 'anyone',
    only: 'http',
    input: Type.Object({}),
    result: Type.Object({}),
  }),
  logoutAllDevices: call('DELETE', '/user/logout-all-devices', {
    who: 'customer',
    only: 'http',
    input: Type.Object({}),
    result: Type.Object({ ended: Type.Integer() }),
  }),
  listAuthHistory: call('GET', '/user/auth-history', {
    who: 'customer',
    input: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      docs: Type.Array(
        Type.Object({ createdAt: Type.String(), ip: Type.String(), userAgent: Type.String(), current: Type.Boolean() }),
      ),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
}
