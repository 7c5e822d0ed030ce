/** Asks Telegram what was written to the bot, where it has no way to notify us by itself. */
import { Api } from 'grammy'
import type { Update } from 'grammy/types'
import { SECOND } from '../../../../../kit/clock.ts'
import type { AppContext } from '../../../../../kit/context.ts'
import { pause } from '../../../../../kit/pause.ts'
import { ChatError, type Incoming } from '../../bot/chat.ts'
import { commandDescriptions } from '../../bot/commands.ts'
import { hear } from '../../bot/hear.ts'
import { allowedUpdates, readUpdate } from './read-update.ts'
import { askTelegram, knownBotName, type TelegramBot } from './telegram-api.ts'

const WAIT_SECONDS = 50
const AT_ONCE = 100
const BACK_OFF = { first: SECOND, most: 60 * SECOND }

/** Where people are on their way to the webhook it must be set; where we ask, it must not be. */
const webhookUrl = (siteUrl: string): string => `${siteUrl}/api/notices/telegram`

/** Until the signal aborts. How far it was read Telegram keeps: what is asked for from behind an update is taken there as read. */
export async function pollTelegram(ctx: AppContext, bot: TelegramBot, signal: AbortSignal): Promise<void> {
  let offset: number | undefined
  await insist(ctx, signal, async () => {
    await prepare(bot, (api, ends) => api.deleteWebhook({}, ends))
    return 'done'
  })
  await insist(ctx, signal, async () => {
    const more = offset === undefined ? {} : { offset }
    const updates = await askTelegram(
      bot,
      (api, ends) =>
        api.getUpdates({ ...more, limit: AT_ONCE, timeout: WAIT_SECONDS, allowed_updates: allowedUpdates }, ends),
      signal,
    )
    for (const update of updates) {
      await hearUpdate(ctx, bot, update)
      offset = update.update_id + 1
    }
    return 'again'
  })
}

/** Sends Telegram the address; it keeps that until it is handed another. */
export function setTelegramWebhook(ctx: AppContext, bot: TelegramBot, signal: AbortSignal): Promise<void> {
  return insist(ctx, signal, async () => {
    const more = { secret_token: bot.secret, allowed_updates: allowedUpdates }
    await prepare(bot, (api, ends) => api.setWebhook(webhookUrl(ctx.config.siteUrl), more, ends))
    return 'done'
  })
}

export async function hearUpdate(ctx: AppContext, bot: TelegramBot, update: Update): Promise<void> {
  await hear(ctx, 'telegram', String(update.update_id), readSafely(ctx, update, knownBotName(bot)))
}

/** One that can not be read holds up no others. */
function readSafely({ log }: AppContext, update: Update, name: string | null): Incoming | null {
  try {
    return readUpdate(update, name)
  } catch (error) {
    log.error({ channel: 'telegram', updateId: update.update_id, err: error }, 'an update could not be read')
    return null
  }
}

async function prepare(bot: TelegramBot, how: (api: Api, signal: never) => Promise<unknown>): Promise<void> {
  await askTelegram(bot, how)
  const commands = Object.entries(commandDescriptions).map(([command, description]) => ({ command, description }))
  await askTelegram(bot, (api, signal) => api.setMyCommands(commands, signal))
}

/** Again and again, later after each failure. */
async function insist(ctx: AppContext, signal: AbortSignal, work: () => Promise<'again' | 'done'>): Promise<void> {
  let wait = BACK_OFF.first
  while (!signal.aborted) {
    try {
      if ((await work()) === 'done') return
      wait = BACK_OFF.first
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn({ channel: 'telegram', error: (error as Error).message }, 'the bot could not ask, trying again')
      await pause(error instanceof ChatError && error.what.is === 'wait' ? error.what.afterMs : wait, signal)
      wait = Math.min(wait * 2, BACK_OFF.most)
    }
  }
}
