/**
 * Tokens of one network and what each may still do: so many calls a second, so many a day of each method. A token that the
 * network refuses rests or is given up, and the next one is taken. What was used today outlives the process.
 */
import { createHash } from 'node:crypto'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { CallAllowance, Time } from './adapter.ts'
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

export async function openTokenPool({ network, tokens, limits, time, uses }: TokenPoolOptions): Promise<TokenPool> {
  const spacing = (1000 * MARGIN) / limits.perSecond
  const held: Held[] = [...new Set(tokens.length > 0 ? tokens : [''])].map((token) => ({
    token,
    name: fingerprintOf(token),
    freeAt: 0,
    waits: 0,
    dead: false,
    restsUntil: 0,
    why: null,
    used: new Map(),
    closed: new Map(),
  }))
  let day = dayOf(time.now(), limits)
  for (const { token, method, calls } of await uses.read(network, day))
    held.find(({ name }) => name === token)?.used.set(method, calls)

  function turnDay(): void {
    const today = dayOf(time.now(), limits)
    if (today === day) return
    day = today
    for (const each of held) each.used.clear()
  }
  const count = (token: Held, method: string, calls: number): void => {
    token.used.set(method, Math.max(0, (token.used.get(method) ?? 0) + calls))
  }
  /** Whether today's calls and the network's own word leave it any. */
  function isOpen(token: Held, method: string, calls: number): boolean {
    const used = token.used.get(method) ?? 0
    return (
      !token.dead &&
      used + calls <= (limits.perDay?.[method] ?? Infinity) &&
      (token.closed.get(method) ?? 0) <= time.now().getTime()
    )
  }
  /** Of those that may, the one that is free first. */
  function choose(method: string): Held | null {
    const able = held.filter((each) => isOpen(each, method, 1))
    return able.toSorted((a, b) => Math.max(a.freeAt, a.restsUntil) - Math.max(b.freeAt, b.restsUntil))[0] ?? null
  }
  function none(method: string): NetworkError {
    const alive = held.filter(({ dead }) => !dead)
    if (alive.length === 0) return new NetworkError('auth-dead', `${network}: every token is dead`)
    const opens = alive.map((each) => {
      const closed = each.closed.get(method) ?? 0
      const isUsedUp = (each.used.get(method) ?? 0) >= (limits.perDay?.[method] ?? Infinity)
      return Math.max(closed, isUsedUp ? nextDay(time.now(), limits).getTime() : 0)
    })
    return new NetworkError('quota-exceeded', `${network}: ${method} is used up for today`, {
      until: new Date(Math.min(...opens)),
    })
  }

  /** Waits until a token may make the call, and counts it; null: what was waited for is no longer so, choose again. */
  async function take(method: string, signal?: AbortSignal): Promise<Held | null> {
    turnDay()
    const token = choose(method)
    if (!token) throw none(method)
    const now = time.now().getTime()
    if (token.restsUntil - now > LONGEST_WAIT) {
      throw new NetworkError('rate-limited', `${network}: ${token.why ?? 'resting'}`, {
        retryAfter: token.restsUntil - now,
      })
    }
    const begins = Math.max(now, token.freeAt, token.restsUntil)
    // Taken before the waiting, so that calls side by side come one after another, and none too many.
    token.freeAt = begins + spacing
    count(token, method, 1)
    const countedOn = day
    if (begins > now) await time.sleep(begins - now, signal)
    turnDay()
    const isKept = countedOn === day
    if (signal?.aborted) {
      if (isKept) count(token, method, -1)
      throw new NetworkError('temporary', `${network}: ended`)
    }
    // While it waited, another call may have learnt that this token rests, is used up, or is dead.
    if (token.restsUntil <= time.now().getTime() && isOpen(token, method, isKept ? 0 : 1)) {
      if (!isKept) count(token, method, 1)
      return token
    }
    if (isKept) count(token, method, -1)
    return null
  }

  return {
    async use(method, call, signal) {
      for (let waited = 0; ;) {
        const token = await take(method, signal)
        if (!token) continue
        try {
          const result = await call(token.token)
          token.waits = 0
          return result
        } catch (error) {
          if (!isNetworkError(error)) throw error
          if (!rests(token, method, error) || (error.kind === 'rate-limited' && ++waited > MOST_WAITS)) throw error
        }
      }
    },
    allowance: (method) => {
      const alive = held.filter(({ dead }) => !dead).length
      const perDay = limits.perDay?.[method]
      return { perSecond: (limits.perSecond / MARGIN) * alive, perDay: perDay === undefined ? null : perDay * alive }
    },
    health: () => {
      turnDay()
      const now = time.now().getTime()
      return held.map(({ name, dead, restsUntil, why, used }) => {
        const resting = restsUntil > now
        return {
          token: name,
          dead,
          restsUntil: resting ? new Date(restsUntil) : null,
          why: dead || resting ? why : null,
          usedToday: Object.fromEntries(used),
        }
      })
    },
    flush: () => {
      turnDay()
      return uses.write(
        network,
        day,
        held.flatMap(({ name, used }) => [...used].map(([method, calls]) => ({ token: name, method, calls }))),
      )
    },
  }

  /** @returns whether another try, or another token, may help */
  function rests(token: Held, method: string, trouble: NetworkError): boolean {
    const now = time.now().getTime()
    // «At once», or at a time that is over, says nothing: those who obey would be refused for ever.
    const said = trouble.retryAfter !== null && trouble.retryAfter >= FIRST_WAIT ? trouble.retryAfter : null
    switch (trouble.kind) {
      case 'rate-limited':
        // Calls that were under way together are one refusal: only the first of them makes the wait longer.
        if (token.restsUntil <= now || said !== null) {
          token.restsUntil = Math.max(
            token.restsUntil,
            now + (said ?? Math.min(FIRST_WAIT * 2 ** token.waits, LONGEST_WAIT)),
          )
          token.waits += 1
        }
        token.why = trouble.message
        return true
      case 'quota-exceeded':
        token.closed.set(method, (trouble.until ?? nextDay(time.now(), limits)).getTime())
        return true
      case 'captcha-needed':
        token.restsUntil = now + CAPTCHA_REST
        token.why = trouble.message
        return true
      case 'auth-dead':
        // A network that wants no token has none to lose: it refuses us as we are.
        if (token.token === '') return false
        token.dead = true
        token.why = trouble.message
        return true
      case 'access-denied':
      case 'not-found':
      case 'bad-request':
      case 'temporary':
        return false
    }
  }
}

const fingerprintOf = (token: string): string =>
  token === '' ? '' : createHash('sha256').update(token).digest('hex').slice(0, 12)

const shifted = (now: Date, { dayStartsAt = 0 }: TokenLimits): number => now.getTime() - dayStartsAt * HOUR
const dayOf = (now: Date, limits: TokenLimits): string => new Date(shifted(now, limits)).toISOString().slice(0, 10)
const nextDay = (now: Date, limits: TokenLimits): Date =>
  new Date((Math.floor(shifted(now, limits) / DAY) + 1) * DAY + (limits.dayStartsAt ?? 0) * HOUR)
