/** What a feature's answer is handed when somebody asks: who, from where, and with what to answer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Call, FileCall, InputOf, ResultOf, RoleName } from '../../contract/call.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Language } from '../../engine/language/language.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Signals, SignalName } from '../../contract/signals.ts'
import type { Db } from './sql.ts'
import { Refusal } from './refusal.ts'

export interface Person {
  id: number
  roles: RoleName[]
  sessionId: number
}

/** One browser's socket. What is kept for it goes with it. */
export interface LiveSocket {
  id: string
  say<Name extends SignalName>(name: Name, payload: Signals[Name]): void
  onClose(work: () => void): void
}

export interface Asking {
  db: Db
  clock: Clock
  log: Log
  language: Language
  /** Null for a guest. */
  person: Person | null
  ip: string
  userAgent: string
  /** Null when the call came over plain HTTP. */
  socket: LiveSocket | null
  /** The notice of another service as it came, with what stood behind the question mark; null for every other call. */
  raw: { body: Buffer; query: string; headers: IncomingHttpHeaders } | null
  /** Hands the browser the session's token, or takes it away. */
  setSessionToken(token: string | null): void
  /** The browser's other cookies. */
  cookies: Readonly<Record<string, string | undefined>>
  /** Hands the browser a cookie that scripts cannot read, for so many seconds; null takes it away. */
  setCookie(name: string, value: string | null, seconds?: number): void
}

/** The person asking. The gate let nobody else through; a guest here is a defect of the contract's `who`. */
export function personOf(asking: Asking): Person {
  if (!asking.person) throw new Refusal('UNAUTHORIZED')
  return asking.person
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

export type Answerer<C extends Call> = (
  asking: Asking,
  input: InputOf<C>,
) => Promise<C extends FileCall ? FileAnswer : ResultOf<C>>

/** A feature answers its whole contract, or it does not compile. */
export type Answers<Feature extends keyof Contract> = {
  [Name in keyof Contract[Feature]]: Contract[Feature][Name] extends Call ? Answerer<Contract[Feature][Name]> : never
}
