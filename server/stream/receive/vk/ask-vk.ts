/** Calls of the VK API: a form, a token of the pool, several readings in one where the token allows it. */
import { askNetwork, errorOfStatus } from '../shared/ask-network.ts'
import type { TokenLimits, TokenPool } from '../shared/token-pool.ts'
import { batchedMethods, BatchedReads } from './batched-reads.ts'
import { responseOf, type VkParameters } from './vk-wire.ts'

const VERSION = '5.199'
export const vkLimits: TokenLimits = {
  // VK counts three a second for a user's token; seconds that overlap there need the eighth more that clients leave.
  perSecond: 3 / 1.133,
  perDay: { 'newsfeed.search': 1_000, 'wall.search': 1_000, 'wall.get': 5_000 },
  // Midnight in Moscow: VK does not say when its day begins.
  dayStartsAt: 21,
}

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
  /** Those of the pool that are of users: only with them several readings go in one call. */
  userTokens?: string[]
}

export function openAskVk({ pool, baseUrl, userTokens = [] }: AskVkOptions): AskVk {
  async function send(
    method: string,
    parameters: VkParameters,
    token: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const form = new URLSearchParams({ v: VERSION, lang: 'ru' })
    for (const [name, value] of Object.entries(parameters)) form.set(name, String(value))
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
    if (token !== '') headers.authorization = `Bearer ${token}`
    const answer = await askNetwork(new URL(`${baseUrl}/method/${method}`), {
      init: { method: 'POST', headers, body: form.toString() },
      signal,
    })
    const error = errorOfStatus(answer)
    if (error) throw error
    return answer.text
  }

  const mayExecute = (token: string): boolean => userTokens.includes(token)
  const batched = new Map(
    (userTokens.length > 0 ? batchedMethods : []).map((method) => [
      method,
      new BatchedReads(method, { pool, send, mayExecute }),
    ]),
  )
  return <Response>(method: string, parameters: VkParameters, signal: AbortSignal | undefined) =>
    (batched.get(method)?.read(parameters, signal) as Promise<Response> | undefined) ??
    pool.use(
      method,
      async (token) => responseOf<Response>(method, await send(method, parameters, token, signal)),
      signal,
    )
}
