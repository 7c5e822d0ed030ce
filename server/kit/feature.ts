/** A feature, with all it plugs into the server: its `<feature>.feature.ts` says it, server/features.ts lists them. */
import type { Contract } from '../../contract/contract.ts'
import type {
  AppContext,
  CountInFeed,
  Handlers,
  Hooks,
  ListPublicAddresses,
  OnAccountCreated,
  OnSignIn,
  ReadPersonalData,
  TellAlarm,
} from './context.ts'
import type { AuditAction } from './audit.ts'
import { askByNoticeOf } from './ask-by-notice.ts'
import type { Job } from './jobs.ts'
import type { DeclaredSignals } from './signals.ts'

interface Parts {
  /** What is done later: on an event, or by the clock. */
  jobs?: readonly Job[]
  /** What it pushes to browsers, on which bus message and to whom. */
  signals?: DeclaredSignals
  /** What it keeps about a person, for their copy of it. */
  personalData?: ReadPersonalData
  onAccountCreated?: OnAccountCreated
  onSignIn?: OnSignIn
  /** The one that picks what stands in the feed. */
  countInFeed?: CountInFeed
  /** The one that tells people of what is not a message. */
  tellAlarm?: TellAlarm
  /** Its pages for guests, where their paths have parts that stand for something (`/category/:slug`), for the sitemap. */
  publicAddresses?: ListPublicAddresses
  /** Before the first call is answered: whatever is wrong with the configuration ends the process here. */
  start?(ctx: AppContext): void
}

/** The parts of the contract that features answer: each has the name of its feature. */
type Answered = keyof Contract

interface Defined<Name extends string, Action extends AuditAction> extends Parts {
  readonly name: Name
  readonly jobs: readonly Job[]
  readonly handlers: Name extends Answered ? Handlers<Name> : undefined
  readonly auditWords: Readonly<Record<Action, string>>
}

/** A feature of the contract answers its whole part of it, or does not compile. */
export function defineFeature<const Name extends string, Action extends AuditAction = never>(
  feature: Parts & {
    name: Name
    /** What it writes into the audit log, in Russian. */
    auditWords?: Readonly<Record<Action, string>>
  } & (Name extends Answered ? { handlers: Handlers<Name> } : { handlers?: never }),
): Defined<Name, Action> {
  return { jobs: [], auditWords: {}, ...feature } as unknown as Defined<Name, Action>
}

type NameIn<Features extends readonly { name: string }[]> = Features[number]['name']

/** All that is answered. Where a feature is missing in the list, this is no answer to the whole contract, and does not compile. */
export function handlersOf<const Features extends readonly { name: string; handlers: unknown }[]>(
  features: Features,
): { [Name in NameIn<Features> & Answered]: Handlers<Name> } {
  const answering = features.filter(({ handlers }) => handlers !== undefined)
  return Object.fromEntries(answering.map(({ name, handlers }) => [name, handlers])) as never
}

export function signalsOf(features: readonly Parts[]): DeclaredSignals {
  return features.flatMap(({ signals }) => signals ?? [])
}

type Hooking = Parts & { name: string; handlers: unknown; auditWords: object }

/** Every action that one of these features has words for. */
type WordedBy<Features extends readonly Hooking[]> = Features[number] extends infer Feature
  ? Feature extends Hooking
    ? keyof Feature['auditWords']
    : never
  : never

/** Where no feature has words for an action of the audit log, these are no hooks of an `AppContext`, and do not compile. */
export function hooksOf<const Features extends readonly Hooking[]>(
  features: Features,
): Omit<Hooks, 'auditWords'> & { auditWords: Readonly<Record<WordedBy<Features>, string>> } {
  return {
    auditWords: Object.assign({}, ...features.map(({ auditWords }) => auditWords)) as never,
    onAccountCreated: features.flatMap(({ onAccountCreated }) => onAccountCreated ?? []),
    onSignIn: features.flatMap(({ onSignIn }) => onSignIn ?? []),
    personalData: features.flatMap(({ personalData }) => personalData ?? []),
    countInFeed: features.flatMap(({ countInFeed }) => countInFeed ?? [])[0] ?? nobodyCounts,
    askByNotice: askByNoticeOf(features),
    publicAddresses: features.flatMap(({ publicAddresses }) => publicAddresses ?? []),
    tellAlarm: features.flatMap(({ tellAlarm }) => tellAlarm ?? [])[0] ?? nobodyTells,
  }
}

const nobodyCounts: CountInFeed = () => Promise.reject(new Error('no feature counts what is in the feed'))

const nobodyTells: TellAlarm = () => Promise.reject(new Error('no feature tells of alarms'))
