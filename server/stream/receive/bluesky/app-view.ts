/** Asking Bluesky's AppView, which reads the network for those who have no account. */
import { askNetwork, errorOfStatus, type NetworkAnswer } from '../shared/ask-network.ts'
import { asObject } from '../../../kit/as-object.ts'
import { readJson, type Json } from '../shared/json.ts'
import type { TokenLimits, TokenPool } from '../shared/token-pool.ts'
import { NetworkError, type NetworkErrorKind } from '../shared/network-error.ts'

/** 3000 calls in five minutes from one address, of which half are ours at most. */
export const blueskyLimits: TokenLimits = { perSecond: 5, perDay: { 'app.bsky.feed.getAuthorFeed': 50_000 } }

/** Its windows last five minutes: what asks for more is wrong about it. */
const LONGEST_REST = 15 * 60_000

export type AskAppView = (method: string, params: [string, string][], signal?: AbortSignal) => Promise<Json>

export function openAppView({ appView, pool }: { appView: string; pool: TokenPool }): AskAppView {
  return (method, params, signal) =>
    pool.use(
      method,
      async () => {
        const url = new URL(`${appView}/xrpc/${method}`)
        for (const [name, value] of params) url.searchParams.append(name, value)
        return read(await askNetwork(url, { init: { headers: { accept: 'application/json' } }, signal }))
      },
      signal,
    )
}

function read(answer: NetworkAnswer): Json {
  const body = asObject(readJson(answer.text))
  const error = errorOf(answer, body)
  if (error) throw error
  if (!body) throw new NetworkError('temporary', `${new URL(answer.url).host} answered no JSON`)
  return body
}

function errorOf(answer: NetworkAnswer, body: Json | null): NetworkError | null {
  const error = errorOfStatus(answer)
  if (!error) return null
  const message = `${error.message}: ${String(body?.error ?? '')} ${String(body?.message ?? '')}`.trim().slice(0, 300)
  const rest = error.retryAfter ?? untilReset(answer)
  if (answer.status === 429)
    return new NetworkError('rate-limited', message, {
      retryAfter: rest === undefined ? undefined : Math.min(rest, LONGEST_REST),
    })
  return new NetworkError(answer.status === 400 ? kindOf(body) : error.kind, message, {
    retryAfter: error.retryAfter ?? undefined,
  })
}

/** Everything that an account is not comes as 400; the word, or failing it the sentence, says what. */
function kindOf(body: Json | null): NetworkErrorKind {
  switch (body?.error) {
    case 'AccountTakedown':
    case 'AccountDeactivated':
    case 'AccountSuspended':
    case 'BlockedActor':
    case 'BlockedByActor':
      return 'access-denied'
    case 'HandleNotFound':
    case 'NotFound':
    case 'RepoNotFound':
      return 'not-found'
    default:
      return /not found|unable to resolve|could not (find|resolve)/i.test(String(body?.message ?? ''))
        ? 'not-found'
        : 'bad-request'
  }
}

/** Both times are the server's, so that a clock that goes wrong here costs nothing. */
function untilReset({ headers }: NetworkAnswer): number | undefined {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN) * 1000
  const serverTime = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(reset) && Number.isFinite(serverTime) ? Math.max(0, reset - serverTime) : undefined
}
