/** Signed calls of the REST API of Odnoklassniki, and what its refusals mean. */
import { createHash } from 'node:crypto'
import { MINUTE } from '../../../kit/clock.ts'
import { askNetwork, errorOfStatus } from '../shared/ask-network.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { NetworkError, type NetworkErrorKind } from '../shared/network-error.ts'

export interface OkApplication {
  /** The public key. */
  key: string
  secret: string
}

export interface OkApi {
  /** @throws NetworkError */
  call(method: string, parameters: Record<string, string>, signal: AbortSignal): Promise<unknown>
}

interface OkApiOptions {
  url: string
  application: OkApplication
  /** Access tokens of sessions. */
  pool: TokenPool
}

export function openOkApi({ url, application, pool }: OkApiOptions): OkApi {
  return {
    call: (method, parameters, signal) =>
      pool.use(
        method,
        async (token) => {
          const given = { ...parameters, method, application_key: application.key, format: 'json' }
          const secret = token === '' ? application.secret : sessionSecret(token, application.secret)
          const body = new URLSearchParams({
            ...given,
            sig: signature(given, secret),
            ...(token === '' ? {} : { access_token: token }),
          })
          // As a form: tokens in addresses end up in the logs of whatever stands between.
          const answer = await askNetwork(new URL(url), { init: { method: 'POST', body }, signal })
          const error = errorOfStatus(answer)
          if (error) throw error
          const parsed = readOkJson(answer.text)
          if (parsed === undefined) throw new NetworkError('temporary', `ok ${method}: no JSON`)
          const refused = refusalOf(method, parsed)
          if (refused) throw refused
          return parsed
        },
        signal,
      ),
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export const sessionSecret = (token: string, applicationSecret: string): string => md5(token + applicationSecret)

/** What names the session is not signed. */
export function signature(parameters: Record<string, string>, secret: string): string {
  const signed = Object.keys(parameters)
    .filter((key) => !['access_token', 'session_key', 'sig'].includes(key))
    .toSorted()
  return md5(signed.map((key) => `${key}=${parameters[key]}`).join('') + secret)
}

/** Ids come as numbers too, some greater than a number holds: whatever is that long is read as a string. */
export function readOkJson(text: string): unknown {
  const safe = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
  )
  try {
    return JSON.parse(safe)
  } catch {
    return undefined
  }
}

/** What the codes of the API mean; a code that is not here asks for what can not be. */
const kinds = new Map<number, NetworkErrorKind>([
  [1, 'temporary'],
  [2, 'temporary'],
  [704, 'temporary'],
  [5000, 'temporary'],
  [9999, 'temporary'],
  [7, 'captcha-needed'],
  [8, 'rate-limited'],
  [9, 'rate-limited'],
  [11, 'rate-limited'],
  [101, 'auth-dead'],
  [102, 'auth-dead'],
  [103, 'auth-dead'],
  [104, 'auth-dead'],
  [210, 'auth-dead'],
  [453, 'auth-dead'],
  [10, 'access-denied'],
  [200, 'access-denied'],
  [455, 'access-denied'],
  [456, 'access-denied'],
  [457, 'access-denied'],
  [458, 'access-denied'],
  [110, 'not-found'],
  [160, 'not-found'],
  [300, 'not-found'],
  [700, 'not-found'],
])

function refusalOf(method: string, parsed: unknown): NetworkError | null {
  if (typeof parsed !== 'object' || parsed === null || !('error_code' in parsed)) return null
  const code = Number(parsed.error_code)
  const explanation = 'error_msg' in parsed ? String(parsed.error_msg) : ''
  const message = `ok ${method}: ${code} ${explanation}`
  const retryAfter = { 2: 1000, 9: 10 * MINUTE }[code]
  return new NetworkError(kinds.get(code) ?? 'bad-request', message, retryAfter === undefined ? {} : { retryAfter })
}
