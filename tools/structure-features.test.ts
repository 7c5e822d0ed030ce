/** What is listed once and spread over many folders: areas and features in their order, calls with their tests, events with their jobs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '../contract/contract.ts'
import { findUpwardImports, readAreaOrder } from './area-order.ts'
import { readSources, withoutComments, type Source } from './check-boundaries.ts'
import { findLateImports, readFeatureOrder } from './feature-order.ts'
import { projectRoot } from './project-root.ts'
import { findSharedNames } from './unique-names.ts'

const sources = readSources()
// Those of tools name calls in their examples, and test none.
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) && !path.startsWith('tools/')

describe('the order of features', () => {
  const order = readFeatureOrder(sources)
  const late = (path: string, text: string) => findLateImports([{ path, text }], order)

  test('has every feature once, and each imports only those before it', () => {
    expect(order).toEqual([...new Set(order)])
    expect(findLateImports(sources, order)).toEqual([])
    const folders = sources.flatMap(({ path }) => /^server\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? [])
    expect(new Set(order)).toEqual(new Set(folders))
  })

  test('an import of one behind is found, of one before it not', () => {
    const [feed, subscriptions] = ['../feed/feed.public.ts', '../../access/subscriptions/subscriptions.public.ts']
    const path = 'server/features/reading/learning/judge-items.ts'
    expect(late(path, `import type { Scope } from '${feed}'`)).toHaveLength(1)
    expect(late(path, `import { subscribe } from '${subscriptions}'`)).toEqual([])
    expect(late('server/features/reading/learning/learning.test.ts', `import { feed } from '${feed}'`)).toEqual([])
  })

  test('a feature that is not in the list is found', () => {
    expect(late('server/features/office/stray/stray.feature.ts', '')).toHaveLength(1)
  })
})

describe('the order of areas', () => {
  const order = readAreaOrder(sources)
  const upward = (path: string, text: string) => findUpwardImports([{ path, text }], order)

  test('is that of their features, which stand together, and none imports of a later one', () => {
    expect(order).toEqual([...new Set(order)])
    expect(findUpwardImports(sources, order)).toEqual([])
  })

  test('an area whose features do not stand together is there twice', () => {
    const list = {
      path: 'server/features.ts',
      text: 'export const features = [\n  aFeature,\n  bFeature,\n  cFeature,\n]',
    }
    const feature = (folder: string) => ({ path: `server/features/${folder}/x.ts`, text: '' })
    expect(readAreaOrder([list, feature('low/a'), feature('low/b'), feature('high/c')])).toEqual(['low', 'high'])
    expect(readAreaOrder([list, feature('low/a'), feature('high/b'), feature('low/c')])).toEqual(['low', 'high', 'low'])
  })

  test.each([
    [
      'server/features/people/accounts/create-account.ts',
      `import { listFilters } from '../../reading/filters/filters.public.ts'`,
    ],
    ['server/features/access/team/team.ts', `import type { Lead } from '../../../../contract/reading/leads.ts'`],
    ['contract/access/subscriptions.ts', `import { SampleSchema } from '../watching/projects.ts'`],
    [
      'web/features/access/subscriptions/card.tsx',
      `import type { Purchase } from '../../../../contract/commerce/payments.ts'`,
    ],
  ])('an import of a later one is found: %s says %s', (path, text) => {
    expect(upward(path, text)).toHaveLength(1)
  })

  test.each([
    [
      'server/features/reading/leads/leads.ts',
      `import { inTeam } from '../../access/team/team.public.ts'\nimport { mark } from '../marks/marks.public.ts'`,
    ],
    ['server/features/access/team/team.ts', `import { Id } from '../../../../contract/schemas.ts'`],
    ['server/features/access/team/team.test.ts', `import { buys } from '../../commerce/payments/payments.samples.ts'`],
    ['web/pages/profile-page.tsx', `import { Card } from '../features/office/privacy/card.tsx'`],
  ])('one that is allowed is not: %s says %s', (path, text) => {
    expect(upward(path, text)).toEqual([])
  })

  test.each(['contract/stray/stray.ts', 'server/features/stray/team/team.ts', 'web/features/stray/team/team.tsx'])(
    'a folder that is no area is found: %s',
    (path) => {
      expect(upward(path, '')).toHaveLength(1)
    },
  )
})

describe('folders of the web features', () => {
  const foldersOf = (tree: 'server' | 'web', among: readonly Source[]) =>
    new Set(among.flatMap(({ path }) => new RegExp(`^${tree}/features/([^/]+/[^/]+)/`).exec(path)?.[1] ?? []))
  const known = foldersOf('server', sources)
  const strayIn = (among: readonly Source[]) =>
    [...foldersOf('web', among)].filter((folder) => !known.has(folder)).toSorted()

  test('stand each in the same area and have the same name as one of the server', () => {
    // What is shown to visitors and asks nothing of its own: questions and answers, parts of landing pages, texts of law.
    const onlyShown = ['site/faq', 'site/landing', 'site/legal']
    expect(strayIn(sources)).toEqual(onlyShown)
  })

  test.each([
    ['web/features/reading/stray/stray-list.tsx', ['reading/stray']],
    ['web/features/access/feed/page/feed-list.tsx', ['access/feed']],
    ['web/features/reading/feed/page/feed-list.tsx', []],
    ['web/kit/stray/stray.ts', []],
  ])('%s is stray: %j', (path, stray) => {
    expect(strayIn([{ path, text: '' }])).toEqual(stray)
  })
})

describe('server/kit knows no feature', () => {
  /** Bus messages and audit actions are declared beside their features, by declaration merging. */
  const declarations = sources
    .filter(({ path }) => path.startsWith('server/features/'))
    .flatMap(({ text }) => [...text.matchAll(/interface (?:BusMessages|AuditActions) \{\n(.*?)\n {2}\}/gs)])
  const names = declarations.flatMap(([, body = '']) =>
    [...body.matchAll(/^ {4}'?([\w.-]+)'?:/gm)].map(([, name = '']) => name),
  )
  const namingOne = (among: readonly Source[]): string[] =>
    among
      .filter((source) => source.path.startsWith('server/kit/') && !isTest(source))
      .filter(({ text }) => names.some((name) => new RegExp(`(['"\`])${name}\\1|[ {]${name}\\??:`).test(text)))
      .map(({ path }) => path)

  test('their bus messages and audit actions are declared beside them', () => {
    expect(names).toEqual(expect.arrayContaining(['message.changed', 'scope.changed', 'signed-in', 'tariff-changed']))
    expect(namingOne(sources)).toEqual([])
  })

  test.each([
    `await publish(tx, 'message.changed', { messageId, userIds: null })`,
    `if (action === "signed-in") return`,
    'bus.on(`scope.changed`, forget)',
    `interface BusMessages {\n    'message.changed': { messageId: number }\n  }`,
  ])('one that says %s is found', (text) => {
    expect(namingOne([{ path: 'server/kit/bus.ts', text }])).toEqual(['server/kit/bus.ts'])
    expect(namingOne([{ path: 'server/kit/bus.test.ts', text }])).toEqual([])
    expect(namingOne([{ path: 'server/features/reading/marks/spam.ts', text }])).toEqual([])
  })

  test('no message or action is declared twice', () => {
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })
})

describe('calls', () => {
  /**
   * Contract and rules ask no call, and what goes through all calls names those that are treated in a way of their own: a call that is
   * named there alone was tried by no one.
   */
  const isListOfCalls = ({ path, text }: Source): boolean =>
    /^(contract|rules)\//.test(path) || (path.startsWith('server/gate/') && text.includes('listCalls('))
  const asking = (among: readonly Source[]) => among.filter((source) => isTest(source) && !isListOfCalls(source))
  /** By its full name, or by its own in the tests of its feature: `login` alone is a word like others. */
  const isNamed = (feature: string, name: string, tests: readonly Source[]): boolean => {
    const [full, own] = [
      new RegExp(`'${feature}',\\s*'${name}'|\\b${feature}\\.${name}\\b`),
      new RegExp(`\\b${name}\\b`),
    ]
    return tests.some(({ path, text }) => (path.includes(`/${feature}/`) ? own : full).test(text))
  }

  const tests = asking(sources)
  const calls = Object.entries(contract).flatMap(([feature, theirs]) =>
    Object.keys(theirs).map((name) => [feature, name] as const),
  )
  test.each(calls)('%s.%s is named by a test', (feature, name) => {
    expect(isNamed(feature, name, tests), `no test names ${feature}.${name}`).toBe(true)
  })

  test.each([
    ['rules/mask.test.ts', `const reads = ['marks.setLike']`],
    ['contract/request.test.ts', `requestOf(contract.marks.setLike, { id: 1 })`],
    [
      'server/gate/malformed.test.ts',
      `const endings = ['marks.setLike']\nfor (const { call } of listCalls()) ask(call)`,
    ],
    ['tools/structure.test.ts', `await anna.asks('marks', 'setLike', { id })`],
    ['server/features/reading/marks/marks.samples.ts', `await anna.asks('marks', 'setLike', { id })`],
    ['server/features/reading/feed/feed.test.ts', `const setLike = () => {}`],
    ['server/features/reading/marks/marks.test.ts', `await anna.asks('marks', 'setLikes', { id })`],
  ])('%s does not name one by saying: %s', (path, text) => {
    expect(isNamed('marks', 'setLike', asking([{ path, text }]))).toBe(false)
  })

  test.each([
    ['server/features/reading/feed/feed.test.ts', `await anna.asks('marks', 'setLike', { id })`],
    ['server/features/reading/marks/marks.test.ts', `it('is liked (setLike)', () => {})`],
    ['screens/feed.test.ts', `answer(contract.marks.setLike)`],
  ])('%s names one by saying: %s', (path, text) => {
    expect(isNamed('marks', 'setLike', asking([{ path, text }]))).toBe(true)
  })
})

describe('events', () => {
  const lines = readFileSync(join(projectRoot, 'server/events.ts'), 'utf8').matchAll(/^  '([\w.-]+)':/gm)
  const events = [...lines].map(([, name = '']) => name)
  const codeOf = (among: readonly Source[]): string[] =>
    among
      .filter(({ path }) => path.startsWith('server/') && !/\.(test|samples)\.ts$/.test(path))
      .map(({ text }) => withoutComments(text))
  const lifeOf = (name: string, code: readonly string[]) => {
    const occurs = (before: string) => code.some((text) => new RegExp(`${before}\\s*'${name}'`).test(text))
    // What hears the bus or a socket, `bus.on(…)`, follows nothing.
    return { recorded: occurs("\\brecordEvent(?:Query)?\\([^']{0,80}"), followed: occurs('(?<![.\\w])on\\(') }
  }

  test('are found', () => expect(events).toContain('order.paid'))

  const code = codeOf(sources)
  test.each(events)('%s is recorded, and a job follows it', (name) => {
    expect(lifeOf(name, code)).toEqual({ recorded: true, followed: true })
  })

  const [pays, follows] = [
    `await recordEvent(tx, clock, 'order.paid', { orderId })`,
    `jobs: [on('order.paid', 'earn', earn)]`,
  ]
  const elsewhere = { path: 'server/features/commerce/payments/pay.ts', text: '' }
  test.each<[string, Source, Source, { recorded: boolean; followed: boolean }]>([
    ['both', { ...elsewhere, text: pays }, { ...elsewhere, text: follows }, { recorded: true, followed: true }],
    ['recorded only', { ...elsewhere, text: pays }, elsewhere, { recorded: true, followed: false }],
    ['followed only', elsewhere, { ...elsewhere, text: follows }, { recorded: false, followed: true }],
    [
      'another, in a comment, and heard on the bus',
      { ...elsewhere, text: `${pays.replace('paid', 'paid.twice')}\n// ${pays}` },
      { ...elsewhere, text: `bus.on('order.paid', () => {})` },
      { recorded: false, followed: false },
    ],
    [
      'in tests',
      { path: 'server/features/commerce/payments/pay.test.ts', text: pays },
      { path: 'server/features/commerce/payments/pay.samples.ts', text: follows },
      { recorded: false, followed: false },
    ],
  ])('one of which there is: %s', (_, one, other, life) => {
    expect(lifeOf('order.paid', codeOf([one, other]))).toEqual(life)
  })
})

describe('what is exported', () => {
  const server = 'server/features/people/social/network.ts'
  const web = 'web/features/people/social/network-rows.tsx'
  const shared = (...among: [path: string, text: string][]) =>
    findSharedNames(among.map(([path, text]) => ({ path, text })))

  test('has a name of its own', () => {
    expect(findSharedNames(sources)).toEqual([])
  })

  test.each([
    ['export interface Network {', 'export function Network() {'],
    ["export type Network = 'vk'", 'export class Network {'],
    ['export const Network = 1', 'export abstract class Network {'],
    ['export const MOST = 1\nexport interface Network {', "export type Network = 'vk'\nexport const LEAST = 2"],
  ])('under a name of another file is found: %s and %s', (one, other) => {
    expect(shared([server, one], [web, other])).toEqual([`Network: ${server}, ${web}`])
  })

  test.each([
    [server, web],
    ['server/stream/receive/vk/shape.ts', 'server/stream/receive/vk/wall.ts'],
    ['server/stream/receive/shared/json.ts', 'server/stream/receive/vk/wall.ts'],
  ])('and functions too: %s and %s', (one, other) => {
    const texts: [string, string][] = [
      [one, 'export async function readPost() {'],
      [other, 'export const readPost = () => null'],
    ]
    expect(shared(...texts)).toEqual([`readPost: ${one}, ${other}`])
  })

  test.each<[string, [path: string, text: string][]]>([
    [
      'a schema and its type',
      [[server, "export const Network = Type.Enum(['vk'])\nexport type Network = Static<typeof Network>"]],
    ],
    [
      'one handed on',
      [
        [server, 'export interface Network {'],
        [web, "export type { Network } from './network.ts'"],
      ],
    ],
    [
      'one that is not exported',
      [
        [server, 'export interface Network {'],
        [web, 'interface Network {'],
      ],
    ],
    [
      'a part of several networks',
      [
        ['server/stream/receive/vk/shape.ts', 'export function readPost() {'],
        ['server/stream/receive/bluesky/shape.ts', 'export const readPost = () => null'],
      ],
    ],
    [
      'signals, declared and sent',
      [
        ['contract/reading/feed.ts', 'export const feedSignals = {}'],
        ['server/features/reading/feed/feed.signals.ts', 'export const feedSignals = []'],
      ],
    ],
    [
      'what is found by the name of its file',
      [
        ['web/features/access/team/team.listeners.ts', 'export const listeners = {}'],
        ['web/features/reading/feed/feed.listeners.ts', 'export const listeners = {}'],
      ],
    ],
    [
      'one of a test',
      [
        [server, 'export interface Network {'],
        ['web/network.test.ts', 'export interface Network {'],
      ],
    ],
    [
      'one of tests',
      [
        [server, 'export interface Network {'],
        ['server/testing/network.ts', 'export interface Network {'],
      ],
    ],
    [
      'one of a training',
      [
        [server, 'export interface Network {'],
        ['training/network.ts', 'export interface Network {'],
      ],
    ],
  ])('may be as they are: %s', (_, among) => {
    expect(shared(...among)).toEqual([])
  })
})
