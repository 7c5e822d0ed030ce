/** Every call of the contract, asked by everybody who might; and every call with an id, asked about what belongs to somebody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, roleNames, type Answer, type RoleName, type Who } from '../../contract/call.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import { emptyFilter } from '../../contract/filters.ts'
import { codeOf, openTown, paid, type Town, type Townsman } from '../people/town.ts'

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

/** What stands open to the whole world, and what is for some only. A call that is in neither list is for whoever is signed in. */
const open = [
  'accounts.getMe', 'accounts.getSignInOptions', 'accounts.createCaptcha', 'accounts.register', 'accounts.resendRegistration',
  'accounts.confirmRegistration', 'accounts.login', 'accounts.logout', 'accounts.startRecovery', 'accounts.confirmRecovery',
  'categories.listCategories', 'partner.recordTraffic', 'social.startNetworkSignIn', 'social.takeVkCallback',
  'social.takeAppleCallbackReg', 'social.takeAppleCallbackAuth', 'social.finishNetworkSignIn', 'social.takeAppleNotice',
]
const forSome: Record<string, Who> = {
  'moderation.moderateMessage': 'moderator',
  'moderation.setMessageLocation': 'moderator',
  'moderation.setMessageCategory': 'moderator',
  'moderation.getModeratorStatistics': 'moderator',
}
const whoOf = (name: string): Who => forSome[name] ?? (open.includes(name) ? 'anyone' : 'customer')

let town: Town
const people = new Map<Audience, Townsman | null>()
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
  people.set('guest', null)
  people.set('customer', await town.customer('customer'))
  for (const role of roleNames) people.set(role, await town.somebody(role, [role]))
})
afterAll(() => town.close())

it('the contract lets in whom it should', () => {
  expect(Object.fromEntries(listCalls().map(({ name, call }) => [name, call.who]))).toEqual(
    Object.fromEntries(listCalls().map(({ name }) => [name, whoOf(name)])),
  )
  const names = new Set(listCalls().map(({ name }) => name))
  expect([...open, ...Object.keys(forSome)].filter((name) => !names.has(name))).toEqual([])
})

describe.each(audiences)('asked as %s', (audience) => {
  /** Rights are looked at before anything else but the pace: what is asked with nothing at all is refused for that, or let through to be told so. */
  const expected = (who: Who): string => (passes[who].includes(audience) ? 'let through' : audience === 'guest' ? 'UNAUTHORIZED' : 'FORBIDDEN')
  const told = (code: string): string => (['UNAUTHORIZED', 'FORBIDDEN'].includes(code) ? code : 'let through')

  it('over the socket passes where the contract says so, and nowhere else', async () => {
    const browser = await town.connect(people.get(audience)?.token ?? null)
    const table: Record<string, string> = {}
    // What only works over HTTP is refused for that by whoever let it through: nobody is signed out here.
    for (const { name } of listCalls()) table[name] = told(codeOf((await browser.socket.emitWithAck('call', { name, input: {} })) as Answer))
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
      expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([name, audience === 'guest' ? 401 : 403, expected(call.who)])
    }
  })
})

describe("somebody else's things", () => {
  let anna: Townsman
  let outsiders: [who: string, person: Townsman][]
  let things: Record<string, Record<string, unknown>>

  beforeAll(async () => {
    anna = await town.customer('anna', paid('photographers'))
    const stranger = await town.customer('stranger', paid('vets'))
    outsiders = [['a stranger', stranger], ...roleNames.filter((role) => !['admin', 'moderator'].includes(role)).map((role) => [role, people.get(role)!] as [string, Townsman])]
    await town.post('Посоветуйте фотографа на свадьбу')
    await town.settle()
    const { messages } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId, queryId: 'a' })
    const message = messages[0]
    if (!message) throw new Error('anna sees no message')
    const { id: messageId } = message
    const authorId = Number((await town.db.selectFrom('messages').select('authorId').where('id', '=', messageId).executeTakeFirstOrThrow()).authorId)
    const { filter } = await anna.asks('filters', 'createFilter', { name: 'Мой' })
    const { filter: deleted } = await anna.asks('filters', 'createFilter', { name: 'Удалённый' })
    await anna.asks('filters', 'deleteFilter', { id: deleted.id })
    const ordered = await anna.asks('exports', 'createExport', {
      kind: 'messages', format: 'csv', product: { type: 'category', id: await town.categoryId('photographers') },
      from: '2026-10-31T21:00:00Z', to: '2026-11-30T21:00:00Z',
    })
    await town.settle()
    const { docs } = await anna.asks('accounts', 'listAuthHistory', {})
    const filterId = filter.id
    const theMessage = { id: messageId }
    things = {
      'accounts.endSession': { id: docs[0]?.id },
      'exports.createExport': {
        kind: 'messages', format: 'csv', product: { type: 'category', id: await town.categoryId('photographers') }, filterId,
        from: '2026-10-31T21:00:00Z', to: '2026-11-30T21:00:00Z',
      },
      'exports.getExportFile': { id: ordered.export.id },
      'exports.deleteExport': { id: ordered.export.id },
      'feed.queryFeed': { filterId, queryId: 'a' },
      'feed.setFeedListener': { filters: [{ filterId, since: 0 }] },
      'feed.queryHidden': { filterId },
      'feed.explainMessage': { ...theMessage, filter: emptyFilter },
      'feed.listCopies': { ...theMessage, filter: emptyFilter },
      'feed.tryStopWord': { filterId, word: 'свадьба' },
      'filters.updateFilter': { id: filterId, name: 'Чужой' },
      'filters.copyFilter': { id: filterId, name: 'Копия' },
      'filters.deleteFilter': { id: filterId },
      'filters.restoreFilter': { id: deleted.id },
      'marks.setViewed': { ...theMessage, value: true },
      'marks.setFavorite': { ...theMessage, value: true },
      'marks.setLike': { ...theMessage, value: true },
      'marks.setDislike': { ...theMessage, value: true },
      'marks.setNote': { ...theMessage, text: 'чужая заметка' },
      'marks.markSpam': theMessage,
      'marks.unmarkSpam': theMessage,
      'marks.addToBlackList': { id: authorId },
      'moderation.moderateMessage': { ...theMessage, action: 'reject' },
      'moderation.setMessageLocation': { ...theMessage, locationId: null },
      'moderation.setMessageCategory': { ...theMessage, mode: 'delete', from: await town.categoryId('photographers') },
    }
  })

  /** About whom or what they are told is one's own by its nature, or everybody's. */
  const harmless = [
    'filters.createFilter', // Takes products, of which only those one sees are looked at.
    'filters.orderFilters', // Of the ids only one's own are put in order.
    'locations.searchLocations', // The gazetteer is everybody's.
    'marks.removeFromBlackList', // One's own list.
    'partner.recordTraffic', // Whoever brought a visitor is no secret.
    'social.takeAppleCallbackReg', 'social.takeAppleCallbackAuth', 'social.takeVkCallback', // `id_token` and `device_id` are the network's.
  ]

  it('are named here, for every call that takes an id', () => {
    const takesId = listCalls()
      .filter(({ call }) => /"(\w*[a-z]Ids?|ids?|\w+_id|filters)":/.test(JSON.stringify(Object.fromEntries(Object.entries((call.input as { properties?: object }).properties ?? {})))))
      .map(({ name }) => name)
    expect(takesId.filter((name) => !(name in things) && !harmless.includes(name))).toEqual([])
  })

  it('are found by nobody but their owner, and stay as they were', async () => {
    const state = async () => ({
      filters: (await anna.asks('filters', 'listFilters', {})).filters,
      exports: (await anna.asks('exports', 'listExports', {})).exports,
      feed: (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId, queryId: 'a' })).messages,
      me: await anna.asks('accounts', 'getMe', {}),
      rows: (await town.db.selectFrom('filters').selectAll().where('userId', '=', anna.userId).orderBy('id').execute()),
    })
    const before = await state()
    const found: string[] = []
    let asked = 0
    for (const [who, person] of outsiders) {
      const browser = await person.connects()
      for (const [name, input] of Object.entries(things)) {
        const call = listCalls().find((each) => each.name === name)?.call
        if (!call) throw new Error(`no call ${name}`)
        asked += 1
        let code: string
        if (call.only === 'http') {
          const { method, url, body } = requestOf(call, input)
          const response = await town.web.app.inject({
            method, url, remoteAddress: person.ip, headers: { cookie: `echolot=${person.token}` }, ...(body ? { payload: body } : {}),
          })
          code = response.statusCode === 200 ? 'ok' : response.json<{ code: string }>().code
        } else code = codeOf((await browser.socket.emitWithAck('call', { name, input })) as Answer)
        if (!/NOT_FOUND$|^FORBIDDEN$|^EXPORT_PRODUCT_REQUIRED$/.test(code)) found.push(`${who}: ${name} ${code}`)
      }
      browser.close()
    }
    expect(found).toEqual([])
    expect(asked).toBe(outsiders.length * Object.keys(things).length)
    expect(await state()).toEqual(before)
    expect(codeOf(await town.ask('accounts', 'getMe', {}, anna))).toBe('ok')
  })
})
