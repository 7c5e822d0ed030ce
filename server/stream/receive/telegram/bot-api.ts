/** Calls of the Bot API, and what its refusals mean. */
import { askNetwork } from '../shared/ask-network.ts'
import { readJson } from '../shared/json.ts'
import { NetworkError } from '../shared/network-error.ts'

export interface BotUser {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
}

export interface BotChat {
  id: number
  type: string
  title?: string
  username?: string
}

export interface BotMessage {
  message_id: number
  message_thread_id?: number
  from?: BotUser
  sender_chat?: BotChat
  date: number
  chat: BotChat
  forward_origin?: { type: string; chat?: BotChat; message_id?: number }
  is_automatic_forward?: boolean
  is_topic_message?: boolean
  reply_to_message?: BotMessage
  edit_date?: number
  text?: string
  caption?: string
  poll?: { question: string; options: { text: string }[] }
}

export interface BotUpdate {
  update_id: number
  message?: BotMessage
  edited_message?: BotMessage
  channel_post?: BotMessage
  edited_channel_post?: BotMessage
}

/** What the methods in use answer with. */
interface BotResults {
  getUpdates: BotUpdate[]
  getChatMember: { status: string; is_member?: boolean }
}

interface BotAnswer<Result> {
  ok: boolean
  result?: Result
  error_code?: number
  description?: string
  parameters?: { retry_after?: number }
}

export interface BotApi {
  /** The number of the bot: the part of its token that is no secret. */
  id: string
  /** @throws NetworkError */
  call<Method extends keyof BotResults>(
    method: Method,
    parameters: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<BotResults[Method]>
}

/** The longest that getUpdates is let wait for news, in seconds. */
export const LONG_POLL = 50

export function openBotApi({ url, token }: { url: string; token: string }): BotApi {
  return {
    id: token.split(':')[0] ?? '',
    async call(method, parameters, signal) {
      const { status, text } = await askNetwork(new URL(`/bot${token}/${method}`, url), {
        init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(parameters) },
        signal,
        timeout: (LONG_POLL + 15) * 1000,
      })
      const answer = readJson(text) as BotAnswer<BotResults[typeof method]> | null
      if (answer?.ok && answer.result !== undefined) return answer.result
      throw errorOf(method, answer?.error_code ?? status, answer)
    },
  }
}

function errorOf(method: string, code: number, answer: BotAnswer<unknown> | null): NetworkError {
  const description = answer?.description ?? ''
  const message = `bot ${method}: ${code} ${description}`
  const seconds = answer?.parameters?.retry_after
  if (code === 429)
    return new NetworkError('rate-limited', message, seconds === undefined ? {} : { retryAfter: seconds * 1000 })
  // 404 is how an unknown token is answered, whatever the method; chats that are not found are 400.
  if (code === 401 || code === 404) return new NetworkError('auth-dead', message)
  if (code === 403) return new NetworkError('access-denied', message)
  if (code === 400 && /not found|USERNAME_NOT_OCCUPIED/i.test(description))
    return new NetworkError('not-found', message)
  if (code === 400 && /CHANNEL_PRIVATE|PARTICIPANT|member list is inaccessible/i.test(description))
    return new NetworkError('access-denied', message)
  // 409: another one listens with the same token, for now. An answer that is none comes from what stands between.
  return new NetworkError(code === 409 || code >= 500 || answer === null ? 'temporary' : 'bad-request', message)
}
