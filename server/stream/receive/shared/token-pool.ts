/**
 * Tokens of one network and what each may still do: so many calls a second, so many a day of each method. A token that the
 * network refuses rests or is given up, and the next one is taken. What was used today outlives the process.
 */
import { createHash } from 'node:crypto'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { CallAllowance, Time } from './adapter.ts'
import { backOffAfter } from './back-off.ts'
import { isNetworkError, NetworkError } from './network-error.ts'

export interface TokenLimits {
  perSecond: number
  /** By method; a method that is not named has no bound a day. */
  perDay?: Record<string, number>
  /** When the network's day starts again, in hours of UTC. */
  dayStartsAt?: number
}

/** Where the use of a day is kept. Tokens are named by a fingerprint, never by themselves. */
export interface TokenUses {
  read(network: string, day: string): Promise<{ token: string; method: string; calls: number }[]>
  write(network: string, day: string, uses: { token: string; method: string; calls: number }[]): Promise<void>
}

export interface TokenPool {
  /**
   * Waits for its turn, counts the call and makes it with a token that may make it. Waits out `rate-limited` by itself a few
   * times, takes another token on `auth-dead`, `captcha-needed` and `quota-exceeded`.
   * @throws NetworkError as the call did; `quota-exceeded` when no token may do it today, `auth-dead` when none is left
   */
  use<Result>(method: string, call: (token: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /**
   * A call that is several calls of a method in one: so many more than itself of those a token may still make today are counted.
   * @returns how many
   */
  spend(token: string, method: string, most: number): number
  allowance(method: string): CallAllowance
  /** For the health page. */
  health(): TokenHealth[]
  /** Keeps what was used; to be called now and then and at the end. */
  flush(): Promise<void>
}

export interface TokenHealth {
  /** Its fingerprint: names it without giving it away. */
  token: string
  dead: boolean
  /** Until when it rests, and why. */
  restsUntil: Date | null
  why: string | null
  usedToday: Record<string, number>
  /** By method; one that is not named has no bound. */
  perDay: Record<string, number>
}

export interface TokenPoolOptions {
  network: string
  /** A network that wants none is asked with one empty token. */
  tokens: string[]
  limits: TokenLimits
  time: Time
  uses: TokenUses
}

/** Calls leave a little further apart than they might: on their way to the network they do not keep their distance. */
const MARGIN = 1.133
/** After a network asked for a person. */
const CAPTCHA_REST = HOUR
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000
/** So often one call waits out that it came too fast; then anyone who asked decides. */
const MOST_WAITS = 4

interface Held {
  token: string
  name: string
  /** When its next call may begin, in milliseconds. */
  freeAt: number
  waits: number
  dead: boolean
  restsUntil: number
  why: string | null
  used: Map<string, number>
  /** Methods that the network itself says are used up, until when. */
  closed: Map<string, number>
}

export async function openTokenPool(options: TokenPoolOptions): Promise<TokenPool> {
  const { network, tokens, limits, time, uses } = options
  const held = [...new Set(tokens.length > 0 ? tokens : [''])].map(holdToken)
  const day = dayOf(time.now(), limits)
  for (const { token, method, calls } of await uses.read(network, day))
    held.find(({ name }) => name === token)?.used.set(method, calls)
  return new HeldTokens(options, held, day)
}

const holdToken = (token: string): Held => ({
  token,
  name: fingerprintOf(token),
  freeAt: 0,
  waits: 0,
  dead: false,
  restsUntil: 0,
  why: null,
  used: new Map(),
  closed: new Map(),
})

class HeldTokens implements TokenPool {
  readonly #network: string
  readonly #limits: TokenLimits
  readonly #time: Time
  readonly #uses: TokenUses
  readonly #held: Held[]
  /** Milliseconds between two calls with one token. */
  readonly #spacing: number
  #day: string

  constructor({ network, limits, time, uses }: TokenPoolOptions, held: Held[], day: string) {
    this.#network = network
    this.#limits = limits
    this.#time = time
    this.#uses = uses
    this.#held = held
    this.#spacing = (1000 * MARGIN) / limits.perSecond
    this.#day = day
  }

  async use<Result>(method: string, call: (token: string) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let waited = 0; ;) {
      const token = await this.#take(method, signal)
      if (!token) continue
      try {
        const result = await call(token.token)
        token.waits = 0
        return result
      } catch (error) {
        if (!isNetworkError(error)) throw error
        if (!this.#rests(token, method, error) || (error.kind === 'rate-limited' && ++waited > MOST_WAITS)) throw error
      }
    }
  }

  spend(token: string, method: string, most: number): number {
    this.#turnDay()
    const held = this.#held.find((each) => each.token === token)
    if (!held) return 0
    const spent = Math.max(0, Math.min(most, this.#mostADay(method) - (held.used.get(method) ?? 0)))
    count(held, method, spent)
    return spent
  }

  allowance(method: string): CallAllowance {
    const { perSecond, perDay } = this.#limits
    const alive = this.#held.filter(({ dead }) => !dead).length
    const most = perDay?.[method]
    return { perSecond: (perSecond / MARGIN) * alive, perDay: most === undefined ? null : most * alive }
  }

  health(): TokenHealth[] {
    this.#turnDay()
    const now = this.#now()
    return this.#held.map(({ name, dead, restsUntil, why, used }) => {
      const resting = restsUntil > now
      return {
        token: name,
        dead,
        restsUntil: resting ? new Date(restsUntil) : null,
        why: dead || resting ? why : null,
        usedToday: Object.fromEntries(used),
        perDay: this.#limits.perDay ?? {},
      }
    })
  }

  flush(): Promise<void> {
    this.#turnDay()
    return this.#uses.write(
      this.#network,
      this.#day,
      this.#held.flatMap(({ name, used }) => [...used].map(([method, calls]) => ({ token: name, method, calls }))),
    )
  }

  #now(): number {
    return this.#time.now().getTime()
  }

  #turnDay(): void {
    const today = dayOf(this.#time.now(), this.#limits)
    if (today === this.#day) return
    this.#day = today
    for (const each of this.#held) each.used.clear()
  }

  #mostADay(method: string): number {
    return this.#limits.perDay?.[method] ?? Infinity
  }

  /** Whether today's calls and the network's own word leave it any. */
  #isOpen(token: Held, method: string, calls: number): boolean {
    const used = token.used.get(method) ?? 0
    return !token.dead && used + calls <= this.#mostADay(method) && (token.closed.get(method) ?? 0) <= this.#now()
  }

  /** Of those that may, the one that is free first. */
  #choose(method: string): Held {
    const able = this.#held.filter((each) => this.#isOpen(each, method, 1))
    const first = able.toSorted((a, b) => Math.max(a.freeAt, a.restsUntil) - Math.max(b.freeAt, b.restsUntil))[0]
    if (!first) throw this.#none(method)
    return first
  }

  #none(method: string): NetworkError {
    const alive = this.#held.filter(({ dead }) => !dead)
    if (alive.length === 0) return new NetworkError('auth-dead', `${this.#network}: every token is dead`)
    const opens = alive.map((each) => {
      const closed = each.closed.get(method) ?? 0
      const isUsedUp = (each.used.get(method) ?? 0) >= this.#mostADay(method)
      return Math.max(closed, isUsedUp ? this.#nextDay() : 0)
    })
    return new NetworkError('quota-exceeded', `${this.#network}: ${method} is used up for today`, {
      until: new Date(Math.min(...opens)),
    })
  }

  /** Waits until a token may make the call, and counts it; null: what was waited for is no longer so, choose again. */
  async #take(method: string, signal?: AbortSignal): Promise<Held | null> {
    this.#turnDay()
    const token = this.#choose(method)
    const now = this.#now()
    if (token.restsUntil - now > LONGEST_WAIT) {
      throw new NetworkError('rate-limited', `${this.#network}: ${token.why ?? 'resting'}`, {
        retryAfter: token.restsUntil - now,
      })
    }
    const begins = Math.max(now, token.freeAt, token.restsUntil)
    // Taken before the waiting, so that calls side by side come one after another, and none too many.
    token.freeAt = begins + this.#spacing
    count(token, method, 1)
    const countedOn = this.#day
    if (begins > now) await this.#time.sleep(begins - now, signal)
    this.#turnDay()
    const isKept = countedOn === this.#day
    if (signal?.aborted) {
      if (isKept) count(token, method, -1)
      throw new NetworkError('temporary', `${this.#network}: ended`)
    }
    // While it waited, another call may have learnt that this token rests, is used up, or is dead.
    if (token.restsUntil <= this.#now() && this.#isOpen(token, method, isKept ? 0 : 1)) {
      if (!isKept) count(token, method, 1)
      return token
    }
    if (isKept) count(token, method, -1)
    return null
  }

  /** @returns whether another try, or another token, may help */
  #rests(token: Held, method: string, error: NetworkError): boolean {
    switch (error.kind) {
      case 'rate-limited':
        this.#slowDown(token, error)
        return true
      case 'quota-exceeded':
        token.closed.set(method, error.until?.getTime() ?? this.#nextDay())
        return true
      case 'captcha-needed':
        token.restsUntil = this.#now() + CAPTCHA_REST
        token.why = error.message
        return true
      case 'auth-dead':
        // A network that wants no token has none to lose: it refuses us as we are.
        if (token.token === '') return false
        token.dead = true
        token.why = error.message
        return true
      case 'access-denied':
      case 'not-found':
      case 'bad-request':
      case 'temporary':
        return false
    }
  }

  #slowDown(token: Held, { message, retryAfter }: NetworkError): void {
    const now = this.#now()
    // «At once», or at a time that is over, says nothing: those who obey would be refused for ever.
    const wanted = retryAfter !== null && retryAfter >= FIRST_WAIT ? retryAfter : null
    // Calls that were under way together are one refusal: only the first of them makes the wait longer.
    if (token.restsUntil <= now || wanted !== null) {
      const rest = wanted ?? backOffAfter(token.waits + 1, { first: FIRST_WAIT, longest: LONGEST_WAIT })
      token.restsUntil = Math.max(token.restsUntil, now + rest)
      token.waits += 1
    }
    token.why = message
  }

  #nextDay(): number {
    return nextDay(this.#time.now(), this.#limits)
  }
}

function count(token: Held, method: string, calls: number): void {
  token.used.set(method, Math.max(0, (token.used.get(method) ?? 0) + calls))
}

const fingerprintOf = (token: string): string =>
  token === '' ? '' : createHash('sha256').update(token).digest('hex').slice(0, 12)

const shifted = (now: Date, { dayStartsAt = 0 }: TokenLimits): number => now.getTime() - dayStartsAt * HOUR
const dayOf = (now: Date, limits: TokenLimits): string => new Date(shifted(now, limits)).toISOString().slice(0, 10)
const nextDay = (now: Date, limits: TokenLimits): number =>
  (Math.floor(shifted(now, limits) / DAY) + 1) * DAY + (limits.dayStartsAt ?? 0) * HOUR
