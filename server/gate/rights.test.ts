/** Every call of the contract, asked by everybody who might. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, roleNames, type Answer, type Call, type RoleName, type Who } from '../../contract/call.ts'
import { listCalls } from '../../contract/request.ts'
import { codeOf, openTown, type Town, type Townsman } from '../people/town.ts'

type Audience = 'guest' | 'customer' | RoleName
const audiences: Audience[] = ['guest', 'customer', ...roleNames]

/** Spec §6, written out: who passes where a call asks for whom. */
const passes: Record<Who, Audience[]> = {
  anyone: audiences,
  customer: ['customer', ...roleNames],
  admin: ['admin'],
  moderator: ['moderator', 'admin'],
  blogEditor: ['blogEditor'],
  categoryEditor: ['categoryEditor'],
  partner: ['partner'],
  support: ['support'],
  teamOwner: ['teamOwner'],
}

/** By where a call stands, the first line that speaks of it. Whatever no line speaks of is for anybody who is signed in. */
const places: [where: RegExp, who: Who][] = [
  [/^\w+ \/admin\//, 'admin'],
  // Coming in and going out.
  [/^\w+ \/auth\//, 'anyone'],
  [/^GET \/user\/me$/, 'anyone'],
  // The shop: one chooses before one registers; what is ordered is somebody's.
  [/^GET \/category\/:slug$|^POST \/category\/search$/, 'anyone'],
  [/^GET \/(category|tariff)\/list$|^GET \/payment\/gateways$|^GET \/promo-code\/:code$/, 'anyone'],
  [/^POST \/cart\/(purchase|order)$/, 'customer'],
  [/^\w+ \/cart(\/|$)/, 'anyone'],
  [/^POST \/(ref\/traffic|send-feedback)$/, 'anyone'],
  // What one watches is one's own; how the networks fare everybody learns who is signed in.
  [/^\w+ \/(monitored-project|monitored-group|monitored-groupset|source)(\/|$)/, 'customer'],
  [/^\w+ \/feed\/(message\/:id\/(moderation|location|category)|moderator-statistics\/)$/, 'moderator'],
]
const whoOf = ({ method, path, hook }: Call): Who =>
  hook ? 'anyone' : (places.find(([where]) => where.test(`${method} ${path}`))?.[1] ?? 'customer')

let town: Town
const people = new Map<Audience, Townsman | null>()
beforeAll(async () => {
  town = await openTown()
  people.set('guest', null)
  people.set('customer', await town.customer('customer'))
  for (const role of roleNames) people.set(role, await town.somebody(role, [role]))
})
afterAll(() => town.close())

it('the contract lets in whom it should', () => {
  const table = (who: (call: Call) => Who) =>
    Object.fromEntries(listCalls().map(({ name, call }) => [`${name}, ${call.method} ${call.path}`, who(call)]))
  expect(table((call) => call.who)).toEqual(table(whoOf))
  const idle = places.filter(([where]) => !listCalls().some(({ call }) => where.test(`${call.method} ${call.path}`)))
  expect(idle).toEqual([])
})

describe.each(audiences)('asked as %s', (audience) => {
  /** Rights are looked at before anything else but the pace: what is asked with nothing at all is refused for that, or let through to be told so. */
  const expected = (who: Who): string =>
    passes[who].includes(audience) ? 'let through' : audience === 'guest' ? 'UNAUTHORIZED' : 'FORBIDDEN'
  const told = (code: string): string => (['UNAUTHORIZED', 'FORBIDDEN'].includes(code) ? code : 'let through')

  it('over the socket passes where the contract says so, and nowhere else', async () => {
    const browser = await town.connect(people.get(audience)?.token ?? null)
    const table: Record<string, string> = {}
    // What only works over HTTP is refused for that by whoever let it through: nobody is signed out here.
    for (const { name } of listCalls())
      table[name] = told(codeOf((await browser.socket.emitWithAck('call', { name, input: {} })) as Answer))
    browser.close()
    expect(table).toEqual(Object.fromEntries(listCalls().map(({ name, call }) => [name, expected(call.who)])))
  })

  it('over HTTP is refused where the contract says so', async () => {
    const token = people.get(audience)?.token
    for (const { name, call } of listCalls().filter((each) => expected(each.call.who) !== 'let through')) {
      const response = await town.web.app.inject({
        method: call.method,
        url: address(call.path).replace(/:\w+/g, '1'),
        remoteAddress: people.get(audience)?.ip ?? '10.9.0.1',
        headers: token ? { cookie: `echolot=${token}` } : {},
        ...(call.method === 'GET' ? {} : { payload: {} }),
      })
      expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        name,
        audience === 'guest' ? 401 : 403,
        expected(call.who),
      ])
    }
  })
})
