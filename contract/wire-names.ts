/**
 * Names of the specification, and of earlier builds, that differ from ours, feature by feature: ours -> the one that travels. They are translated
 * where a call or a signal leaves and enters (web/kit/calls, web/kit/live, server/gate); behind that only ours occur.
 */
import type { Contract } from './contract.ts'
import type { SignalName } from './signals.ts'

/** Ours -> the one that travels, at every depth of an input, a result or a signal. */
export type WireNames = Readonly<Record<string, string>>

const filterNames = { networks: 'resources', sourceKinds: 'resourceTypes', kind: 'messageType' }
const messageNames = {
  network: 'resource',
  sourceKind: 'resourceType',
  kind: 'messageType',
  icon: 'fa_font',
  spamCount: 'spamCnt',
}
const personNames = { emailApprove: 'email_approve', phoneApprove: 'phone_approve' }

export const wireNames: { readonly [Feature in keyof Contract]?: WireNames } = {
  accounts: personNames,
  leads: { spamCount: 'spamCnt' },
  categories: { network: 'resource', kind: 'messageType', icon: 'fa_font' },
  exports: { network: 'resource' },
  feed: { ...messageNames, ...filterNames, activity: 'deeds', what: 'deed' },
  filters: filterNames,
  groups: { network: 'resource', sourceKind: 'resourceType', messageCount: 'sresultCount' },
  marks: { network: 'resource', spamCount: 'spamCnt' },
  masks: personNames,
  moderation: { spamCount: 'spamCnt' },
  notices: { action: 'deed' },
  payments: { productNames: 'ctgs' },
  privacy: personNames,
  projects: { networks: 'resources', kinds: 'resourceTypes', network: 'resource', kind: 'messageType' },
  promo: { categories: 'type_ctg', discountValue: 'discount_value', discountValue2: 'discount_value_2' },
  sources: { network: 'resource' },
  subscriptions: { icon: 'fa_font', categoryChangesLeft: 'count_change_category' },
  support: personNames,
}

/** Of what a push service carries to the worker of a browser, which may be older than the server: contract/reach/push-message.ts. */
export const pushNames: WireNames = { actions: 'deeds' }

/** The feature whose names a signal carries; the others carry none that differ. */
const signalFeatures: { readonly [Name in SignalName]?: keyof Contract } = {
  'feed.message': 'feed',
  'monitored-group': 'groups',
  'monitored-project': 'projects',
}

/** A value of ours -> as it travels. What is neither a list nor a plain object stays as it is. */
export function toWire(value: unknown, names: WireNames | undefined): unknown {
  return names === undefined ? value : renameKeys(value, new Map(Object.entries(names)))
}

/** What came -> in our names. A name of ours where another one should have travelled is as unknown as any other, and left out. */
export function fromWire(value: unknown, names: WireNames | undefined): unknown {
  if (names === undefined) return value
  const ours = new Map<string, string | null>(Object.keys(names).map((own) => [own, null]))
  for (const [own, travelling] of Object.entries(names)) ours.set(travelling, own)
  return renameKeys(value, ours)
}

/** A signal in the names that travel, and back. */
export function signalToWire(name: SignalName, payload: unknown): unknown {
  return toWire(payload, namesOfSignal(name))
}
export function signalFromWire(name: SignalName, payload: unknown): unknown {
  return fromWire(payload, namesOfSignal(name))
}
function namesOfSignal(name: SignalName): WireNames | undefined {
  const feature = signalFeatures[name]
  return feature && wireNames[feature]
}

/** Deeper than anything that is declared: what lies there fits no schema, and how deep an input goes, its sender decides. */
const DEEPEST = 32

/** @param names null: the key is left out */
function renameKeys(value: unknown, names: ReadonlyMap<string, string | null>, depth = 0): unknown {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, names, depth + 1))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const name = names.get(key)
      return name === null ? [] : [[name ?? key, renameKeys(inner, names, depth + 1)]]
    }),
  )
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
