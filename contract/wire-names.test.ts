import type { TSchema } from 'typebox'
import { describe, expect, it, test } from 'vitest'
import { signals } from './contract.ts'
import { listCalls } from './request.ts'
import type { SignalName } from './signals.ts'
import { fromWire, signalFromWire, signalToWire, toWire, wireNames, type WireNames } from './wire-names.ts'

/** Every name of a property in a schema, at any depth. */
function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const each of schema) namesIn(each, found)
  else if (typeof schema === 'object' && schema !== null) {
    const { properties, ...rest } = schema as { properties?: Record<string, TSchema> }
    for (const [name, inner] of Object.entries(properties ?? {})) {
      found.add(name)
      namesIn(inner, found)
    }
    for (const inner of Object.values(rest)) namesIn(inner, found)
  }
  return found
}

const calls = listCalls()

describe.each(Object.entries(wireNames) as [string, WireNames][])('the names of %s', (feature, names) => {
  const own = calls.filter((each) => each.feature === feature).map(({ call }) => namesIn([call.input, call.result]))

  it('are each in use', () => {
    expect(Object.keys(names).filter((name) => !own.some((used) => used.has(name)))).toEqual([])
  })

  it('travel under another name that no schema has', () => {
    expect(Object.values(names).filter((name) => own.some((used) => used.has(name)))).toEqual([])
  })
})

// Spec §3, to the letter; and what pages of earlier builds read.
test.each<[string, string, string[]]>([
  ['feed', 'messages', ['resource', 'messageType', 'spamCnt', 'likes', 'dislikes', 'notes', 'moderatorLog', 'viewed']],
  ['filters', 'filter', ['resources', 'resourceTypes', 'includedWords', 'monitoredGroups', 'messageType']],
  ['projects', 'project', ['resources', 'resourceTypes', 'neuralFilter', 'downtimeReason']],
  ['groups', 'groups', ['resource', 'icGroup', 'monitoredGroupset', 'sresultCount', 'followerCount']],
  ['categories', 'category', ['fa_font', 'free']],
  ['subscriptions', 'subscription', ['fa_font', 'Tariff', 'MonitoredProject', 'expiresAt', 'count_change_category']],
  ['subscriptions', 'Tariff', ['id', 'product', 'type', 'title', 'rate', 'fee', 'duration', 'durationUnit']],
  ['subscriptions', 'Tariff', ['durationTitle', 'teamSize', 'maxQuantity']],
  ['subscriptions', 'MonitoredGroupset', ['maxSize', 'Groups', 'icGroup']],
  ['payments', 'docs', ['datetime', 'ctgs', 'Tariff', 'sum']],
  ['promo', 'promoCode', ['type_ctg', 'discount_value', 'discount_value_2']],
  ['accounts', 'user', ['email_approve', 'phone_approve']],
  ['feed', 'deeds', ['deed', 'at', 'user', 'mine']],
  ['notices', 'deed', ['about', 'done', 'undo']],
])('what %s carries travels under these names', (feature, part, names) => {
  const table = wireNames[feature as keyof typeof wireNames]
  const travelling = new Set(
    calls
      .filter((each) => each.feature === feature)
      .flatMap(({ call }) => [...namesIn(call.result)])
      .map((name) => table?.[name] ?? name),
  )
  expect(names.filter((name) => !travelling.has(name))).toEqual([])
  expect(travelling).toContain(part)
})

describe('a value', () => {
  const names = { network: 'resource', icon: 'fa_font' }
  const ours = { docs: [{ network: 'vk', product: { icon: 'camera', name: 'resource' } }], at: null }
  const travelling = { docs: [{ resource: 'vk', product: { fa_font: 'camera', name: 'resource' } }], at: null }

  it('changes its names at every depth, and nothing else', () => {
    expect(toWire(ours, names)).toEqual(travelling)
    expect(fromWire(travelling, names)).toEqual(ours)
  })

  it('of a feature without such names stays the same one', () => {
    expect(toWire(ours, undefined)).toBe(ours)
    expect(fromWire(ours, undefined)).toBe(ours)
  })

  it('loses a name of ours where another one should have travelled', () => {
    expect(fromWire({ network: 'vk', id: 1 }, names)).toEqual({ id: 1 })
  })

  it('keeps what is no plain object as it is', () => {
    const date = new Date(0)
    expect(toWire([date, null, 'resource', 7], names)).toEqual([date, null, 'resource', 7])
  })

  it('changes no prototype, and is read no deeper than anything declared', () => {
    const poisoned: unknown = JSON.parse('{"__proto__":{"resource":1}}')
    expect(Object.getPrototypeOf(fromWire(poisoned, names))).toBe(Object.prototype)
    let deep: unknown = {}
    for (let level = 0; level < 100_000; level += 1) deep = { deep }
    expect(() => fromWire(deep, names)).not.toThrow()
  })
})

test('a signal that carries names of a feature is translated as its calls are', () => {
  const translated = (Object.keys(signals) as SignalName[]).filter((name) =>
    [...namesIn(signals[name])].some((own) => !(own in (signalToWire(name, { [own]: 1 }) as object))),
  )
  expect(translated.sort()).toEqual(['feed.message', 'monitored-group', 'monitored-project'])
  expect(signalToWire('monitored-project', { networks: ['vk'] })).toEqual({ resources: ['vk'] })
  expect(signalFromWire('monitored-project', { resources: ['vk'] })).toEqual({ networks: ['vk'] })
})

test('no other signal carries a name that its feature translates', () => {
  const every = new Set(Object.values(wireNames).flatMap((names) => Object.values(names)))
  const untranslated = (Object.keys(signals) as SignalName[]).flatMap((name) =>
    [...namesIn(signals[name])].filter((own) => every.has(own)).map((own) => `${name}: ${own}`),
  )
  expect(untranslated).toEqual([])
})
