/** One request to a phone gateway. It is never repeated: the first may have rung. */
import type { CallOutcome } from './phone-gateway.ts'

const GATEWAY_TIME = 15_000

type Failed = Extract<CallOutcome, { kind: 'failed' }>

/** What the gateway answers, as JSON. Keys go in the body, which no one writes into logs, as addresses are. */
export async function askPhoneGateway(
  url: string,
  form: Record<string, string>,
): Promise<{ kind: 'answer'; body: Record<string, unknown> } | Failed> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(GATEWAY_TIME),
    })
    const text = await response.text()
    if (!response.ok) return { kind: 'failed', mayRing: true, why: `HTTP ${response.status}` }
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return { kind: 'answer', body: body as Record<string, unknown> }
    return { kind: 'failed', mayRing: true, why: 'an answer that is no object' }
  } catch (error) {
    return { kind: 'failed', mayRing: !neverLeft(error), why: `no answer: ${reasonOf(error)}` }
  }
}

const causeOf = (error: unknown): string => (error as { cause?: { code?: string } }).cause?.code ?? ''
const neverLeft = (error: unknown): boolean => ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(causeOf(error))

/** The name and the code alone: the message of a parser quotes what it read, and that may be the code of a call. */
const reasonOf = (error: unknown): string => [(error as Error).name, causeOf(error)].join(' ').trim()

/** What a gateway gives as digits may have lost its leading zeros on the way through JSON; null when it is none. */
export function readDigits(value: unknown, length: number): string | null {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,8}$/.test(digits) ? digits.padStart(length, '0') : null
}
