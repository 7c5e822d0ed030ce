/** A message of the Bot API -> a RawMessage. Only what anybody can open is taken: closed chats stay closed. */
import type { RawAuthor, RawGroup, RawMessage } from '../shared/source.ts'
import type { BotChat, BotMessage, BotUser } from './bot-api.ts'

/** Where threads of discussion groups belong, by `<chat>:<thread>`: `<channel>/<post>`. */
export type Threads = Record<string, string>

const publicTypes = new Set(['channel', 'supergroup', 'group'])

/** This many threads are remembered. */
const THREADS = 200

/** Remembers which post a thread of a discussion group is about. @returns whether it is the post itself, come from its channel */
function noteThread(message: BotMessage, threads: Threads): boolean {
  const origin = message.forward_origin
  if (!message.is_automatic_forward || origin?.type !== 'channel' || origin.message_id === undefined) return false
  if (!origin.chat?.username) return true
  threads[`${message.chat.id}:${message.message_id}`] = `${origin.chat.username}/${origin.message_id}`
  for (const key of Object.keys(threads).slice(0, -THREADS)) delete threads[key]
  return true
}

/** @returns null when there is nothing to read, or it was not said in public */
export function readBotMessage(message: BotMessage, threads: Threads): RawMessage | null {
  const text = textOf(message)
  if (noteThread(message, threads) || text === '') return null
  const common = {
    network: 'telegram' as const,
    publishedAt: new Date(message.date * 1000),
    text,
    author: authorOf(message),
    ...(message.edit_date === undefined ? {} : { editedAt: new Date(message.edit_date * 1000) }),
  }
  if (message.reply_to_message) noteThread(message.reply_to_message, threads)
  const thread = message.message_thread_id ?? message.reply_to_message?.message_id
  const post = thread === undefined ? undefined : threads[`${message.chat.id}:${thread}`]
  if (post) {
    const [channel = '', number = ''] = post.split('/')
    const key = channel.toLowerCase()
    return {
      ...common,
      // The same as the discussion under the post has it.
      externalId: `${key}/${number}/c${message.message_id}`,
      kind: 'comment',
      url: `https://t.me/${post}?comment=${message.message_id}`,
      group: { externalId: key, name: channelName(message, channel), url: `https://t.me/${channel}` },
    }
  }
  const { username, type } = message.chat
  // What a person writes to the bot itself has a public name too: their own.
  if (!username || !publicTypes.has(type)) return null
  const inTopic =
    message.is_topic_message === true && message.reply_to_message?.message_id === message.message_thread_id
  return {
    ...common,
    externalId: `${username.toLowerCase()}/${message.message_id}`,
    kind: message.reply_to_message && !inTopic ? 'comment' : 'post',
    url: `https://t.me/${username}/${message.message_id}`,
    group: groupOf(message.chat, username),
  }
}

function textOf({ text, caption, poll }: BotMessage): string {
  const asked = poll ? [poll.question, ...poll.options.map((option) => option.text)] : []
  return [text ?? caption ?? '', ...asked].filter((part) => part !== '').join('\n')
}

function groupOf({ title, type }: BotChat, username: string): RawGroup {
  return {
    externalId: username.toLowerCase(),
    name: title ?? username,
    url: `https://t.me/${username}`,
    kind: type === 'channel' ? 'channel' : 'chat',
  }
}

/** The title of the channel whose post is commented on, where the message holds it. */
function channelName({ reply_to_message: answered }: BotMessage, fallback: string): string {
  return answered?.forward_origin?.chat?.title ?? fallback
}

/** Anyone who speaks for a chat is that chat; people without a public name are named by their number. */
function authorOf({ sender_chat: chat, from }: BotMessage): RawAuthor | null {
  if (chat) {
    const key = chat.username?.toLowerCase() ?? String(chat.id)
    return {
      externalId: key,
      name: chat.title ?? chat.username ?? key,
      url: chat.username ? `https://t.me/${chat.username}` : null,
    }
  }
  return from ? personOf(from) : null
}

function personOf({ id, first_name: first, last_name: last, username }: BotUser): RawAuthor {
  return {
    externalId: username?.toLowerCase() ?? `id${id}`,
    name: [first, last].filter((part) => part).join(' '),
    url: username ? `https://t.me/${username}` : null,
  }
}
