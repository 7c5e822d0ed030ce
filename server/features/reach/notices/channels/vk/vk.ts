/** A community of VK, as a messenger one talks to. */
import { createHash } from 'node:crypto'
import type { AppContext } from '../../../../../kit/context.ts'
import { ChatError, type Messenger, type Pressed, type Reply } from '../../bot/chat.ts'
import { askVkGroup, type VkNoticeGroup } from './ask-vk-group.ts'
import { drawText, drawVkKeyboard } from './draw-vk.ts'

const MOST_SNACKBAR = 90

export const vk: Messenger = {
  name: 'vk',
  title: 'ВКонтакте',
  listRows: 5,
  async send(ctx, chatKey, reply) {
    // No one asks twice for the same answer: what is followed again is a new one.
    await sendToVk(groupOf(ctx), chatKey, reply, Math.floor(Math.random() * 2 ** 31))
  },
  async answer(ctx, pressed, words) {
    const { pressKey, chat, from } = pressed
    const shown: Record<string, string> =
      words === null
        ? {}
        : { event_data: JSON.stringify({ type: 'show_snackbar', text: words.slice(0, MOST_SNACKBAR) }) }
    const parameters = { event_id: pressKey, user_id: from.key, peer_id: chat.key, ...shown }
    await unlessTooLate(askVkGroup(groupOf(ctx), 'messages.sendMessageEventAnswer', parameters))
  },
  replace: (ctx, pressed, reply) => edit(ctx, pressed, reply),
  async change(ctx, pressed, change, draw) {
    const reply = await draw()
    await edit(ctx, pressed, { ...reply, buttons: change(reply.buttons) })
  },
  async findTitle(ctx, { key }) {
    const people = await askVkGroup<{ first_name?: string; last_name?: string }[]>(groupOf(ctx), 'users.get', {
      user_ids: key,
    })
    const [person] = people
    return [person?.first_name, person?.last_name].filter((part) => part).join(' ') || 'ВКонтакте'
  },
}

/** @param randomId the same for the same message: VK sends it once, however often it is asked to. @returns its number there */
export function sendToVk(
  group: VkNoticeGroup,
  userId: string,
  { pieces, buttons }: Reply,
  randomId: number,
): Promise<number> {
  return askVkGroup<number>(group, 'messages.send', {
    peer_id: userId,
    random_id: randomId,
    message: drawText(pieces),
    dont_parse_links: 1,
    disable_mentions: 1,
    ...(buttons.length > 0 ? { keyboard: drawVkKeyboard(buttons) } : {}),
  })
}

/** Of a delivery, a number of 31 bits that is no other's: never 0, which VK takes for none. */
export const randomIdOf = (deliveryId: number): number =>
  createHash('sha256').update(`delivery ${deliveryId}`).digest().readUInt32BE(0) & 0x7f_ff_ff_ff || 1

async function edit(ctx: AppContext, { chat, messageKey }: Pressed, { pieces, buttons }: Reply): Promise<void> {
  await unlessTooLate(
    askVkGroup(groupOf(ctx), 'messages.edit', {
      peer_id: chat.key,
      conversation_message_id: messageKey,
      message: drawText(pieces),
      dont_parse_links: 1,
      keyboard: drawVkKeyboard(buttons),
    }),
  )
}

function groupOf({ config }: Pick<AppContext, 'config'>): VkNoticeGroup {
  if (!config.vkNotices) throw new Error('there is no community of VK')
  return config.vkNotices
}

/** As of Telegram: a press that is over, a message that can not be edited any more. */
async function unlessTooLate(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (error instanceof ChatError && error.what.is === 'refused') return
    throw error
  }
}
