/** What every part of a process works with (`AppContext`), and what a handler gets beside it for one call (`CallContext`). */
import type { IncomingHttpHeaders } from 'node:http'
import type { Call, FileCall, FileType, InputOf, ResultOf, TeamNeed } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Language } from '../../engine/language/language.ts'
import type { Identity, Person } from '../../rules/identity.ts'
import type { Config } from '../config/config.ts'
import type { AuditAction } from './audit.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Signals, SignalName } from '../../contract/signals.ts'
import type { PersonalData } from './personal-data.ts'
import type { Database, Db, Tx } from './sql.ts'
import { AppError } from './app-error.ts'

/** One browser's socket. What is kept for it goes with it. */
export interface LiveSocket {
  id: string
  sendSignal<Name extends SignalName>(name: Name, payload: Signals[Name]): void
  onClose(work: () => void): void
}

/** The same for the whole life of a process. Anyone who needs less takes a `Pick` of it. */
export interface AppContext {
  db: Db
  /** The pool behind `db`, for what needs a bare connection. */
  database: Database
  clock: Clock
  log: Log
  config: Config
  language: Language
  bus: Bus
  hooks: Hooks
}

/**
 * What one feature answers those that stand before it, who cannot import it. It adds its hooks beside itself, by declaration merging, and hands them to
 * `defineFeature` as `hooks`.
 */
export interface FeatureHooks {}

/** Where features are called from below, in the transaction of who calls; `hooksOf` (server/kit/feature.ts) gathers them. */
export interface Hooks extends Readonly<FeatureHooks> {
  readonly onAccountCreated: readonly OnAccountCreated[]
  readonly onSignIn: readonly OnSignIn[]
  readonly personalData: readonly ReadPersonalData[]
  readonly askByNotice: AskByNotice
  readonly publicAddresses: readonly ListPublicAddresses[]
  /** What the audit log writes down, in Russian. */
  readonly auditWords: Readonly<Record<AuditAction, string>>
}

/** A page of ours that search engines may show. */
export interface PublicAddress {
  /** As its page has it in its head, without the address of the site. */
  path: string
  /** When what it shows last changed; null: not known. */
  changedAt: Date | null
  /** A picture that stands on it, by its path. */
  image?: string
}

/** Pages of a feature for guests, where their paths have parts that stand for something. */
export type ListPublicAddresses = (ctx: AppContext) => Promise<PublicAddress[]>

/**
 * A call in the name of a person who pressed something beside a notice: with their rights and no roles of staff, and only where the call lets itself
 * be asked for so (`byNotice`). What it throws is what the gate would answer with.
 * @param input one that the call's schema takes
 */
export type AskByNotice = <Feature extends keyof Contract, Name extends keyof Contract[Feature]>(
  ctx: AppContext,
  person: Person,
  feature: Feature,
  name: Name,
  input: InputOf<Contract[Feature][Name]>,
) => Promise<ResultOf<Contract[Feature][Name]>>

/** In the transaction in which an account is made; what it throws, no account comes of. */
export type OnAccountCreated = (tx: Tx, ctx: Pick<AppContext, 'clock'>, userId: number) => Promise<void>

/** In the transaction in which a session begins; what it throws, no one is signed in with. */
export type OnSignIn = (tx: Tx, ctx: CallContext, userId: number) => Promise<void>

/** What a feature keeps about this person. */
export type ReadPersonalData = (ctx: AppContext, userId: number) => Promise<PersonalData>

/** A file that came with a call: held in memory for as long as the call lasts. */
export interface UploadedFile {
  /** As it was called where it came from: one line, without a path. Never to be trusted with what it holds. */
  name: string
  /** By its bytes. */
  type: FileType
  bytes: Buffer
}

export interface CallContext extends AppContext {
  /** Who asks, and how they said so. Anyone who wants to know only in whose name the call is made takes `person`. */
  identity: Identity
  /** Null for a guest. */
  person: Person | null
  ip: string
  userAgent: string
  /** The browser itself goes there, in a tab: no picture, frame or script of another page asks, and nothing is fetched ahead. Of old browsers, which do not say, it is taken for so. */
  isNavigation: boolean
  /** As the call declares it. */
  teamNeed: TeamNeed
  /** Null when the call came over plain HTTP. */
  socket: LiveSocket | null
  /** The notice of another service as it came, with what stood behind the question mark; null for every other call. */
  raw: { body: Buffer; query: string; headers: IncomingHttpHeaders } | null
  /** Those that came along, where the call takes any; none of another kind, of more bytes or more in number than it says. */
  files: readonly UploadedFile[]
  /** Counts as a call of this one too, and is refused when there were too many of those: what answers the same is not answered faster. */
  countAs<Feature extends keyof Contract>(feature: Feature, callName: keyof Contract[Feature] & string): Promise<void>
  /** Hands the browser the session's token, or takes it away. */
  setSessionToken(token: string | null): void
  /** The browser's other cookies. */
  cookies: Readonly<Record<string, string | undefined>>
  /** Hands the browser a cookie that scripts cannot read, for this many seconds; null takes it away. */
  setCookie(name: string, value: string | null, seconds?: number): void
}

/** The person asking. The gate let no one else through; a guest here is a defect of the contract's `access`. */
export function personOf(ctx: CallContext): Person {
  if (!ctx.person) throw new AppError('UNAUTHORIZED')
  return ctx.person
}

/** The session the call came in: what only keys ask for has none, and does not look for one. */
export function sessionIdOf(ctx: Pick<CallContext, 'identity'>): number {
  if (!('sessionId' in ctx.identity)) throw new AppError('UNAUTHORIZED')
  return ctx.identity.sessionId
}

/** A file, as the gate hands it out. */
export interface FileAnswer {
  /** As it is offered to be kept, in any alphabet. */
  fileName: string
  /** Its media type. */
  type: string
  /** In bytes. */
  length: number
  contents: AsyncIterable<Uint8Array>
}

export type Handler<C extends Call> = (
  ctx: CallContext,
  input: InputOf<C>,
) => Promise<C extends FileCall ? FileAnswer : ResultOf<C>>

/** A feature answers its whole part of the contract, or it does not compile. */
export type Handlers<Feature extends keyof Contract> = {
  [Name in keyof Contract[Feature]]: Contract[Feature][Name] extends Call ? Handler<Contract[Feature][Name]> : never
}
