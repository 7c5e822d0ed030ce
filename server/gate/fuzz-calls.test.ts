/**
 * Every call, asked by everybody, over HTTP and over the socket, with what fits its schema, nearly fits it, or is anything at all: each
 * is answered or refused in words, and none breaks. `npm run fuzz:calls` tries many more; `-- --sequence.seed 7` repeats a run.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, inject, test } from 'vitest'
import type { Answer, Call } from '../../contract/call.ts'
import { DEFECT_PREFIX } from '../../contract/errors.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { HOUR } from '../kit/clock.ts'
import { resultOf } from '../testing/read-answer.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import type { TestUser } from '../testing/test-user.ts'
import { groups, openTestWorld, paid, paidForTeam, type TestWorld } from '../testing/test-world.ts'
import { lawRuns } from '../../tools/law-runs.ts'
import { openReadLog } from './log.samples.ts'
import { madeAfter } from './made-input.samples.ts'

/** Someone who asks; a guest has no account. */
interface Actor {
  name: string
  user: TestUser | null
  token: string | null
  browser: TestBrowser | null
}

const LASTS = 3_000
const { log, lines: defects } = openReadLog('error')
let world: TestWorld
const actors = new Map<string, Actor>()
const actorNames = ['guest', 'customer', 'member', 'owner', 'admin', 'moderator', 'support', 'partner']
let asked = 0

beforeAll(async () => {
  world = await openTestWorld({ log, config: { sessionDays: LASTS } })
  const [customer, member, owner] = [
    await world.customer('customer', paid('photographers', LASTS), groups(50, LASTS)),
    await world.customer('member'),
    await world.somebody('owner', ['teamOwner'], paidForTeam('video', LASTS)),
  ]
  await world.team(owner, member)
  await world.project(customer, { name: 'Кафе', keywords: ['кафе'] }, { days: LASTS })
  await world.post('Посоветуйте фотографа и видеографа в кафе')
  await world.settle()
  const staff = (['admin', 'moderator', 'support', 'partner'] as const).map((role) => world.somebody(role, [role]))
  for (const user of [customer, member, owner, ...(await Promise.all(staff))]) {
    const name = user.email.split('@')[0] ?? ''
    actors.set(name, { name, user, token: user.token, browser: null })
  }
  actors.set('guest', { name: 'guest', user: null, token: null, browser: null })
})
afterAll(async () => {
  console.log(`calls fuzzed: ${asked} asked, seed ${inject('seed')}`)
  await world.close()
})

const strange = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(3_000),
  '../../user/me',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  -1,
  0,
  1.5,
  1e300,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  2 ** 60,
  true,
  [],
  [[]],
  [null],
  ['\udc00', 7],
  {},
  { toString: 1 },
  { $gt: 0 },
  { length: 5 },
)

/** What fits; the same with a strange field; anything. */
function inputsOf(call: Call): fc.Arbitrary<Record<string, unknown>> {
  const made = madeAfter(call.input) as fc.Arbitrary<Record<string, unknown>>
  const names = Object.keys((call.input as { properties?: object }).properties ?? {})
  const name = fc.oneof(fc.constantFrom(...names, 'userId'), fc.constantFrom('\ud800', 'constructor', ''))
  return fc.oneof(
    { weight: 3, arbitrary: made },
    {
      weight: 3,
      arbitrary: fc.tuple(made, name, strange).map(([input, field, value]) => ({ ...input, [field]: value })),
    },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(strange, fc.jsonValue({ maxDepth: 3 }))),
    },
  )
}

/** What went wrong; null: it was answered, or refused in words. */
function defectOf(answer: Answer, status = 200): string | null {
  if (answer?.status === 'ok') return null
  if (answer?.status !== 'error') return `no answer: ${JSON.stringify(answer)}`
  const broken = answer.type !== 'refusal' || answer.code.startsWith(DEFECT_PREFIX) || answer.code === 'SERVER_ERROR'
  return broken ? `${status} ${answer.code} ${JSON.stringify(answer.details ?? '')}` : null
}

async function askOverHttp(call: Call, input: Record<string, unknown>, actor: Actor): Promise<string | null> {
  const { method, url, body } = requestOf(call, input)
  const response = await world.web.app.inject({
    method,
    url,
    remoteAddress: actor.user?.ip ?? '10.66.0.1',
    headers: actor.token ? { cookie: `echolot=${actor.token}` } : {},
    ...(body ? { payload: call.hook ? JSON.stringify(body) : body } : {}),
  })
  const location = String(response.headers.location ?? '')
  if (call.redirect || call.file || call.hook) {
    if (response.statusCode < 500 && !location.includes(DEFECT_PREFIX)) return null
    if (!response.headers['content-type']?.includes('json')) return `${response.statusCode} ${location}`
  }
  return defectOf(response.json<Answer>(), response.statusCode)
}

async function askOverSocket(name: string, input: Record<string, unknown>, actor: Actor): Promise<string | null> {
  for (;;) {
    if (!actor.browser?.socket.connected) {
      await comeBack(actor)
      actor.browser = await world.connect(actor.token)
    }
    const { browser } = actor
    try {
      return defectOf(await browser.call(name, input))
    } catch (error) {
      // The session may have ended a moment ago, and its sockets with it.
      if (browser.socket.connected) throw error
    }
  }
}

/** What an actor was asked before may have signed them out. */
async function comeBack(actor: Actor): Promise<void> {
  if (!actor.user) return
  const { user } = resultOf(await world.ask('accounts', 'getMe', {}, { token: actor.token, ip: actor.user.ip }))
  if (user === null) actor.token = await actor.user.signIn()
}

test.each(listCalls().map((each) => [each.name, each] as const))(
  '%s breaks for no one',
  async (name, { feature, call }) => {
    // Every call may be asked again.
    world.clock.advance(HOUR)
    for (const actor of actors.values()) await comeBack(actor)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...actorNames), fc.boolean(), inputsOf(call), async (who, overSocket, made) => {
        const actor = actors.get(who)
        if (!actor) throw new Error(`${who} is not there`)
        asked += 1
        const input = toWire(made, wireNames[feature]) as Record<string, unknown>
        const defect = await (overSocket ? askOverSocket(name, input, actor) : askOverHttp(call, input, actor))
        const logged = defects.splice(0)
        if (defect !== null || logged.length > 0)
          throw new Error(`${defect} for ${who}: ${JSON.stringify(logged).slice(0, 2_000)}`)
      }),
      { numRuns: lawRuns(4) },
    )
  },
)
