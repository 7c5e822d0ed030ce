/** Another person's things: to anyone who is not their owner every one of them is answered as if there were none. */
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { address, roleNames, type Call } from '../../contract/call.ts'
import { emptyFilter } from '../../contract/reading/filters.ts'
import type { Contract } from '../../contract/contract.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { mayAsk } from '../../rules/roles.ts'
import { HOUR } from '../kit/clock.ts'
import { pasteGroups } from '../features/watching/groups/groups.samples.ts'
import { insertOrder } from '../features/commerce/payments/payments.samples.ts'
import { makeProjects } from '../features/watching/projects/projects.public.ts'
import type { TestUser } from '../testing/test-user.ts'
import { linkAddress } from '../features/reach/notices/channels/fake.samples.ts'
import { groups, openTestWorld, paid, type TestWorld } from '../testing/test-world.ts'
import { beginAttack } from './attack.samples.ts'

type Input = Record<string, unknown>

const attack = beginAttack("another person's things")
let world: TestWorld
let anna: TestUser
let outsiders: [who: string, person: TestUser | null][]
let things: Record<string, Input>
const SECRET = 'заметка, которую никто не прочтёт'
const TEXT = 'Посоветуйте фотографа на свадьбу'

beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  // Who sees every category by their role sees its messages: they are no stranger's.
  const roles = roleNames.filter((role) => role !== 'admin' && role !== 'moderator')
  const [stranger, everybody] = [
    await world.customer('stranger', paid('vets')),
    await world.somebody('everybody', roles),
  ]
  outsiders = [
    ['a guest', null],
    ['a stranger', stranger],
    ['a holder of every other role', everybody],
  ]
  anna = await world.customer('anna', paid('photographers'), groups(10))
  await world.receive([world.message(TEXT, { url: 'https://vk.com/wall-1_2' })])
  await world.settle()
  things = await layOut()
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
})
beforeEach(() => world.clock.advance(HOUR))

/** One of everything that can be someone's. */
async function layOut(): Promise<Record<string, Input>> {
  const { messages } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
  const message = messages[0]
  if (!message?.author) throw new Error('anna sees no message')
  const theMessage = { id: message.id }
  await anna.asks('marks', 'setNote', { ...theMessage, text: SECRET })
  await anna.asks('marks', 'setFavorite', { ...theMessage, value: true })
  const {
    filter: { id: filterId },
  } = await anna.asks('filters', 'createFilter', { name: 'Мой' })
  const { filter: deleted } = await anna.asks('filters', 'createFilter', { name: 'Удалённый' })
  await anna.asks('filters', 'deleteFilter', { id: deleted.id })
  const period = { from: '2026-10-31T21:00:00Z', to: '2026-11-30T21:00:00Z' }
  const product = { type: 'category', id: await world.categoryId('photographers') } as const
  const { export: file } = await anna.asks('exports', 'createExport', {
    kind: 'messages',
    format: 'csv',
    product,
    ...period,
  })
  await world.settle()
  const { docs } = await anna.asks('accounts', 'listAuthHistory', {})
  const { id: subscriptionId } = await world.db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', anna.userId)
    .where('productType', '=', 'category')
    .executeTakeFirstOrThrow()
  const theSubscription = { id: subscriptionId }
  await pasteGroups(world, anna, 'vk.com/anna1 vk.com/anna2 vk.com/anna3')
  const [kept, other, removed] = (await anna.asks('groups', 'listGroups', {})).groups
  await anna.asks('groups', 'deleteGroup', { id: removed?.id ?? 0 })
  const { id: additionId } = await world.db.selectFrom('groupAdditions').select('id').executeTakeFirstOrThrow()
  const [projectId = 0] = await world.db.transaction().execute((tx) => makeProjects(tx, world.clock, anna.userId, 1))
  const settings = {
    keywords: ['свадьба'],
    context: [],
    excludedKeywords: [],
    censorFilter: false,
    neuralFilter: false,
    networks: [],
    kinds: [],
  }
  const paidAt = world.clock.now()
  const { id: templateId } = (await anna.asks('answers', 'createTemplate', { name: 'Первое', text: SECRET })).template
  const { id: leadId } = (await anna.asks('leads', 'takeLead', theMessage)).lead
  const { id: commentId } = (await anna.asks('leads', 'createLeadComment', { id: leadId, text: SECRET })).comment
  const addressId = await linkAddress(world, anna.userId, 'telegram')
  const noticeRule = { mode: 'now', hour: 9, weekdays: [1], level: 'cold', smallest: 1 } as const
  await anna.asks('notices', 'setNoticeRule', {
    filterId,
    channel: 'telegram',
    ...noticeRule,
    weekdays: [1],
    mode: 'hourly',
  })
  const { account: waiting } = await insertOrder(world, anna)
  const { account: settled } = await insertOrder(world, anna, {
    status: 'paid',
    paidAt,
    closedAt: paidAt,
    gatewayId: 'test-paid',
  })
  return {
    'notices.setNoticeRule': { filterId, channel: 'telegram', ...noticeRule },
    'notices.resetNoticeRule': { filterId, channel: 'telegram' },
    'notices.previewNoticeRule': { filterId, channel: 'telegram', ...noticeRule },
    'notices.sendTestNotice': { addressId },
    'notices.unlinkAddress': { id: addressId },
    'answers.updateTemplate': { id: templateId, name: 'Чужой', text: 'Чужой' },
    'answers.deleteTemplate': { id: templateId },
    'leads.setAnswered': { ...theMessage, value: true },
    'leads.setLooking': { messageId: message.id },
    'leads.takeLead': theMessage,
    'leads.updateLeadOf': { ...theMessage, assigneeId: anna.userId },
    'leads.updateLead': { id: leadId, assigneeId: anna.userId, reminder: 'чужое' },
    'leads.getLead': { id: leadId },
    'leads.createLeadComment': { id: leadId, text: 'чужое' },
    'leads.deleteLeadComment': { id: commentId },
    'exports.createExport': { kind: 'messages', format: 'csv', product, filterId, ...period },
    'exports.getExportFile': { id: file.id },
    'exports.deleteExport': { id: file.id },
    'feed.queryFeed': { filterId },
    'feed.setFeedListener': { filters: [{ filterId, since: 0 }] },
    'feed.queryHidden': { filterId },
    'feed.countHidden': { filterId },
    'feed.countFilterValues': { filterId },
    'feed.explainMessage': { ...theMessage, filter: emptyFilter },
    'feed.getMessage': theMessage,
    'feed.getAuthor': { id: message.author.id },
    'feed.openSource': theMessage,
    'feed.listActivity': theMessage,
    'feed.listCopies': { ...theMessage, filter: emptyFilter },
    'feed.tryStopWord': { filterId, word: 'свадьба' },
    'feed.getVeiled': { filterId },
    'filters.updateFilter': { id: filterId, name: 'Чужой' },
    'filters.copyFilter': { id: filterId, name: 'Копия' },
    'filters.orderFilters': { ids: [filterId] },
    'filters.deleteFilter': { id: filterId },
    'filters.restoreFilter': { id: deleted.id },
    'groups.getAddition': { id: additionId },
    'groups.setGroupEnabled': { id: kept?.id, enabled: false },
    'groups.deleteGroup': { id: other?.id },
    'groups.restoreGroups': { ids: [removed?.id] },
    'marks.setViewed': { ...theMessage, value: true },
    'marks.setHandled': { ...theMessage, value: true },
    'marks.setFavorite': { ...theMessage, value: false },
    'marks.setLike': { ...theMessage, value: true },
    'marks.setDislike': { ...theMessage, value: true },
    'marks.setNote': { ...theMessage, text: 'чужая заметка' },
    'marks.markSpam': theMessage,
    'marks.unmarkSpam': theMessage,
    'marks.addToBlackList': { id: message.author.id },
    'payments.getOrder': { account: waiting },
    'payments.payInTestMode': { account: waiting },
    'payments.getInvoice': { account: settled },
    'projects.updateProject': { id: projectId, name: 'Чужой', ...settings },
    'projects.refreshProject': { id: projectId },
    'subscriptions.freezeSubscription': theSubscription,
    'subscriptions.unfreezeSubscription': theSubscription,
    'subscriptions.changeCategory': { ...theSubscription, category: await world.categoryId('vets') },
    // Her own: she is out after it.
    'accounts.endSession': { id: docs[0]?.id },
  }
}

/** Calls whose ids are no one's own, or the asker's by their nature. */
const common = [
  'blog.createComment', // Articles are everybody's.
  'blog.deleteComment', // Editors keep order among comments: blog.test.ts asks it of a stranger.
  'cart.addCartItem',
  'cart.removeCartItem', // Categories are everybody's; the cart is the asker's.
  'filters.createFilter', // Takes products, of which only those one sees are looked at.
  'locations.searchLocations', // The gazetteer is everybody's.
  'marks.removeFromBlackList', // One's own list.
  'notices.allowVk', // A number of VK's; believed only of the VK that is linked to the asker.
  'referrals.recordTraffic', // Anyone who brought a visitor is no secret.
  'social.takeAppleCallbackReg',
  'social.takeAppleCallbackAuth',
  'social.takeVkCallback', // `id_token` and `device_id` are the network's.
]

/** A field that names an object: by itself, or among others. */
const namesObject = /"(id|ids|account|filters|\w*[a-z]Ids?|\w+_id)":/

it('are named here, for every call that takes an id', () => {
  const takesId = listCalls()
    // What only some roles may do at all is refused to all others: rights.test.ts asks for it.
    .filter(({ call }) => (call.access === 'customer' || call.access === 'anyone') && !call.hook)
    .filter(({ call }) => namesObject.test(JSON.stringify((call.input as { properties?: object }).properties ?? {})))
    .map(({ name }) => name)
  expect(takesId.filter((name) => !(name in things) && !common.includes(name))).toEqual([])
  expect([...Object.keys(things), ...common].filter((name) => !takesId.includes(name))).toEqual([])
})

/** The same input, about what there is not. */
function absent(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => absent(each, name))
  if (typeof value === 'object' && value !== null && name !== 'filter')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, absent(inner, key)]))
  if (!namesObject.test(`"${name}":`)) return value
  return typeof value === 'number' ? 1_999_999_999 : 'there-is-none'
}

interface Reply {
  code: string
  whole: string
}

async function asks(
  person: TestUser | null,
  name: string,
  call: Call,
  input: Input,
  over: 'http' | 'socket',
): Promise<Reply> {
  const travelling = toWire(input, wireNames[name.split('.')[0] as keyof Contract]) as Input
  if (over === 'socket') {
    const browser = person ? await person.connects() : await world.connect()
    const answer = await browser.call(name, travelling)
    browser.close()
    return { code: answer.status === 'ok' ? 'ok' : answer.code, whole: JSON.stringify(answer) }
  }
  const { method, url, body } = requestOf(call, travelling)
  const response = await world.web.app.inject({
    method,
    url,
    remoteAddress: person?.ip ?? '10.77.0.1',
    headers: person ? { cookie: `echolot=${person.token}` } : {},
    ...(body ? { payload: body } : {}),
  })
  return { code: response.statusCode === 200 ? 'ok' : response.json<{ code: string }>().code, whole: response.body }
}

async function stateOfAnna() {
  const rows = async (
    table:
      | 'filters'
      | 'subscriptions'
      | 'orders'
      | 'notes'
      | 'favorites'
      | 'reactions'
      | 'spamMarks'
      | 'blacklistedAuthors'
      | 'exports'
      | 'noticeRules'
      | 'noticeAddresses'
      | 'notices',
  ) =>
    (await world.db.selectFrom(table).selectAll().where('userId', '=', anna.userId).execute())
      .map((row) => JSON.stringify(row))
      .toSorted()
  const tables = [
    'filters',
    'subscriptions',
    'orders',
    'notes',
    'favorites',
    'reactions',
    'spamMarks',
    'blacklistedAuthors',
    'exports',
    'noticeRules',
    'noticeAddresses',
    'notices',
  ] as const
  return {
    ...Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rows(table)] as const))),
    groups: (await anna.asks('groups', 'listGroups', {})).groups,
    projects: (await anna.asks('projects', 'listProjects', {})).projects,
    feed: (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages,
    user: (await anna.asks('accounts', 'getMe', {})).user,
  }
}

test.each(['http', 'socket'] as const)(
  'over %s, are answered as what there is not, and stay as they were',
  async (over) => {
    const before = await stateOfAnna()
    for (const [who, person] of outsiders) {
      for (const [name, input] of Object.entries(things)) {
        const call = listCalls().find((each) => each.name === name)?.call
        if (!call) throw new Error(`no call ${name}`)
        if (call.only !== undefined && call.only !== over) continue
        const [theirs, nobodys] = [
          await asks(person, name, call, input, over),
          await asks(person, name, call, absent(input) as Input, over),
        ]
        const asIfAbsent = theirs.code !== 'ok' && theirs.whole === nobodys.whole && !theirs.whole.includes(SECRET)
        const code = mayAsk(call.access, person ? [] : null) ? /NOT_FOUND$|^EXPORT_PRODUCT_REQUIRED$/ : /^UNAUTHORIZED$/
        attack.tries(
          `${who}, ${name} over ${over}: ${theirs.whole} instead of ${nobodys.whole}`,
          !asIfAbsent || !code.test(theirs.code),
        )
      }
    }
    expect(await stateOfAnna()).toEqual(before)
    attack.wasInVain()
  },
)

it('do not come with what is one’s own', async () => {
  const category = await world.categoryId('photographers')
  const leaks = (answer: unknown): boolean => /свадьб|заметка|anna/.test(JSON.stringify(answer))
  for (const [who, person] of outsiders) {
    if (!person) continue
    for (const filter of [
      { categories: [category] },
      { onlyFavorites: true },
      { onlyWithNotes: true },
      { onlyBlackList: true },
      { spam: 'ignore' as const },
    ]) {
      const asked = { filter: { ...emptyFilter, ...filter } }
      attack.tries(
        `${who} reads her feed with ${JSON.stringify(filter)}`,
        leaks((await person.asks('feed', 'queryFeed', asked)).messages),
      )
      attack.tries(
        `${who} reads what she hides with ${JSON.stringify(filter)}`,
        leaks(await person.asks('feed', 'queryHidden', asked)),
      )
    }
    const { filter } = await person.asks('filters', 'createFilter', { name: 'Всё', categories: [category] })
    attack.tries(
      `${who} reads her feed with a filter of his`,
      leaks((await person.asks('feed', 'queryFeed', { filterId: filter.id })).messages),
    )
    await person.asks('filters', 'deleteFilter', { id: filter.id })
    // Everything that lists, lists the asker's own.
    for (const { name, call } of listCalls().filter(
      (each) =>
        each.call.method === 'GET' &&
        each.call.access === 'customer' &&
        !each.call.changes &&
        !each.call.file &&
        !address(each.call.path).includes(':'),
    )) {
      attack.tries(`${who} lists with ${name}`, leaks((await asks(person, name, call, {}, 'http')).whole))
    }
  }
  attack.wasInVain()
})

it('are there for their owner', async () => {
  for (const [name, input] of Object.entries(things)) {
    const call = listCalls().find((each) => each.name === name)?.call
    if (!call) throw new Error(`no call ${name}`)
    const { code } = await asks(anna, name, call, input, call.only ?? 'http')
    expect([name, code]).toEqual([name, expect.not.stringMatching(/NOT_FOUND$|UNAUTHORIZED|FORBIDDEN/)])
  }
})
