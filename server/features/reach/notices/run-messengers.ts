/** What is written to us in messengers, in the processes that do jobs: of those, one asks each messenger. */
import type { Lock } from '../../../kit/locks.ts'
import type { AppContext } from '../../../kit/context.ts'
import { beOneProcess } from '../../../kit/one-process.ts'
import { pause } from '../../../kit/pause.ts'
import { pollTelegram, setTelegramWebhook } from './channels/telegram/poll-telegram.ts'
import { pollVk } from './channels/vk/poll-vk.ts'

export function runMessengers(ctx: AppContext): { close(): Promise<void> } {
  const { telegramBot: bot, vkNotices: group } = ctx.config
  const ending = new AbortController()
  const one = (lock: Lock, name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    beOneProcess({ databaseUrl: ctx.database.url, log: ctx.log, lock, name, sleep: pause }, ending.signal, work)
  const running = [
    ...(bot
      ? [
          one(['updates of the Telegram bot'], 'telegram bot', async (signal) => {
            if (bot.updates === 'poll') return pollTelegram(ctx, bot, signal)
            await setTelegramWebhook(ctx, bot, signal)
            await untilEnd(signal)
          }),
        ]
      : []),
    ...(group?.updates === 'poll'
      ? [one(['updates of the VK community'], 'vk community', (signal) => pollVk(ctx, group, signal))]
      : []),
  ]
  return {
    async close() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

const untilEnd = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
