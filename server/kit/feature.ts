/** A feature, with all it plugs into the server: its `<feature>.feature.ts` says it, server/features.ts lists them. */
import type { Contract } from '../../contract/contract.ts'
import type {
  AppContext,
  FeatureHooks,
  Handlers,
  Hooks,
  ListPublicAddresses,
  OnAccountCreated,
  OnSignIn,
  ReadPersonalData,
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
  /** Its pages for guests, where their paths have parts that stand for something (`/category/:slug`), for the sitemap. */
  publicAddresses?: ListPublicAddresses
  /** Before the first call is answered: whatever is wrong with the configuration ends the process here. */
  start?(ctx: AppContext): void
}

/** The parts of the contract that features answer: each has the name of its feature. */
type Answered = keyof Contract

interface Defined<Name extends string, Action extends AuditAction, Hook extends keyof FeatureHooks> extends Parts {
  readonly name: Name
  readonly jobs: readonly Job[]
  readonly handlers: Name extends Answered ? Handlers<Name> : undefined
  readonly auditWords: Readonly<Record<Action, string>>
  readonly hooks: Pick<FeatureHooks, Hook>
}

/** A feature of the contract answers its whole part of it, or does not compile. */
export function defineFeature<
  const Name extends string,
  Action extends AuditAction = never,
  Hook extends keyof FeatureHooks = never,
>(
  feature: Parts & {
    name: Name
    /** What it writes into the audit log, in Russian. */
    auditWords?: Readonly<Record<Action, string>>
    /** What it answers features before it. */
    hooks?: Pick<FeatureHooks, Hook>
  } & (Name extends Answered ? { handlers: Handlers<Name> } : { handlers?: never }),
): Defined<Name, Action, Hook> {
  return { jobs: [], auditWords: {}, hooks: {}, ...feature } as unknown as Defined<Name, Action, Hook>
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

type Hooking = Parts & { name: string; handlers: unknown; auditWords: object; hooks: object }

/** Every action that one of these features has words for, every hook that one of them answers. */
type KeyOfAny<
  Features extends readonly Hooking[],
  Part extends 'auditWords' | 'hooks',
> = Features[number] extends infer Feature ? (Feature extends Hooking ? keyof Feature[Part] : never) : never

type AnsweredBy<Features extends readonly Hooking[]> = Pick<
  FeatureHooks,
  KeyOfAny<Features, 'hooks'> & keyof FeatureHooks
>

/** Where no feature has words for an action of the audit log, or answers a hook, these are no hooks of an `AppContext`, and do not compile. */
export function hooksOf<const Features extends readonly Hooking[]>(
  features: Features,
): Omit<Hooks, 'auditWords' | keyof FeatureHooks> & {
  auditWords: Readonly<Record<KeyOfAny<Features, 'auditWords'>, string>>
} & AnsweredBy<Features> {
  return {
    ...(Object.assign({}, ...features.map(({ hooks }) => hooks)) as AnsweredBy<Features>),
    auditWords: Object.assign({}, ...features.map(({ auditWords }) => auditWords)) as never,
    onAccountCreated: features.flatMap(({ onAccountCreated }) => onAccountCreated ?? []),
    onSignIn: features.flatMap(({ onSignIn }) => onSignIn ?? []),
    personalData: features.flatMap(({ personalData }) => personalData ?? []),
    askByNotice: askByNoticeOf(features),
    publicAddresses: features.flatMap(({ publicAddresses }) => publicAddresses ?? []),
  }
}
