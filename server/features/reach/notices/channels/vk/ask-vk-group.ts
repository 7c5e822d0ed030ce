/** Calls of the API of VK in the name of our community, and its refusals in words of ours. */
import { SECOND } from '../../../../../kit/clock.ts'
import type { AppContext } from '../../../../../kit/context.ts'
import { ChatError } from '../../bot/chat.ts'

export type VkNoticeGroup = NonNullable<AppContext['config']['vkNotices']>

const VERSION = '5.199'
const TIMEOUT = 15 * SECOND
const MOST_BYTES = 4 * 1024 * 1024
const MINUTE = 60 * SECOND

interface VkError {
  error_code: number
  error_msg: string
}

/** @throws ChatError what VK refused; anything else is a broken connection or an error of VK itself */
export async function askVkGroup<Response>(
  { url, token }: VkNoticeGroup,
  method: string,
  parameters: Record<string, string | number>,
): Promise<Response> {
  const form = new URLSearchParams({ v: VERSION, lang: 'ru' })
  for (const [name, value] of Object.entries(parameters)) form.set(name, String(value))
  const body = await fetchJson(`${url}/method/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const { response, error } = body as { response?: Response; error?: VkError }
  if (error) throw chatErrorOf(method, error)
  if (response === undefined) throw new Error(`${method}: an answer without a response`)
  return response
}

/** @throws Error for what did not come, and what is no JSON; nothing of it names the key */
export async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const { host } = new URL(url)
  const response = await fetch(url, init).catch((error: Error) => {
    throw new Error(`${host}: ${((error.cause as Error | undefined) ?? error).message}`)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${host} answered ${response.status}`)
  if (text.length > MOST_BYTES) throw new Error(`${host} answered more than ${MOST_BYTES} signs`)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${host} answered no JSON`)
  }
}

function chatErrorOf(method: string, { error_code: code, error_msg: text }: VkError): Error {
  const message = `${method}: ${code} ${text}`
  switch (code) {
    // In its black list, not allowed, not allowed by privacy.
    case 900:
    case 901:
    case 902:
      return new ChatError(message, { is: 'gone', because: 'blocked' })
    // Not in this chat, no such chat, deleted.
    case 917:
    case 936:
    case 18:
      return new ChatError(message, { is: 'gone', because: 'gone' })
    case 6:
      return new ChatError(message, { is: 'wait', afterMs: SECOND, of: 'channel' })
    case 9:
      return new ChatError(message, { is: 'wait', afterMs: 5 * MINUTE, of: 'chat' })
    // The key is worth nothing, has no right to messages, or is of something else: an operator has to look.
    case 5:
    case 7:
    case 15:
    case 27:
    case 28:
      return new ChatError(message, { is: 'wait', afterMs: 10 * MINUTE, of: 'channel' })
    case 29:
      return new ChatError(message, { is: 'wait', afterMs: 60 * MINUTE, of: 'channel' })
    // An error of its own.
    case 1:
    case 10:
      return new Error(message)
    default:
      return new ChatError(message, { is: 'refused' })
  }
}
