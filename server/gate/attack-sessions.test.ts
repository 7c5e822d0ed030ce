/** Session fixation: a cookie that someone planted in a browser is never the session of anyone who comes in there after. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import type { InputOf } from '../../contract/call.ts'
import { contract, type Contract } from '../../contract/contract.ts'
import { requestOf } from '../../contract/request.ts'
import { HOUR } from '../kit/clock.ts'
import {
  openBrowser,
  openSocialTown,
  seatSomebodyNew,
  type SocialWorld,
} from '../features/people/social/social.samples.ts'
import { openTestWorld, PASSWORD } from '../testing/test-world.ts'
import { beginAttack } from './attack.samples.ts'

const attack = beginAttack('session fixation')
let social: SocialWorld
let world: SocialWorld['world']
beforeAll(async () => {
  social = await openSocialTown()
  world = social.world
})
afterAll(async () => {
  console.log(attack.summary)
  await social.close()
})
beforeEach(() => world.clock.advance(HOUR))

const NEW_PASSWORD = 'совсем другой секрет'
let visitors = 0
const fromElsewhere = (): string => `10.50.${(visitors += 1) >> 8}.${visitors & 255}`

/** What a browser sends, whatever stands in its cookies; and the session that it is handed. */
async function sends<N extends keyof Contract['accounts']>(
  callName: N,
  input: InputOf<Contract['accounts'][N]>,
  cookie: string,
  more: { query?: string; headers?: Record<string, string> } = {},
) {
  const { method, url, body } = requestOf(contract.accounts[callName], input as Record<string, unknown>)
  const response = await world.web.app.inject({
    method,
    url: url + (more.query ?? ''),
    remoteAddress: fromElsewhere(),
    headers: { ...(cookie === '' ? {} : { cookie }), ...more.headers },
    ...(body ? { payload: body } : {}),
  })
  const handed = response.cookies.find(({ name }) => name === 'echolot')?.value ?? null
  return {
    ...response.json<{ status: string; result: { user?: { id: number } | null; registration?: string } }>(),
    handed,
    text: response.body,
  }
}

/** Whose session it is. */
const holderOf = async (token: string): Promise<number | null> =>
  (await sends('getMe', {}, `echolot=${token}`)).result.user?.id ?? null

async function newcomer(nickname: string) {
  return world.customer(`${nickname}-${(visitors += 1)}`)
}

/** What the attacker has put into the browser. */
const plants: [what: string, plant: () => Promise<string>][] = [
  ['a token that he made up', async () => randomBytes(32).toString('base64url')],
  ['the token of a session of his own', async () => (await newcomer('attacker')).token],
  [
    'the token of a session that is over',
    async () => {
      const attacker = await newcomer('attacker')
      await attacker.asks('accounts', 'logout', {})
      return attacker.token
    },
  ],
  ['an empty one', async () => ''],
]

/** Comes in with what the browser holds, in every way there is: whose session it is now, and by which token. */
const ways: [
  way: string,
  comesIn: (planted: string) => Promise<{ handed: string | null; userId: number; text: string }>,
][] = [
  [
    'signing in',
    async (planted) => {
      const victim = await newcomer('victim')
      return {
        ...(await sends('login', { email: victim.email, password: PASSWORD }, `echolot=${planted}`)),
        userId: victim.userId,
      }
    },
  ],
  [
    'registration',
    async (planted) => {
      const email = `registered-${(visitors += 1)}@example.ru`
      const begun = await sends('register', { email, password: NEW_PASSWORD }, `echolot=${planted}`)
      const { code } = await world.letterTo(email)
      const came = await sends(
        'confirmRegistration',
        { registration: begun.result.registration ?? '', pin: code },
        `echolot=${planted}`,
      )
      return { ...came, userId: came.result.user?.id ?? 0 }
    },
  ],
  [
    'recovery',
    async (planted) => {
      const victim = await newcomer('victim')
      await sends('startRecovery', { email: victim.email }, '')
      await world.settle()
      const { link } = await world.letterTo(victim.email)
      const token = new URL(link).hash.replace('#token=', '')
      return {
        ...(await sends('confirmRecovery', { token, password: NEW_PASSWORD }, `echolot=${planted}`)),
        userId: victim.userId,
      }
    },
  ],
  ...(['vk', 'apple'] as const).flatMap((network) =>
    (['reg', 'auth'] as const).map((intent): (typeof ways)[number] => [
      `${network} (${intent})`,
      async (planted) => {
        seatSomebodyNew(social)
        if (intent === 'auth') await openBrowser(social).comesIn(network, 'reg')
        const browser = openBrowser(social)
        browser.cookies.set('echolot', planted)
        await browser.comesIn(network, intent)
        return { handed: browser.token, userId: (await browser.me())?.id ?? 0, text: '' }
      },
    ]),
  ),
]

test.each(ways)('%s begins a session of its own', async (way, comesIn) => {
  for (const [what, plant] of plants) {
    const planted = await plant()
    const { handed, userId, text } = await comesIn(planted)
    expect([way, what, userId]).toEqual([way, what, expect.toSatisfy((id: number) => id > 0)])
    const fresh = handed !== null && handed !== planted && handed.length >= 43
    attack.tries(
      `${way} after ${what}`,
      !fresh || (await holderOf(handed)) !== userId || (await holderOf(planted)) === userId || text.includes(handed),
    )
  }
  attack.wasInVain()
})

test.each(['before', 'after'])(
  'of two cookies of one name, the planted one %s, neither is the session after',
  async (order) => {
    const [victim, planted] = [await newcomer('victim'), (await newcomer('attacker')).token]
    const pair = [`echolot=${planted}`, `echolot=${victim.token}`]
    const { handed } = await sends(
      'login',
      { email: victim.email, password: PASSWORD },
      (order === 'before' ? pair : pair.toReversed()).join('; '),
    )
    attack.tries(
      `signing in with two cookies, the planted one ${order}`,
      handed === null || handed === planted || handed === victim.token || (await holderOf(planted)) === victim.userId,
    )
    attack.wasInVain()
  },
)

it('nothing but the cookie is a session', async () => {
  const { token, userId } = await newcomer('victim')
  const places: [string, Parameters<typeof sends>[3]][] = [
    ['the query', { query: `?echolot=${token}&token=${token}&session=${token}` }],
    ['a bearer', { headers: { authorization: `Bearer ${token}` } }],
    ['a header', { headers: { echolot: token, 'x-session': token, 'x-auth-token': token } }],
    [
      'another cookie',
      { headers: { cookie: `Echolot=${token}; session=${token}; echolot-away=${token}; __Host-echolot=${token}` } },
    ],
  ]
  for (const [what, more] of places)
    attack.tries(`a token in ${what}`, (await sends('getMe', {}, '', more)).result.user?.id === userId)
  attack.wasInVain()
})

test.each<[string, 'updatePassword' | 'createPassword']>([
  ['changing the password', 'updatePassword'],
  ['creating a password', 'createPassword'],
])('%s leaves nobody in by what he knew before', async (what, callName) => {
  const victim = await newcomer('victim')
  // Another browser of theirs, of which the attacker has the cookie; and the very cookie that changes the password.
  const known = [await victim.signIn(), victim.token]
  if (callName === 'createPassword')
    await world.db.updateTable('users').set({ passwordHash: null }).where('id', '=', victim.userId).execute()
  const socket = await world.connect(known[0])
  const { handed } =
    callName === 'createPassword'
      ? await sends('createPassword', { password: NEW_PASSWORD }, `echolot=${victim.token}`)
      : await sends('updatePassword', { password: PASSWORD, newPassword: NEW_PASSWORD }, `echolot=${victim.token}`)
  expect(await holderOf(handed ?? '')).toBe(victim.userId)
  for (const token of known)
    attack.tries(`a session from before ${what}`, (await holderOf(token)) !== null || token === handed)
  await world.settle()
  await expect.poll(() => socket.socket.connected).toBe(false)
  attack.tries(`a socket from before ${what}`, socket.socket.connected)
  attack.wasInVain()
})

test.each(['logout', 'logoutAllDevices'] as const)('after %s the cookie is of no use', async (callName) => {
  const victim = await newcomer('victim')
  const tokens = callName === 'logout' ? [victim.token] : [victim.token, await victim.signIn()]
  await sends(callName, {}, `echolot=${victim.token}`)
  for (const token of tokens)
    if (callName === 'logout' || token !== victim.token)
      attack.tries(`a session after ${callName}`, (await holderOf(token)) !== null)
  attack.wasInVain()
})

it('where it is served for good, no neighbouring domain can plant one', async () => {
  const own = await openTestWorld({ config: { production: true } })
  try {
    const anna = await own.customer('anna')
    const me = (cookie: string) => own.web.app.inject({ url: '/api/user/me', headers: { cookie } })
    // Only `__Host-` is a name that other domains cannot set.
    attack.tries(
      'a cookie without __Host-',
      (await me(`echolot=${anna.token}`)).json<{ result: { user: unknown } }>().result.user !== null,
    )
    const signedIn = await own.web.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress: anna.ip,
      payload: { email: anna.email, password: PASSWORD },
    })
    const [cookie] = signedIn.cookies
    const { name, path, httpOnly, secure, sameSite, domain } = cookie ?? {}
    expect({ name, path, httpOnly, secure, sameSite, domain }).toEqual({
      name: '__Host-echolot',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      domain: undefined,
    })
  } finally {
    await own.close()
  }
  attack.wasInVain()
})
