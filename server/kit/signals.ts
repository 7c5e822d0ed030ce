/**
 * Signals, declared beside their features as jobs are (`on bus message -> to whom -> what`), and the one runner that sends them
 * where the sockets are. Bus messages carry ids; what a browser is sent is read when it is sent, so that many changes of one
 * thing are one signal, the last.
 */
import type { SignalName, Signals } from '../../contract/signals.ts'
import type { BusMessages } from './bus.ts'
import type { AppContext } from './context.ts'
import { isPassing } from './sql.ts'

/** Who has a socket open in this process, and the way to their browsers. */
export interface ConnectedPeople {
  listPeople(): number[]
  /** To all sockets of one person, but not to the one that knows already. */
  sendSignal<Name extends SignalName>(
    userId: number,
    name: Name,
    payload: Signals[Name],
    exceptSocket?: string | null,
  ): void
}

export type OutgoingSignal = {
  [Name in SignalName]: { userId: number; name: Name; payload: Signals[Name]; exceptSocket?: string | null }
}[SignalName]

/** What a bus message means: whom it concerns (null: everybody who is connected), and what changed for them. */
export interface HeardChange<Change> {
  userIds: readonly number[] | null
  change: Change
}

export interface SignalDeclaration<Change = unknown> {
  /** What it sends, for the log. */
  name: string
  on: { [Message in keyof BusMessages]?: (payload: BusMessages[Message]) => HeardChange<Change> | null }
  /** Changes with the same key become one: the later, or what `merge` makes of both. Without it each is sent. */
  keyOf?(change: Change): string | number
  merge?(earlier: Change, later: Change): Change
  /** The bus was away: all that these people, who are connected, may not have been sent. */
  missed(ctx: AppContext, userIds: number[]): Change[] | Promise<Change[]>
  /** Reads what is to be sent now; `userIds` are connected. What fails for a while, as when the database restarts, is tried again. */
  read(ctx: AppContext, changes: Change[], userIds: number[]): OutgoingSignal[] | Promise<OutgoingSignal[]>
  /** Changes are gathered for this long before they are read. */
  gatherMs?: number
  /** How long the next signals wait after these. */
  restMs?(sent: OutgoingSignal[]): number
}

/** A function makes one that keeps something of its own for each process. */
export type DeclaredSignals = (SignalDeclaration | (() => SignalDeclaration))[]

/** Passes a bus message on as it is: nothing is read, and every one is sent. */
export function forwardBusMessage<Message extends keyof BusMessages>(
  message: Message,
  toSignals: (payload: BusMessages[Message]) => OutgoingSignal[],
  missed: (userId: number) => OutgoingSignal[] = () => [],
): SignalDeclaration<OutgoingSignal[]> {
  const hear = (payload: BusMessages[Message]): HeardChange<OutgoingSignal[]> => {
    const change = toSignals(payload)
    return { userIds: change.map(({ userId }) => userId), change }
  }
  return {
    name: message,
    on: { [message]: hear },
    missed: (_ctx, userIds) => [userIds.flatMap(missed)],
    read: (_ctx, changes) => changes.flat(),
  }
}

export function runSignals(ctx: AppContext, people: ConnectedPeople, declared: DeclaredSignals): { close(): void } {
  const stop = declared.map((each) => {
    const running = new RunningSignal(ctx, people, typeof each === 'function' ? each() : each)
    return () => running.close()
  })
  return { close: () => stop.forEach((off) => off()) }
}

/** Before a failed reading is tried again. */
const RETRY_MS = 1_000

class RunningSignal<Change> {
  readonly #ctx: AppContext
  readonly #people: ConnectedPeople
  readonly #declared: SignalDeclaration<Change>
  readonly #unsubscribe: (() => void)[]
  /** Changed and not read yet, by key. */
  #waiting = new Map<unknown, Change>()
  #hasMissed = false
  /** Gathering, reading or resting. */
  #busy = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(ctx: AppContext, people: ConnectedPeople, declared: SignalDeclaration<Change>) {
    this.#ctx = ctx
    this.#people = people
    this.#declared = declared
    this.#unsubscribe = (Object.keys(declared.on) as (keyof BusMessages)[]).map((message) =>
      ctx.bus.on(message, (payload) => this.#hear(message, payload)),
    )
    this.#unsubscribe.push(
      ctx.bus.on('bus.reconnected', () => {
        this.#hasMissed = true
        this.#start(declared.gatherMs)
      }),
    )
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const off of this.#unsubscribe) off()
  }

  #hear(message: keyof BusMessages, payload: BusMessages[keyof BusMessages]): void {
    const hear = this.#declared.on[message] as ((payload: unknown) => HeardChange<Change> | null) | undefined
    try {
      const heard = hear?.(payload)
      if (!heard || !this.#concernsAnyone(heard.userIds)) return
      this.#keep(this.#waiting, heard.change)
    } catch (error) {
      // Others hear the same message after this one.
      this.#logError(error)
    }
    this.#start(this.#declared.gatherMs)
  }

  #concernsAnyone(userIds: readonly number[] | null): boolean {
    const connected = this.#people.listPeople()
    return userIds ? connected.some((userId) => userIds.includes(userId)) : connected.length > 0
  }

  #keep(changes: Map<unknown, Change>, change: Change): void {
    const key = this.#declared.keyOf?.(change) ?? change
    const earlier = changes.get(key)
    changes.set(key, earlier !== undefined && this.#declared.merge ? this.#declared.merge(earlier, change) : change)
  }

  #start(afterMs = 0): void {
    if (this.#busy || this.#closed || (this.#waiting.size === 0 && !this.#hasMissed)) return
    this.#busy = true
    if (afterMs === 0) void this.#send()
    else this.#timer = setTimeout(() => void this.#send(), afterMs)
  }

  async #send(): Promise<void> {
    const [changes, hasMissed] = [this.#waiting, this.#hasMissed]
    this.#waiting = new Map()
    this.#hasMissed = false
    const restMs = await this.#sendChanges(changes, hasMissed).catch((error: unknown) => {
      this.#logError(error)
      if (!isPassing(error)) return 0
      this.#hasMissed ||= hasMissed
      for (const later of this.#waiting.values()) this.#keep(changes, later)
      this.#waiting = changes
      return RETRY_MS
    })
    const rested = (): void => {
      this.#busy = false
      this.#start(this.#declared.gatherMs)
    }
    if (restMs === 0) rested()
    else if (!this.#closed) this.#timer = setTimeout(rested, restMs)
  }

  #logError(error: unknown): void {
    this.#ctx.log.error({ err: error, signal: this.#declared.name }, 'a signal could not be sent')
  }

  /** @returns how long to rest now */
  async #sendChanges(changes: Map<unknown, Change>, hasMissed: boolean): Promise<number> {
    const connected = this.#people.listPeople()
    if (connected.length === 0) return 0
    const all = new Map(changes)
    if (hasMissed) for (const change of await this.#declared.missed(this.#ctx, connected)) this.#keep(all, change)
    if (all.size === 0 || this.#closed) return 0
    const signals = await this.#declared.read(this.#ctx, [...all.values()], connected)
    if (this.#closed) return 0
    for (const { userId, name, payload, exceptSocket } of signals)
      this.#people.sendSignal(userId, name, payload, exceptSocket)
    return this.#declared.restMs?.(signals) ?? 0
  }
}
