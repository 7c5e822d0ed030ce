/** Calls of the VK API: a form, a token of the pool, and VK's errors, which come with status 200, as trouble. */
import { MINUTE, SECOND } from '../../../kit/clock.ts'
import { askNetwork, troubleOfStatus } from '../shared/ask-network.ts'
import { readJson } from '../shared/json.ts'
import type { TokenLimits, TokenPool } from '../shared/token-pool.ts'
import { NetworkError, type TroubleKind } from '../shared/network-error.ts'

const VERSION = '5.199'
/** VK says «flood control» of the same thing done too often, and goes on saying it to those who ask again at once. */
const FLOOD_REST = 5 * MINUTE

export const vkLimits: TokenLimits = {
  // VK counts three a second for a user's token; seconds that overlap there need the eighth more that clients leave.
  perSecond: 3 / 1.133,
  perDay: { 'newsfeed.search': 1_000, 'wall.search': 1_000, 'wall.get': 5_000 },
  // Midnight in Moscow: VK does not say when its day begins.
  dayStartsAt: 21,
}

export type VkParameters = Record<string, string | number>

/** @throws NetworkError */
export type AskVk = <Response>(
  method: string,
  parameters: VkParameters,
  signal: AbortSignal | undefined,
) => Promise<Response>

export interface AskVkOptions {
  pool: TokenPool
  /** Of the API, without a slash at its end. */
  baseUrl: string
}

export function openAskVk({ pool, baseUrl }: AskVkOptions): AskVk {
  return <Response>(method: string, parameters: VkParameters, signal: AbortSignal | undefined) =>
    pool.use(
      method,
      async (token) => {
        const form = new URLSearchParams({ v: VERSION, lang: 'ru' })
        for (const [name, value] of Object.entries(parameters)) form.set(name, String(value))
        const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
        if (token !== '') headers.authorization = `Bearer ${token}`
        const answer = await askNetwork(new URL(`${baseUrl}/method/${method}`), {
          init: { method: 'POST', headers, body: form.toString() },
          signal,
        })
        const trouble = troubleOfStatus(answer)
        if (trouble) throw trouble
        return readAnswer<Response>(method, answer.text)
      },
      signal,
    )
}

function readAnswer<Response>(method: string, text: string): Response {
  const answer = readJson(text) as { response?: Response; error?: VkError } | null
  if (answer?.error) throw troubleOfVk(method, answer.error)
  if ((answer?.response ?? null) === null)
    throw new NetworkError('temporary', `${method}: neither an answer nor an error`)
  return answer?.response as Response
}

export interface VkError {
  error_code: number
  error_msg?: string
}

export function troubleOfVk(method: string, { error_code: code, error_msg: said = '' }: VkError): NetworkError {
  const details = code === 6 ? { retryAfter: SECOND } : code === 9 ? { retryAfter: FLOOD_REST } : {}
  return new NetworkError(kindOf(code), `${method}: error ${code} ${said}`.trim(), details)
}

function kindOf(code: number): TroubleKind {
  switch (code) {
    // The token, its application or its owner is worth nothing any more.
    case 2:
    case 5:
    case 1116:
      return 'auth-dead'
    case 6:
    case 9:
      return 'rate-limited'
    case 14:
    case 17:
    case 24:
    case 25:
    case 3300:
    case 3301:
    case 3302:
    case 3303:
    case 3304:
    case 3305:
      return 'captcha-needed'
    // A token of another kind (community, application) may never make this call: another one of the pool may.
    case 20:
    case 21:
    case 27:
    case 28:
    case 29:
    case 601:
      return 'quota-exceeded'
    case 7:
    case 15:
    case 30:
    case 37:
    case 200:
    case 203:
    case 210:
    case 211:
    case 212:
      return 'access-denied'
    case 18:
    case 19:
    case 104:
    case 113:
    case 125:
      return 'not-found'
    case 3:
    case 4:
    case 8:
    case 23:
    case 34:
    case 35:
    case 100:
    case 101:
    case 103:
      return 'bad-request'
    default:
      return 'temporary'
  }
}
