import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Identity } from '../../rules/identity.ts'
import { AppError } from '../kit/app-error.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import {
  bySessionCookie,
  identityResolver,
  openIdentityResolver,
  rateLimitSubject,
  type Credentials,
  type IdentityStrategy,
} from './identity.ts'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.somebody('anna', ['partner'])
})
afterAll(() => world.close())

const holding = (token: string, headers: Credentials['headers'] = {}): Credentials => ({
  headers,
  cookies: { echolot: token },
})
const stranger: Credentials = { headers: {}, cookies: {} }

describe('the session’s cookie', () => {
  it('finds whose session it is, for calls and for sockets', async () => {
    expect(await openIdentityResolver(world)(holding(anna.token))).toEqual({
      kind: 'session',
      person: { id: anna.userId, roles: ['partner'] },
      sessionId: expect.any(Number),
    })
  })

  test.each<[string, () => Promise<Credentials>]>([
    ['no cookie', async () => stranger],
    ['an empty one', async () => holding('')],
    ['a made-up one', async () => holding('x'.repeat(43))],
    ['one of another name', async () => ({ headers: {}, cookies: { session: anna.token } })],
    ['the token as a key', async () => ({ headers: { authorization: `Bearer ${anna.token}` }, cookies: {} })],
    [
      'one of a session that is over',
      async () => {
        const token = await anna.signIn()
        await world.ask('accounts', 'logout', {}, { token })
        return holding(token)
      },
    ],
  ])('%s makes a guest', async (_, credentials) => {
    expect(await openIdentityResolver(world)(await credentials())).toEqual({ kind: 'guest' })
  })
})

describe('several strategies', () => {
  const key: Identity = { kind: 'api-key', person: { id: 7, roles: [] }, keyId: 3, scopes: ['feed:read'] }
  /** As keys will be read: one is known, every other is refused. */
  const byKey: IdentityStrategy = async ({ headers: { authorization } }) => {
    if (authorization === undefined) return null
    if (authorization !== 'Bearer good') throw new AppError('UNAUTHORIZED')
    return key
  }
  const resolve = () => identityResolver([byKey, bySessionCookie(world)])

  it('are tried in their order, and the first that knows the request decides', async () => {
    expect(await resolve()({ headers: { authorization: 'Bearer good' }, cookies: {} })).toBe(key)
    expect(await resolve()(holding(anna.token, { authorization: 'Bearer good' }))).toBe(key)
    expect(await resolve()(holding(anna.token))).toMatchObject({ kind: 'session', person: { id: anna.userId } })
    expect(await resolve()(stranger)).toEqual({ kind: 'guest' })
  })

  it('a bad key is refused, and does not fall back to the cookie', async () => {
    await expect(resolve()(holding(anna.token, { authorization: 'Bearer bad' }))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('none at all leave guests', async () => {
    expect(await identityResolver([])(holding(anna.token))).toEqual({ kind: 'guest' })
  })
})

test.each<[Identity, string | number | null]>([
  [{ kind: 'guest' }, null],
  [{ kind: 'session', person: { id: 7, roles: [] }, sessionId: 1 }, 7],
  [{ kind: 'api-key', person: { id: 7, roles: [] }, keyId: 3, scopes: [] }, 'key 3'],
  [
    {
      kind: 'acting-as',
      person: { id: 7, roles: [] },
      actor: { id: 2, roles: ['support'] },
      sessionId: 1,
      maskId: 1,
      until: new Date(0),
    },
    'actor 2',
  ],
])('%j is counted as %j', (identity, subject) => {
  expect(rateLimitSubject(identity)).toBe(subject)
})
