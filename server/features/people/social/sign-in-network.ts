/** What every network one can come in through does for us, and how it is asked. */
import type { social } from '../../../../contract/people/social.ts'
import type { InputOf } from '../../../../contract/call.ts'
import type { Clock } from '../../../kit/clock.ts'

/** What the browser brought back from the network: anybody may have written it. */
export type FromNetwork = InputOf<typeof social.takeVkCallback>

/** What was made when the browser was sent off, and must fit what comes back. */
export interface Begun {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Who it is, as the network says: checked, so that it can be believed. */
export interface SocialIdentity {
  externalId: string
  /** Empty when the network does not name it. */
  name: string
  email: string | null
  /** The network vouches that this person reads what comes to the e-mail. */
  emailVerified: boolean
  /** What the network wants back when the account is deleted. */
  token: string | null
}

export interface SignInNetwork {
  /** Where the browser is sent to. */
  authorizeAddress(begun: Begun): string
  /** Throws SocialNetworkError for whatever does not fit, and refuses what the person cancelled themselves. */
  identify(clock: Clock, answer: FromNetwork, begun: Begun): Promise<SocialIdentity>
}

/** The network did not answer, or answered what cannot be believed. The message is for our log: no secrets in it. */
export class SocialNetworkError extends Error {
  /** It may answer better another time. */
  readonly passing: boolean
  constructor(message: string, { passing = false }: { passing?: boolean } = {}) {
    super(message)
    this.passing = passing
  }
}

const PATIENCE = 10_000

/** Sends a form. @returns the JSON that came back, an error of the network's own included; `{}` for an empty answer */
export async function sendForm(
  address: string,
  fields: Record<string, string>,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'application/json' },
      // What is sent are secrets: no one is to send them on.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    const text = await response.text()
    if (response.status >= 500 || response.status === 429)
      throw new SocialNetworkError(`${address} answers ${response.status}`, { passing: true })
    const answer: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw new SyntaxError('no object')
    return { status: response.status, answer: answer as Record<string, unknown> }
  } catch (error) {
    if (error instanceof SocialNetworkError) throw error
    if (error instanceof SyntaxError)
      throw new SocialNetworkError(`${address} answers something else than an object of JSON`)
    throw new SocialNetworkError(`${address} cannot be reached: ${String((error as Error).cause ?? error)}`, {
      passing: true,
    })
  }
}

/** A text of the answer, or a number as a text; empty when it is neither. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** An object written as JSON by someone unknown; empty when it is none. */
export function parseObject(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** As far as it can be kept and sent to. */
export function emailOf(value: unknown): string | null {
  const email = textOf(value).trim()
  return email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed()
    ? email
    : null
}
