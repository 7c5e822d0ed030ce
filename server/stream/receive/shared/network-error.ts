/** What can go wrong with a network. Adapters say it in these words; who asks decides by them what comes next. */
import { DAY } from '../../../kit/clock.ts'

export type NetworkErrorKind =
  /** Too many calls: again after `retryAfter`. */
  | 'rate-limited'
  /** The calls of a day are used up until `until`. */
  | 'quota-exceeded'
  /** The token is worth nothing any more. */
  | 'auth-dead'
  /** The network wants a person to prove that they are one; the token rests. */
  | 'captcha-needed'
  /** This group or page is closed to us. */
  | 'access-denied'
  /** There is no such thing, or there is no more. */
  | 'not-found'
  /** We asked for what can not be: asking again changes nothing. */
  | 'bad-request'
  /** A broken connection, a 5xx, a silence: again later. */
  | 'temporary'

interface NetworkErrorDetails {
  /** Milliseconds. More than a day is taken for a mistake of anyone who said it: no one is left unasked for ever. */
  retryAfter?: number | undefined
  until?: Date
  cause?: unknown
}

export class NetworkError extends Error {
  readonly kind: NetworkErrorKind
  readonly retryAfter: number | null
  readonly until: Date | null

  /** @param message for the log: what was asked and what came back, without tokens */
  constructor(kind: NetworkErrorKind, message: string, { retryAfter, until, cause }: NetworkErrorDetails = {}) {
    super(message, { cause })
    this.name = 'NetworkError'
    this.kind = kind
    this.retryAfter =
      retryAfter === undefined || Number.isNaN(retryAfter) ? null : Math.min(Math.max(0, retryAfter), DAY)
    this.until = until ?? null
  }
}

/** Is it an error of a network, and of one of these kinds where some are named? */
export function isNetworkError(error: unknown, ...kinds: NetworkErrorKind[]): error is NetworkError {
  return error instanceof NetworkError && (kinds.length === 0 || kinds.includes(error.kind))
}
