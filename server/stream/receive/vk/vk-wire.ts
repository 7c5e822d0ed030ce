/** What VK's API is asked, and what it answers: errors come with status 200 and are known by their code. */
import { MINUTE, SECOND } from '../../../kit/clock.ts'
import { readJson } from '../shared/json.ts'
import { NetworkError, type NetworkErrorKind } from '../shared/network-error.ts'

export type VkParameters = Record<string, string | number>

/** VK says «flood control» of the same thing done too often, and goes on saying it to those who ask again at once. */
const FLOOD_REST = 5 * MINUTE

export function responseOf<Response>(method: string, text: string): Response {
  const answer = readJson(text) as { response?: Response; error?: VkError } | null
  if (answer?.error) throw errorOfVk(method, answer.error)
  if ((answer?.response ?? null) === null)
    throw new NetworkError('temporary', `${method}: neither an answer nor an error`)
  return answer?.response as Response
}

export interface VkError {
  error_code: number
  error_msg?: string
}

export function errorOfVk(method: string, { error_code: code, error_msg: text = '' }: VkError): NetworkError {
  const details = code === 6 ? { retryAfter: SECOND } : code === 9 ? { retryAfter: FLOOD_REST } : {}
  return new NetworkError(kindOf(code), `${method}: error ${code} ${text}`.trim(), details)
}

function kindOf(code: number): NetworkErrorKind {
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
