import { AppError } from '../../../kit/app-error.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { MessengerName } from './bot/chat.ts'
import { hasRoom } from './addresses.ts'
import { openLinkToken } from './bot/link-tokens.ts'
import { readBotName } from './channels/telegram/telegram-api.ts'

/** A link that ties the chat it opens to who asks for it. */
export const startMessengerLink: Handlers<'notices'>['startMessengerLink'] = async (ctx, { channel }) => {
  const { id: userId } = personOf(ctx)
  const linkOf = await findLinks(ctx, channel)
  if (!(await hasRoom(ctx.db, userId))) throw new AppError('NOTICE_ADDRESS_LIMIT_REACHED')
  const { token, expiresAt } = await openLinkToken(ctx.db, ctx.clock, userId, channel)
  return { ...linkOf(token), expiresAt: expiresAt.toISOString() }
}

interface Links {
  url: string
  appUrl: string | null
  groupCommand: string | null
}

async function findLinks(ctx: CallContext, channel: MessengerName): Promise<(token: string) => Links> {
  const { telegramBot, vkNotices } = ctx.config
  if (channel === 'vk') {
    if (!vkNotices) throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
    const { groupId } = vkNotices
    return (token) => ({
      url: `https://vk.com/write-${groupId}?ref=${token}&ref_source=site`,
      appUrl: null,
      groupCommand: null,
    })
  }
  if (!telegramBot) throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
  const name = await readBotName(telegramBot).catch((error: unknown) => {
    ctx.log.warn({ channel, error: (error as Error).message }, 'the bot could not say its name')
    throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
  })
  return (token) => ({
    url: `https://t.me/${name}?start=${token}`,
    appUrl: `tg://resolve?domain=${name}&start=${token}`,
    groupCommand: `/start@${name} ${token}`,
  })
}
