/** What Telegram refuses, and what goes wrong on the way to it, in the words of all networks. */
import { MtcuteError, TransportError } from '@mtcute/core'
import { tl } from '@mtcute/core'
import { NetworkError, type NetworkErrorKind } from '../../shared/network-error.ts'

const kindsOfText: Record<string, NetworkErrorKind> = {
  USERNAME_NOT_OCCUPIED: 'not-found',
  USERNAME_INVALID: 'not-found',
  // Its number was given by another account, or to no one.
  CHANNEL_INVALID: 'not-found',
  CHANNEL_PRIVATE: 'access-denied',
  CHANNEL_PUBLIC_GROUP_NA: 'access-denied',
  CHAT_FORBIDDEN: 'access-denied',
  USER_BANNED_IN_CHANNEL: 'access-denied',
  AUTH_KEY_UNREGISTERED: 'auth-dead',
  AUTH_KEY_INVALID: 'auth-dead',
  /** Two processes used one session: Telegram has ended it. */
  AUTH_KEY_DUPLICATED: 'auth-dead',
  SESSION_REVOKED: 'auth-dead',
  SESSION_EXPIRED: 'auth-dead',
  USER_DEACTIVATED: 'auth-dead',
  USER_DEACTIVATED_BAN: 'auth-dead',
  API_ID_INVALID: 'auth-dead',
  API_ID_PUBLISHED_FLOOD: 'auth-dead',
  FROZEN_METHOD_INVALID: 'auth-dead',
  TIMEOUT: 'temporary',
}

/** As the method said it: `FLOOD_WAIT_%d`, `CHANNEL_PRIVATE`; null where it was not Telegram that spoke. */
export const refusalText = (error: unknown): string | null => {
  const cause = error instanceof NetworkError ? error.cause : error
  return cause instanceof tl.RpcError ? cause.text : null
}

/** @throws whatever it is, where neither Telegram nor the way to it is to blame */
export function errorOfMtproto(method: string, error: unknown): NetworkError {
  if (error instanceof NetworkError) return error
  if (error instanceof tl.RpcError) return refusalOf(method, error)
  const isOnTheWay =
    error instanceof MtcuteError ||
    error instanceof TransportError ||
    // A call that was given up, and errors of sockets, which have a code.
    (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError' || 'syscall' in error))
  if (!isOnTheWay) throw error
  return new NetworkError('temporary', `mtproto ${method}: ${error.message}`, { cause: error })
}

function refusalOf(method: string, error: tl.RpcError): NetworkError {
  const { code, text } = error
  const message = `mtproto ${method}: ${code} ${text}`
  const seconds = waitOf(error)
  if (seconds !== null) return new NetworkError('rate-limited', message, { cause: error, retryAfter: seconds * 1000 })
  return new NetworkError(kindsOfText[text] ?? kindOfCode(code), message, { cause: error })
}

/** Seconds to leave it alone, null: it says nothing of the kind. */
function waitOf(error: tl.RpcError): number | null {
  const waits = /^(?:FLOOD|FLOOD_PREMIUM|SLOWMODE)_WAIT_(\d+|%d)$/.exec(error.text)
  if (!waits) return null
  const seconds = 'seconds' in error ? Number(error.seconds) : Number(waits[1])
  return Number.isFinite(seconds) ? seconds : null
}

function kindOfCode(code: number): NetworkErrorKind {
  if (code === 401) return 'auth-dead'
  if (code === 403) return 'access-denied'
  if (code === 404) return 'not-found'
  if (code === 420) return 'rate-limited'
  if (code === 400 || code === 406) return 'bad-request'
  // 303 sends elsewhere, 500 and negative codes are faults of theirs.
  return 'temporary'
}
