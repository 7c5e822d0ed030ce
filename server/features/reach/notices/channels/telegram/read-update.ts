/** An update of the Bot API in words of no messenger. What comes over a webhook is known to come from Telegram, and is read with care all the same. */
import type { Chat as TelegramChat, Update } from 'grammy/types'
import type { Chat, Incoming, Sender } from '../../bot/chat.ts'
import { readKeyboard } from './draw-html.ts'

export const allowedUpdates = ['message', 'my_chat_member', 'callback_query'] as const

/** @param botName commands to another bot of the same group are none to us; null: not known */
export function readUpdate(update: Update, botName: string | null): Incoming | null {
  if (update.callback_query) return readPressed(update.callback_query)
  if (update.my_chat_member) return readMembership(update.my_chat_member)
  return update.message ? readMessage(update.message, botName) : null
}

function readMessage(message: NonNullable<Update['message']>, botName: string | null): Incoming | null {
  const chat = readChat(message.chat)
  if (chat === null) return null
  if (message.migrate_to_chat_id !== undefined) return { kind: 'moved', chat, to: String(message.migrate_to_chat_id) }
  const { from, text, sender_chat: as } = message
  // An admin who hides their name writes as the group itself.
  const hidden = as?.id === message.chat.id
  if (text === undefined || !from || (from.is_bot && !hidden)) return null
  const addressed = /^\/\w+@(\w+)/.exec(text)?.[1]
  if (addressed && botName !== null && addressed.toLowerCase() !== botName.toLowerCase()) return null
  return { kind: 'words', chat, from: hidden ? { key: '', name: '' } : readSender(from), text }
}

function readPressed(query: NonNullable<Update['callback_query']>): Incoming | null {
  const { id, from, data, message } = query
  const chat = message ? readChat(message.chat) : null
  if (!message || chat === null || data === undefined) return null
  // A message that is too old comes without its contents.
  const buttons = 'reply_markup' in message && message.reply_markup ? readKeyboard(message.reply_markup) : null
  return {
    kind: 'press',
    chat,
    from: readSender(from),
    data,
    pressKey: id,
    messageKey: String(message.message_id),
    buttons,
  }
}

function readMembership({ chat: where, new_chat_member: now }: NonNullable<Update['my_chat_member']>): Incoming | null {
  const chat = readChat(where)
  if (chat === null || (now.status !== 'kicked' && now.status !== 'left')) return null
  return { kind: 'left', chat, because: chat.group ? 'left' : 'blocked' }
}

function readChat(chat: TelegramChat): Chat | null {
  if (chat.type === 'channel') return null
  const group = chat.type !== 'private'
  const title = group ? chat.title : nameOf(chat)
  return { key: String(chat.id), group, title: title.slice(0, 200) }
}

const readSender = (from: { id: number; first_name: string; last_name?: string }): Sender => ({
  key: String(from.id),
  name: nameOf(from),
})

const nameOf = ({ first_name: first, last_name: last }: { first_name: string; last_name?: string }): string =>
  [first, last].filter((part) => part).join(' ')
