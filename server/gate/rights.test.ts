/** Every call of the contract, asked by everybody who might. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, roleNames, type Answer, type Call, type RoleName, type Access } from '../../contract/call.ts'
import { listCalls } from '../../contract/request.ts'
import { codeOf } from '../testing/read-answer.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'

type Audience = 'guest' | 'customer' | RoleName
const audiences: Audience[] = ['guest', 'customer', ...roleNames]

/** Spec §6, written out: who passes where a call asks for whom. */
const passes: Record<Access, Audience[]> = {
  anyone: audiences,
  customer: ['customer', ...roleNames],
  admin: ['admin'],
  moderator: ['moderator', 'admin'],
  blogEditor: ['blogEditor', 'admin'],
  categoryEditor: ['categoryEditor', 'admin'],
  partner: ['partner'],
  support: ['support'],
  teamOwner: ['teamOwner'],
}

/** By where a call stands, the first line that speaks of it. Whatever no line speaks of is for anybody who is signed in. */
const places: [where: RegExp, who: Access][] = [
  [/^\w+ \/admin\/category(\/|$)/, 'categoryEditor'],
  [/^\w+ \/admin\//, 'admin'],
  // Who wears a mask is taken for a customer, and leaves as one.
  [/^POST \/support\/mask-leave$/, 'customer'],
  [/^\w+ \/support\//, 'support'],
  // Coming in and going out.
  [/^\w+ \/auth\//, 'anyone'],
  [/^GET \/user\/me$/, 'anyone'],
  // The shop: one chooses before one registers; what is ordered is someone's.
  [/^GET \/category\/:slug$|^POST \/category\/search$/, 'anyone'],
  [/^GET \/(category|tariff)\/list$|^GET \/payment\/gateways$|^GET \/promo-code\/:code$/, 'anyone'],
  [/^POST \/cart\/(purchase|order)$/, 'customer'],
  [/^\w+ \/cart(\/|$)/, 'anyone'],
  [/^GET \/privacy$/, 'anyone'],
  [/^POST \/(ref\/traffic|send-feedback)$/, 'anyone'],
  // Anyone reads the blog; one says something as oneself, and editors write it.
  [/^GET \/blog\/article(\/:slug)?$/, 'anyone'],
  [/^POST \/blog\/article\/:id\/comment$|^DELETE \/blog\/comment\/:id$/, 'customer'],
  [/^(GET|PUT) \/blog\/comment(\/:id)?$/, 'moderator'],
  [/^\w+ \/blog\//, 'blogEditor'],
  // What customers say is read by everyone, written by them, and approved.
  [/^GET \/reviews$/, 'anyone'],
  // Pages for visitors say what was heard and asked, how the networks fare, and who runs the service.
  [/^GET \/(source\/heard|status|operator|category-samples|category\/:slug\/city\/:city)$/, 'anyone'],
  [/^\w+ \/reviews\/own$/, 'customer'],
  [/^\w+ \/reviews\//, 'moderator'],
  // Words are tried before a project is bought.
  [/^POST \/monitored-project\/preview$/, 'anyone'],
  // Who owns a team says who is in it; who has the letter answers it, with an account or without.
  [/^\w+ \/membership-cards?(\/|$)/, 'teamOwner'],
  [/^POST \/team\/invitation(\/decline)?$/, 'anyone'],
  // A link of a letter says for whom it is.
  [/^POST \/(notices|mailings)\/link\/(read|follow)$|^GET \/(notices|mailings)\/unsubscribe$/, 'anyone'],
  // Anyone reads the terms, follows a short link, and may enter once they are known to us; the rest is the partner's own.
  [/^GET \/(partner\/terms|r\/:code)$/, 'anyone'],
  [/^GET \/partner\/entry$/, 'customer'],
  [/^\w+ \/partner(\/|$)/, 'partner'],
  // What one watches is one's own; how the networks fare everybody learns who is signed in.
  [/^\w+ \/(monitored-project|monitored-group|monitored-groupset|source)(\/|$)/, 'customer'],
  [/^\w+ \/feed\/(message\/:id\/(moderation|location|category)|moderator-statistics\/)$/, 'moderator'],
]
const whoOf = ({ method, path, hook }: Call): Access =>
  hook ? 'anyone' : (places.find(([where]) => where.test(`${method} ${path}`))?.[1] ?? 'customer')

const rolesOf = (audience: Audience): RoleName[] => roleNames.filter((role) => role === audience)

let world: TestWorld
const people = new Map<Audience, TestUser | null>()
/** Asking it gives a role: others of the same rights do, so that the people here stay what they are. */
const givesRole = 'partner.enterPartner'
const entering = new Map<Audience, TestUser | null>()
beforeAll(async () => {
  world = await openTestWorld()
  people.set('guest', null)
  people.set('customer', await world.customer('customer'))
  for (const role of roleNames) people.set(role, await world.somebody(role, [role]))
  for (const [audience, person] of people)
    entering.set(audience, person && (await world.somebody(`entering-${audience}`, rolesOf(audience))))
})
afterAll(() => world.close())

it('the contract lets in whom it should', () => {
  const table = (who: (call: Call) => Access) =>
    Object.fromEntries(listCalls().map(({ name, call }) => [`${name}, ${call.method} ${call.path}`, who(call)]))
  expect(table((call) => call.access)).toEqual(table(whoOf))
  const idle = places.filter(([where]) => !listCalls().some(({ call }) => where.test(`${call.method} ${call.path}`)))
  expect(idle).toEqual([])
})

describe.each(audiences)('asked as %s', (audience) => {
  /** Rights are looked at before anything else but the rate limit: what is asked with nothing at all is refused for that, or let through to be reported so. */
  const expected = (who: Access): string =>
    passes[who].includes(audience) ? 'let through' : audience === 'guest' ? 'UNAUTHORIZED' : 'FORBIDDEN'
  const outcomeOf = (code: string): string => (['UNAUTHORIZED', 'FORBIDDEN'].includes(code) ? code : 'let through')

  it('over the socket passes where the contract says so, and nowhere else', async () => {
    const browser = await world.connect(people.get(audience)?.token ?? null)
    const newcomer = await world.connect(entering.get(audience)?.token ?? null)
    const table: Record<string, string> = {}
    // What only works over HTTP is refused for that by anyone who let it through: no one is signed out here.
    for (const { name } of listCalls()) {
      const { socket } = name === givesRole ? newcomer : browser
      table[name] = outcomeOf(codeOf((await socket.emitWithAck('call', { name, input: {} })) as Answer))
    }
    browser.close()
    newcomer.close()
    expect(table).toEqual(Object.fromEntries(listCalls().map(({ name, call }) => [name, expected(call.access)])))
  })

  it('over HTTP is refused where the contract says so', async () => {
    const token = people.get(audience)?.token
    for (const { name, call } of listCalls().filter((each) => expected(each.call.access) !== 'let through')) {
      const response = await world.web.app.inject({
        method: call.method,
        url: address(call.path).replace(/:\w+/g, '1'),
        remoteAddress: people.get(audience)?.ip ?? '10.9.0.1',
        headers: token ? { cookie: `echolot=${token}` } : {},
        ...(call.method === 'GET' ? {} : { payload: {} }),
      })
      expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        name,
        audience === 'guest' ? 401 : 403,
        expected(call.access),
      ])
    }
  })
})
