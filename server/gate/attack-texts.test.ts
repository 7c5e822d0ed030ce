/**
 * SQL, HTML and the like in every text that a call takes, made from the schemas of the contract: nothing breaks, nothing of it
 * is executed, and what is kept comes back as the text it was.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { roleNames, type Call } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { HOUR } from '../kit/clock.ts'
import type { TestUser } from '../testing/test-user.ts'
import { hasUnseenSigns } from '../../rules/username.ts'
import { openTestWorld, paid, type TestWorld } from '../testing/test-world.ts'
import { beginAttack } from './attack.samples.ts'
import { lawRuns } from '../../tools/law-runs.ts'
import { openReadLog } from './log.samples.ts'

type Input = Record<string, unknown>

const attack = beginAttack('SQL and HTML in texts')
let world: TestWorld
let asker: TestUser
/** What an id of a call is when it shall be found: the farther in a text comes, the more it is tried. */
let known: Record<string, number>
const { log, lines: defects } = openReadLog('error')

beforeAll(async () => {
  world = await openTestWorld({ log })
  await world.looksFor('photographers', 'фотограф')
  asker = await world.somebody('asker', [...roleNames], paid('photographers'))
  await world.post('Посоветуйте фотографа на свадьбу')
  await world.settle()
  const [message] = (await asker.asks('feed', 'queryFeed', { filterId: asker.filterId })).messages
  if (!message?.author) throw new Error('there is no message')
  const { filter } = await asker.asks('filters', 'createFilter', { name: 'Мой' })
  const category = await world.categoryId('photographers')
  known = {
    filters: filter.id,
    feed: message.id,
    marks: message.id,
    moderation: message.id,
    filterId: filter.id,
    exports: category,
    category,
    categories: category,
  }
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
})

const statements = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  ';',
  '--',
  '/*',
  '$1',
  '$$',
  ':name',
  '?',
  '%',
  '_',
  '{1,2}',
  '{"',
  '[1',
  'NULL',
  '::int',
  '{{7*7}}',
  '${7*7}',
  "' or '1'='1",
  "' or 1=1 --",
  '" or ""="',
  "1'; drop table users; --",
  "'); delete from filters; --",
  "\\'; update users set roles = '{admin}'; --",
  "' union select password_hash from users --",
  "'||(select pg_sleep(99))||'",
  "'; select pg_sleep(99); --",
  '$$; drop table sessions; $$',
  "admin'--",
  "'; copy users to program 'sh'; --",
  'a:* & | ! <-> (',
  '(((',
  '[[:alpha:',
  '(?=',
  '.*.*.*.*$',
  '*',
  "E'\\\\047",
  'ё\u2019; --',
  '\u02bc or 1=1',
  '; ls',
  '`id`',
  '../../etc/passwd',
]
const markups = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><iframe src=javascript:alert(1)>",
  '</title><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<!--',
  ']]>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '<b style=x:expression(alert(1))>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\u2028<script>',
  '<ſcript>',
  '=HYPERLINK("https://evil.example")',
  'x\r\nBcc: evil@example.ru',
  'x\nset-cookie: echolot=1',
  '\u202eтекст',
  '__proto__',
  'constructor',
  'toString',
]
const payload = fc.oneof(
  fc.constantFrom(...statements),
  fc.constantFrom(...markups),
  fc
    .tuple(fc.constantFrom('', 'а', '1', 'Анна'), fc.constantFrom(...statements), fc.constantFrom(...markups))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
/** What formats and fields let pass, as near to an attack as it goes. */
const fitting: Record<string, string[]> = {
  email: [
    "o'--@example.ru",
    "'or'1'='1@example.ru",
    '{{7*7}}@example.ru',
    '$$@example.ru',
    "a'/**/or/**/1=1@example.ru",
    '&lt;script&gt;@example.ru',
    '=cmd|calc@example.ru',
  ],
  'date-time': ['2026-11-01T00:00:00Z', '2026-11-30T00:00:00+03:00'],
  date: ['2026-11-01', '2026-11-30'],
  timeZone: ['Asia/Omsk'],
  phone: ['+7 900 123-45-67', "+79001234567'--"],
  uuid: ['00000000-0000-4000-8000-000000000000'],
}
const numbers = ['1234', '0000', '1/1', '12', 'drop-table-users']

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
}

const isText = (schema: Schema): boolean =>
  (schema.type === 'string' && !schema.enum) ||
  [
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
  ].some(isText)

/** Mostly what passes the schema, so that it comes to those who work with it. */
function textOf({ format, pattern, maxLength = 200, minLength = 0 }: Schema, name: string): fc.Arbitrary<string> {
  const any = payload.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
  const letters =
    pattern === undefined
      ? []
      : [...numbers, ...statements, ...markups].filter(
          (text) => new RegExp(pattern, 'u').test(text) && text.length <= maxLength,
        )
  const passes = fitting[format ?? name] ?? letters
  return passes.length === 0
    ? any
    : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...passes) }, { weight: 1, arbitrary: any })
}

function valueOf(schema: Schema, name: string, feature: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name, feature)))
  switch (schema.type) {
    case 'string':
      return textOf(schema, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number': {
      const id = name === 'id' ? known[feature] : known[name]
      return fc.constant(id ?? Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1)))
    }
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, feature), { maxLength: Math.min(3, schema.maxItems ?? 3) })
    default:
      break
  }
  const [record] = Object.values(schema.patternProperties ?? {})
  if (record) return fc.dictionary(payload, valueOf(record, name, feature), { maxKeys: 3 })
  const fields = Object.entries(schema.properties ?? {}).map(
    ([field, inner]) => [field, valueOf(inner, field, feature)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

const taking = listCalls().filter(({ call }) => isText(call.input as Schema))
/** They sign the asker out when they succeed, or cost a hash of a password each time. */
const dear = [
  'accounts.register',
  'accounts.login',
  'accounts.confirmRecovery',
  'accounts.createPassword',
  'accounts.updatePassword',
  'privacy.deleteAccount',
]

interface Answered {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

async function asks(feature: keyof Contract, call: Call, input: Input): Promise<Answered> {
  const { method, url, body } = requestOf(call, toWire(input, wireNames[feature]) as Input)
  // The hour is a new one each time: no rate limit is the reason for a refusal.
  world.clock.advance(HOUR / 4)
  return world.web.app.inject({
    method,
    url,
    remoteAddress: asker.ip,
    headers: { cookie: `echolot=${asker.token}` },
    ...(body ? { payload: body } : {}),
  })
}

/** A browser saves it as a table, and never shows it. */
const isSavedAsTable = (headers: Answered['headers']): boolean =>
  /^(application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/csv)\b/.test(
    String(headers['content-type']),
  ) && String(headers['content-disposition']).startsWith('attachment')

/** What went wrong with the answer; null when it is one of ours, read by browsers as nothing but data. */
function harmOf(call: Call, { statusCode, headers, body }: Answered): string | null {
  if (defects.length > 0) return `a defect: ${JSON.stringify(defects.splice(0))}`
  if (statusCode >= 500 && !/"type":"refusal"/.test(body)) return `${statusCode} ${body}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed'
  if (call.redirect)
    return statusCode === 303 && /^(\/[^/\\]|\/$|\/\?|http:\/\/127\.0\.0\.1)/.test(String(headers.location))
      ? null
      : `leads to ${String(headers.location)}`
  if (call.hook)
    return /html|script|svg|xml/.test(String(headers['content-type']))
      ? `comes as ${String(headers['content-type'])}`
      : null
  if (call.file && statusCode === 200) return isSavedAsTable(headers) ? null : `comes as ${JSON.stringify(headers)}`
  if (!String(headers['content-type']).startsWith('application/json'))
    return `comes as ${String(headers['content-type'])}`
  return null
}

/** What all of this must leave alone: the tables there are, who may what, and how to come in. */
async function foundations() {
  const { rows: tables } = await sql<{
    name: string
  }>`select relname as name from pg_class where relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace order by 1`.execute(
    world.db,
  )
  const users = await world.db
    .selectFrom('users')
    .select(['id', 'roles', 'email', 'passwordHash'])
    .orderBy('id')
    .execute()
  return {
    tables,
    users,
    sessions: (await world.db.selectFrom('sessions').select('id').where('endedAt', 'is', null).execute()).length,
  }
}

/** After the call before: nothing comes between the two. */
let stood: Awaited<ReturnType<typeof foundations>> | undefined

describe.each(taking.map(({ name, call, feature }) => ({ name, call, feature })))(
  '$name',
  ({ name, call, feature }) => {
    it('takes every text for a text', async () => {
      const before = stood ?? (await foundations())
      await fc.assert(
        fc.asyncProperty(valueOf(call.input as Schema, '', feature) as fc.Arbitrary<Input>, async (input) => {
          const began = performance.now()
          const harm = harmOf(call, await asks(feature, call, input))
          const slow = performance.now() - began > 90_000
          attack.tries(`${name} ${JSON.stringify(input)}: ${harm ?? 'slept'}`, harm !== null || slow)
          expect([input, harm, slow]).toEqual([input, null, false])
        }),
        { numRuns: lawRuns(dear.includes(name) ? 4 : 15) },
      )
      stood = await foundations()
      expect(stood).toEqual(before)
    })
  },
)

const stored = [...statements, ...markups].map((text) => text.trim()).filter((text) => text !== '')

test('what is kept comes back as the text it was', async () => {
  const { feed: messageId = 0, filters: filterId = 0 } = known
  for (const text of stored) {
    world.clock.advance(HOUR)
    // The name of a filter is one line.
    const name = text.slice(0, 60).replace(/\s+/g, ' ').trim()
    if (hasUnseenSigns(text)) {
      const refused = await asker.isRefused('accounts', 'updateUser', { username: text })
      attack.tries(`a name: ${text}`, refused !== 'USERNAME_INVALID')
    } else {
      const { user } = await asker.asks('accounts', 'updateUser', { username: text })
      const kept = (await asker.asks('accounts', 'getMe', {})).user?.username
      attack.tries(`a name: ${text}`, user.username !== text || kept !== text)
    }
    const { filter } = await asker.asks('filters', 'updateFilter', { id: filterId, name })
    attack.tries(
      `the name of a filter: ${text}`,
      filter.name !== name ||
        !(await asker.asks('filters', 'listFilters', {})).filters.some((each) => each.name === name),
    )
    const { marks } = await asker.asks('marks', 'setNote', { id: messageId, text })
    attack.tries(`a note: ${text}`, marks.notes[0]?.text !== text)
    const found = await asker.asks('locations', 'searchLocations', { query: text.slice(0, 100) })
    attack.tries(`a search for a place: ${text}`, found.locations.length > 50)
  }
  attack.wasInVain()
})

test('what is written into letters is no markup there, and no header', async () => {
  // Whatever of the texts before was written into one: there is a letter for certain.
  const writer = await world.somebody('writer', [], paid('photographers'))
  await writer.asks('verification', 'createEmailToken', {})
  await world.settle()
  const letters = await world.db.selectFrom('letters').select(['recipient', 'subject', 'html']).execute()
  expect(letters.length).toBeGreaterThan(0)
  for (const { recipient, subject, html } of letters) {
    const executes = /<(script|img src=x|svg|iframe|style>\*|b style=x|a [^>]*href="(javascript|data):)/i.test(
      html ?? '',
    )
    attack.tries(`a letter to ${recipient}: ${subject}`, executes || /[\r\n]/.test(subject + recipient))
  }
  attack.wasInVain()
})
