/** Asking instances: each has its own limit and its own token, and whether a host is one at all shows when it is asked. */
import { FetchRefused } from '../../../kit/fetch-public.ts'
import type { Time } from '../shared/adapter.ts'
import { askNetwork, errorOfStatus, type Fetch, type NetworkAnswer } from '../shared/ask-network.ts'
import { backOffAfter } from '../shared/back-off.ts'
import { asObject } from '../../../kit/as-object.ts'
import { asText, readJson } from '../shared/json.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'

export interface Instance {
  /** What its people's names end in; not always the host that is asked. */
  domain: string
  /** `wss://…` */
  streaming: string | null
}

export interface InstanceAnswer {
  /** Null for what is no JSON: a site that is no instance, or one that is being mended. */
  body: unknown
  /** It says that there is a further page; some never do. */
  hasNext: boolean
  /** What its clock showed, in milliseconds, where it reported that. */
  serverTime: number | null
}

export interface Instances {
  /** @throws NetworkError `rate-limited` before the limit of the host is broken */
  ask(
    host: string,
    path: string,
    params?: Record<string, string>,
    options?: { signal?: AbortSignal; anonymous?: boolean },
  ): Promise<InstanceAnswer>
  /**
   * @param who someone of it, where it was named by anybody: the domain it claims has to say the same of them
   * @throws NetworkError `bad-request` for a host that is none
   */
  instanceAt(host: string, who: string | null, signal?: AbortSignal): Promise<Instance>
  /** At which host the people of a domain are; null: it does not tell. */
  findHome(name: string, domain: string, signal?: AbortSignal): Promise<string | null>
  /** It was chosen by the operator, and what it says of others is believed. */
  isChosen(host: string): boolean
}

export interface InstancesOptions {
  /** The hosts are named by people. */
  fetch: Fetch
  time: Time
  addressOf(host: string): string
  /** Those the operator chose, with the tokens of our accounts there. */
  chosen: ReadonlyMap<string, string | null>
}

const WINDOW = 5 * 60_000
/** Of the 300 an instance allows; and what is left untouched of what it says is left. */
const MOST_CALLS = 250
const RESERVE = 10
export const LONGEST_REST = 15 * 60_000
const USUAL_REST = 60_000
/** The least after a refusal, and twice as long after each further one: some say that they may be asked at once, and refuse again. */
const LEAST_REST = { first: 1_000, longest: 5 * 60_000 }
const TOKEN_REST = 60 * 60_000
const KNOWN_FOR = 24 * 60 * 60_000
const MOST_HOSTS = 5_000
const MOST_BYTES = 2 * 1024 * 1024

export function openInstances(options: InstancesOptions): Instances {
  return new AskedInstances(options)
}

class AskedInstances implements Instances {
  readonly #fetch: Fetch
  readonly #time: Time
  readonly #addressOf: InstancesOptions['addressOf']
  readonly #chosen: InstancesOptions['chosen']
  readonly #budgets = new Map<string, Budget>()
  readonly #known = new Map<string, { instance: Instance; until: number }>()
  /** Hosts that do not take our token, and until when it is kept from them. */
  readonly #refused = new Map<string, number>()

  constructor({ fetch, time, addressOf, chosen }: InstancesOptions) {
    this.#fetch = fetch
    this.#time = time
    this.#addressOf = addressOf
    this.#chosen = chosen
  }

  isChosen(host: string): boolean {
    return this.#chosen.has(host)
  }

  async ask(
    host: string,
    path: string,
    params: Record<string, string> = {},
    { signal, anonymous = false }: { signal?: AbortSignal; anonymous?: boolean } = {},
  ): Promise<InstanceAnswer> {
    const url = new URL(`${this.#addressOf(host)}${path}`)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    const isRefused = (this.#refused.get(host) ?? 0) > this.#now()
    const token = anonymous || isRefused ? null : (this.#chosen.get(host) ?? null)
    const budget = this.#budgetOf(host)
    budget.spend(this.#now())
    const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await askNetwork(url, {
      init: { headers },
      signal,
      fetch: this.#fetch,
      mostBytes: MOST_BYTES,
    }).catch((error: unknown) => {
      throw lastingError(error) ?? error
    })
    const error = errorOf(answer, token !== null)
    budget.learn(answer, error, this.#now())
    if (error?.kind === 'auth-dead') {
      // What is for everybody is so without a token, too.
      this.#refused.set(host, this.#now() + TOKEN_REST)
      return this.ask(host, path, params, { signal, anonymous: true })
    }
    if (error) throw error
    const serverTime = Date.parse(answer.headers.get('date') ?? '')
    return {
      body: readJson(answer.text),
      hasNext: /rel="?next"?/.test(answer.headers.get('link') ?? ''),
      serverTime: Number.isNaN(serverTime) ? null : serverTime,
    }
  }

  async findHome(name: string, domain: string, signal?: AbortSignal): Promise<string | null> {
    const { body } = await this.ask(
      domain,
      '/.well-known/webfinger',
      { resource: `acct:${name}@${domain}` },
      { signal, anonymous: true },
    )
    const links = asObject(body)?.links
    const self = (Array.isArray(links) ? links.map(asObject) : []).find((link) => link?.rel === 'self')
    const href = asText(self?.href)
    return href !== null && URL.canParse(href) ? new URL(href).hostname : null
  }

  async instanceAt(host: string, who: string | null, signal?: AbortSignal): Promise<Instance> {
    const before = this.#known.get(host)
    if (before && before.until > this.#now()) return before.instance
    const instance = await this.#findInstance(host, this.isChosen(host) ? null : who, signal).catch(
      (error: unknown) => {
        if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request') || isLasting(error)) throw error
        throw new NetworkError('bad-request', `${host} is no Mastodon: ${error.message}`)
      },
    )
    if (this.#known.size >= MOST_HOSTS) this.#known.clear()
    this.#known.set(host, { instance, until: this.#now() + KNOWN_FOR })
    return instance
  }

  async #findInstance(host: string, who: string | null, signal?: AbortSignal): Promise<Instance> {
    const { body } = await this.ask(host, '/api/v2/instance', {}, { signal }).catch((error: unknown) => {
      // Older versions, and other programs, know only the first.
      if (isNetworkError(error, 'not-found', 'bad-request') && !isLasting(error))
        return this.ask(host, '/api/v1/instance', {}, { signal })
      throw error
    })
    const fields = asObject(body)
    const claimed = (asText(fields?.domain) ?? asText(fields?.uri))
      ?.replace(/^https?:\/\//, '')
      .replace(/\/.*$/, '')
      .toLowerCase()
    if (!fields || !claimed || asText(fields.version) === null)
      throw new NetworkError('bad-request', `${host} is no Mastodon`)
    const urls = asObject(asObject(fields.configuration)?.urls) ?? asObject(fields.urls)
    // Else anybody's server could pass its people off as another's.
    const isIts =
      claimed === host || who === null || (await this.findHome(who, claimed, signal).catch(nowhere)) === host
    return {
      domain: isIts ? claimed : host,
      streaming: socketOf(asText(urls?.streaming) ?? asText(urls?.streaming_api)),
    }
  }

  #budgetOf(host: string): Budget {
    const budgets = this.#budgets
    const budget = budgets.get(host) ?? new Budget(host)
    budgets.delete(host)
    budgets.set(host, budget)
    if (budgets.size > MOST_HOSTS) budgets.delete(budgets.keys().next().value as string)
    return budget
  }

  #now(): number {
    return this.#time.now().getTime()
  }
}

/** What a host may still be asked. */
class Budget {
  readonly #host: string
  readonly #calls: number[] = []
  #closedUntil = 0
  /** In a row. */
  #refusals = 0

  constructor(host: string) {
    this.#host = host
  }

  /** Counts the call that is about to be made. */
  spend(now: number): void {
    const calls = this.#calls
    while (calls.length > 0 && (calls[0] as number) <= now - WINDOW) calls.shift()
    const full = calls.length >= MOST_CALLS ? (calls[0] as number) + WINDOW : 0
    const rest = Math.max(this.#closedUntil, full) - now
    if (rest > 0) throw new NetworkError('rate-limited', `${this.#host}: its limit is near`, { retryAfter: rest })
    calls.push(now)
  }

  /** @throws NetworkError `rate-limited`, with how long it is to be left alone */
  learn(answer: NetworkAnswer, error: NetworkError | null, now: number): void {
    const reset = untilReset(answer)
    if (reset !== null && Number(answer.headers.get('x-ratelimit-remaining') ?? Infinity) <= RESERVE)
      this.#closedUntil = now + reset
    if (error?.kind === 'rate-limited') {
      const least = backOffAfter(this.#refusals + 1, LEAST_REST)
      const retryAfter = Math.min(Math.max(error.retryAfter ?? reset ?? USUAL_REST, least), LONGEST_REST)
      this.#refusals += 1
      this.#closedUntil = now + retryAfter
      throw new NetworkError('rate-limited', error.message, { retryAfter })
    }
    if (answer.status < 500) this.#refusals = 0
  }
}

/** What will not be otherwise when it is asked again: a name that there is not, an address that may not be asked. */
function lastingError(error: unknown): NetworkError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FetchRefused) return new NetworkError('bad-request', cause.message, { cause })
    if ('code' in cause && cause.code === 'ENOTFOUND') return new NetworkError('not-found', cause.message, { cause })
  }
  return null
}

/** A domain that says no, or nothing of the kind, has said so; one that is silent just now is asked again. */
function nowhere(error: unknown): null {
  if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) throw error
  return null
}

/** Some programs leave it empty, or write it without its protocol. */
const socketOf = (address: string | null): string | null =>
  address !== null && /^wss?:/.test(address) && URL.canParse(address) ? address : null

const isLasting = (error: NetworkError): boolean => error.cause !== undefined

function errorOf(answer: NetworkAnswer, withToken: boolean): NetworkError | null {
  const error = errorOfStatus(answer)
  // Without a token there is none to be dead: the instance shows this to its own people only.
  return error?.kind === 'auth-dead' && !withToken ? new NetworkError('access-denied', error.message) : error
}

/** By the instance's own clock, as ours may differ. */
function untilReset({ headers }: NetworkAnswer): number | null {
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '')
  const serverTime = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(reset) || Number.isNaN(serverTime)
    ? null
    : Math.min(Math.max(1_000, reset - serverTime), LONGEST_REST)
}
