/** What Telegram reports by its webhook: written down, answered at once, followed by a job. */
import type { Update } from 'grammy/types'
import { AppError } from '../../../kit/app-error.ts'
import type { Handlers } from '../../../kit/context.ts'
import { hearUpdate } from './channels/telegram/poll-telegram.ts'
import { hookText, readJsonObject } from './hook-body.ts'
import { isSameSecret } from '../../../kit/same-secret.ts'

export const takeTelegramUpdate: Handlers<'notices'>['takeTelegramUpdate'] = async (ctx) => {
  const bot = ctx.config.telegramBot
  if (bot?.updates !== 'webhook' || !ctx.raw) throw new AppError('NOT_FOUND')
  const secret = ctx.raw.headers['x-telegram-bot-api-secret-token']
  if (typeof secret !== 'string' || !isSameSecret(bot.secret, secret)) return hookText('forbidden', 403)
  const update = readJsonObject(ctx.raw.body)
  if (!update || !Number.isSafeInteger(update.update_id)) return hookText('malformed', 400)
  await hearUpdate(ctx, bot, update as unknown as Update)
  return hookText('ok')
}
