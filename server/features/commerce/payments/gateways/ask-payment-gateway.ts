/** One request to a gateway, answered with JSON. What is thrown names neither address, nor key, nor what was answered: it goes into logs. */
import { asObject } from '../../../../kit/as-object.ts'

const GATEWAY_TIME = 15_000

export class GatewayError extends Error {
  override name = 'GatewayError'
}

export interface GatewayAnswer {
  /** Whether the HTTP status is a good one. */
  ok: boolean
  status: number
  body: Record<string, unknown>
}

/** @throws GatewayError when no JSON object comes back */
export async function askPaymentGateway(
  gateway: string,
  url: string,
  request: RequestInit = {},
): Promise<GatewayAnswer> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(GATEWAY_TIME) })
    text = await response.text()
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
    throw new GatewayError(`${gateway} does not answer: ${(error as Error).name} ${cause}`.trim())
  }
  const body = readObject(text)
  if (!body) throw new GatewayError(`${gateway} answers HTTP ${response.status} and no JSON object`)
  return { ok: response.ok, status: response.status, body }
}

/** Null when it is none. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

/** Of a number or a text; else empty. */
export function asTextOrEmpty(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
