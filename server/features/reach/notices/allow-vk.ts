import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { ChatError } from './bot/chat.ts'
import { linkChat } from './bot/link-chat.ts'
import { askVkGroup } from './channels/vk/ask-vk-group.ts'
import { vk } from './channels/vk/vk.ts'

/** What the widget says comes from the browser, and proves nothing: only the VK of the account is taken, and VK is asked. */
export const allowVk: Handlers<'notices'>['allowVk'] = async (ctx, { vkUserId }) => {
  const { id: userId } = personOf(ctx)
  const { vkNotices: group } = ctx.config
  if (!group) throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
  const key = String(vkUserId)
  const own = await ctx.db
    .selectFrom('networkAccounts')
    .select('userId')
    .where('network', '=', 'vk')
    .where('externalId', '=', key)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!own) throw new AppError('VK_NOT_LINKED')
  const title = await unlessAway(async () => {
    const asked = { group_id: group.groupId, user_id: key }
    const answer = await askVkGroup<{ is_allowed: 0 | 1 }>(group, 'messages.isMessagesFromGroupAllowed', asked)
    if (answer.is_allowed !== 1) throw new AppError('VK_MESSAGES_NOT_ALLOWED')
    return vk.findTitle(ctx, { key, group: false, title: '' })
  })
  const chat = { key, group: false, title }
  const linked = await ctx.db.transaction().execute((tx) => linkChat(tx, ctx, { channel: 'vk', chat, by: key, userId }))
  if ('address' in linked) return { address: linked.address }
  throw new AppError('NOTICE_ADDRESS_LIMIT_REACHED')
}

async function unlessAway<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChatError) throw new AppError('NOTICE_CHANNEL_NOT_AVAILABLE')
    throw error
  }
}
