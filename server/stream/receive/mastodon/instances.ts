/** Asking instances: each has its own limit and its own token, and whether a host is one at all shows when it is asked. */
import { FetchRefused } from '../../../kit/fetch-public.ts'
import type { Time } from '../shared/adapter.ts'
import { askNetwork, troubleOfStatus, type Fetch, type NetworkAnswer } from '../shared/ask-network.ts'
import { asObject, asText, readJson } from '../shared/json.ts'
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
  saidAt: number | null
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
const LEAST_REST = 1_000
const LONGEST_LEAST = 5 * 60_000
const TOKEN_REST = 60 * 60_000
const KNOWN_FOR = 24 * 60 * 60_000
const MOST_HOSTS = 5_000
const MOST_BYTES = 2 * 1024 * 1024

interface Budget {
  calls: number[]
  closedUntil: number
  /** In a row. */
  refusals: number
}

export function openInstances({ fetch, time, addressOf, chosen }: InstancesOptions): Instances {
  const budgets = new Map<string, Budget>()
  const known = new Map<string, { instance: Instance; until: number }>()
  /** Hosts that do not take our token, and until when it is kept from them. */
  const refused = new Map<string, number>()
  const now = (): number => time.now().getTime()

  function budgetOf(host: string): Budget {
    const budget = budgets.get(host) ?? { calls: [], closedUntil: 0, refusals: 0 }
    budgets.delete(host)
    budgets.set(host, budget)
    if (budgets.size > MOST_HOSTS) budgets.delete(budgets.keys().next().value as string)
    return budget
  }

  /** Counts the call that is about to be made. */
  function spend(host: string, budget: Budget): void {
    const at = now()
    while (budget.calls.length > 0 && (budget.calls[0] as number) <= at - WINDOW) budget.calls.shift()
    const full = budget.calls.length >= MOST_CALLS ? (budget.calls[0] as number) + WINDOW : 0
    const rest = Math.max(budget.closedUntil, full) - at
    if (rest > 0) throw new NetworkError('rate-limited', `${host}: its limit is near`, { retryAfter: rest })
    budget.calls.push(at)
  }

  async function ask(
    host: string,
    path: string,
    params: Record<string, string> = {},
    { signal, anonymous = false }: { signal?: AbortSignal; anonymous?: boolean } = {},
  ): Promise<InstanceAnswer> {
    const url = new URL(`${addressOf(host)}${path}`)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    const token = anonymous || (refused.get(host) ?? 0) > now() ? null : (chosen.get(host) ?? null)
    const budget = budgetOf(host)
    spend(host, budget)
    const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await askNetwork(url, { init: { headers }, signal, fetch, mostBytes: MOST_BYTES }).catch(
      (error: unknown) => {
        throw lastingTrouble(error) ?? error
      },
    )
    const reset = untilReset(answer)
    if (reset !== null && Number(answer.headers.get('x-ratelimit-remaining') ?? Infinity) <= RESERVE)
      budget.closedUntil = now() + reset
    const trouble = troubleOf(answer, token !== null)
    if (trouble?.kind === 'rate-limited') {
      const least = Math.min(LEAST_REST * 2 ** Math.min(budget.refusals, 20), LONGEST_LEAST)
      const retryAfter = Math.min(Math.max(trouble.retryAfter ?? reset ?? USUAL_REST, least), LONGEST_REST)
      budget.refusals += 1
      budget.closedUntil = now() + retryAfter
      throw new NetworkError('rate-limited', trouble.message, { retryAfter })
    }
    if (answer.status < 500) budget.refusals = 0
    if (trouble?.kind === 'auth-dead') {
      // What is for everybody is so without a token, too.
      refused.set(host, now() + TOKEN_REST)
      return ask(host, path, params, { signal, anonymous: true })
    }
    if (trouble) throw trouble
    const saidAt = Date.parse(answer.headers.get('date') ?? '')
    return {
      body: readJson(answer.text),
      hasNext: /rel="?next"?/.test(answer.headers.get('link') ?? ''),
      saidAt: Number.isNaN(saidAt) ? null : saidAt,
    }
  }

  async function findHome(name: string, domain: string, signal?: AbortSignal): Promise<string | null> {
    const { body } = await ask(
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

  async function findInstance(host: string, who: string | null, signal?: AbortSignal): Promise<Instance> {
    const { body } = await ask(host, '/api/v2/instance', {}, { signal }).catch((error: unknown) => {
      // Older versions, and other programs, know only the first.
      if (isNetworkError(error, 'not-found', 'bad-request') && !isLasting(error))
        return ask(host, '/api/v1/instance', {}, { signal })
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
    const isIts = claimed === host || who === null || (await findHome(who, claimed, signal).catch(nowhere)) === host
    return {
      domain: isIts ? claimed : host,
      streaming: socketOf(asText(urls?.streaming) ?? asText(urls?.streaming_api)),
    }
  }

  return {
    ask,
    findHome,
    isChosen: (host) => chosen.has(host),
    async instanceAt(host, who, signal) {
      const before = known.get(host)
      if (before && before.until > now()) return before.instance
      const instance = await findInstance(host, chosen.has(host) ? null : who, signal).catch((error: unknown) => {
        if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request') || isLasting(error)) throw error
        throw new NetworkError('bad-request', `${host} is no Mastodon: ${error.message}`)
      })
      if (known.size >= MOST_HOSTS) known.clear()
      known.set(host, { instance, until: now() + KNOWN_FOR })
      return instance
    },
  }
}

/** What will not be otherwise when it is asked again: a name that there is not, an address that may not be asked. */
function lastingTrouble(error: unknown): NetworkError | null {
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

const isLasting = (trouble: NetworkError): boolean => trouble.cause !== undefined

function troubleOf(answer: NetworkAnswer, withToken: boolean): NetworkError | null {
  const trouble = troubleOfStatus(answer)
  // Without a token there is none to be dead: the instance shows this to its own people only.
  return trouble?.kind === 'auth-dead' && !withToken ? new NetworkError('access-denied', trouble.message) : trouble
}

/** By the instance's own clock, as ours may differ. */
function untilReset({ headers }: NetworkAnswer): number | null {
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '')
  const said = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(reset) || Number.isNaN(said) ? null : Math.min(Math.max(1_000, reset - said), LONGEST_REST)
}
