/** Calls of the Bot API, by grammy: one client for each bot a process knows, and refusals in words of ours. */
import { Api, GrammyError } from 'grammy'
import { SECOND } from '../../../../../kit/clock.ts'
import type { AppContext } from '../../../../../kit/context.ts'
import { ChatError } from '../../bot/chat.ts'

export type TelegramBot = NonNullable<AppContext['config']['telegramBot']>

/** Longer than an update is waited for. */
const TIMEOUT_SECONDS = 70
/** Of all but asking for updates. */
const CALL_TIMEOUT = 20 * SECOND
/** Where the key of the bot is wrong: an operator has to look. */
const REST_OF_REFUSED = 10 * 60 * SECOND

const opened = new WeakMap<TelegramBot, Api>()

function openApi(bot: TelegramBot): Api {
  const api = opened.get(bot) ?? new Api(bot.token, { apiRoot: bot.url, timeoutSeconds: TIMEOUT_SECONDS })
  opened.set(bot, api)
  return api
}

/** @throws ChatError what Telegram refused; anything else is a broken connection */
export async function askTelegram<Result>(
  bot: TelegramBot,
  work: (api: Api, signal: never) => Promise<Result>,
  signal: AbortSignal = AbortSignal.timeout(CALL_TIMEOUT),
): Promise<Result> {
  try {
    // The library names the AbortSignal of an old package in its types, and takes any.
    return await work(openApi(bot), signal as never)
  } catch (error) {
    throw error instanceof GrammyError ? chatErrorOf(error) : error
  }
}

function chatErrorOf(error: GrammyError): Error {
  const { error_code: code, description, parameters, method } = error
  const message = `${method}: ${code} ${description}`
  if (parameters.migrate_to_chat_id !== undefined)
    return new ChatError(message, { is: 'moved', to: String(parameters.migrate_to_chat_id) })
  if (code === 429)
    return new ChatError(message, { is: 'wait', afterMs: (parameters.retry_after ?? 1) * SECOND, of: 'chat' })
  if (code === 401 || code === 404)
    return new ChatError(message, { is: 'wait', afterMs: REST_OF_REFUSED, of: 'channel' })
  if (code === 403) {
    const because = /deactivated/.test(description)
      ? 'gone'
      : /kicked|not a member/.test(description)
        ? 'left'
        : 'blocked'
    return new ChatError(message, { is: 'gone', because })
  }
  if (code === 400) {
    if (/chat not found|group chat was (deactivated|upgraded)|PEER_ID_INVALID/i.test(description))
      return new ChatError(message, { is: 'gone', because: 'gone' })
    if (/have no rights to send|CHAT_WRITE_FORBIDDEN|not enough rights/i.test(description))
      return new ChatError(message, { is: 'gone', because: 'blocked' })
    return new ChatError(message, { is: 'refused' })
  }
  return new Error(message)
}

const names = new WeakMap<TelegramBot, string>()

/** As in its address: `echolot_bot`. */
export async function readBotName(bot: TelegramBot): Promise<string> {
  const name = names.get(bot) ?? (await askTelegram(bot, async (api, signal) => (await api.getMe(signal)).username))
  names.set(bot, name)
  return name
}

/** Where no one can wait for it: null until it was asked for, which begins here. */
export function knownBotName(bot: TelegramBot): string | null {
  const name = names.get(bot) ?? null
  // What goes wrong is reported where it is waited for.
  if (name === null) readBotName(bot).catch(() => {})
  return name
}
