/** What Telegram says of chats, people and messages -> what a gateway reports of them. */
import type { tl } from '@mtcute/core'
import type { GatewayAuthor, GatewayChat, GatewayMessage } from '../gateway.ts'

/** Those that an answer speaks of, by their numbers. */
export interface Parties {
  readonly users: ReadonlyMap<number, tl.TypeUser>
  readonly chats: ReadonlyMap<number, tl.TypeChat>
}

export const partiesOf = ({ users, chats }: { users: tl.TypeUser[]; chats: tl.TypeChat[] }): Parties => ({
  users: new Map(users.map((user) => [user.id, user])),
  chats: new Map(chats.map((chat) => [chat.id, chat])),
})

/** The public names of a channel, a group or a person, the main one first. */
export function publicNamesOf({ username, usernames = [] }: Pick<tl.RawChannel, 'username' | 'usernames'>): string[] {
  const active = usernames.filter((each) => each.active).map((each) => each.username)
  return username !== undefined ? [username, ...active] : active
}

/** @returns null for what no one but its members can open, and for what is no channel or group */
export function readChat(chat: tl.TypeChat | undefined): GatewayChat | null {
  if (chat?._ !== 'channel') return null
  const [name] = publicNamesOf(chat)
  if (name === undefined) return null
  return {
    name,
    kind: chat.broadcast ? 'channel' : 'chat',
    title: chat.title,
    // Pictures are files of the account, not addresses.
    avatar: null,
    members: chat.participantsCount ?? null,
  }
}

/** @returns null where there was never a message, or is none any more */
export function readMessage(message: tl.TypeMessage, parties: Parties): GatewayMessage | null {
  if (message._ === 'messageEmpty') return null
  return {
    id: message.id,
    date: new Date(message.date * 1000),
    // Reactions and counters change a message too, unseen by its readers.
    editedAt:
      message._ === 'message' && message.editDate !== undefined && !message.editHide
        ? new Date(message.editDate * 1000)
        : null,
    text: message._ === 'message' ? textOf(message) : '',
    author: authorOf(message, parties),
    replyTo: repliedTo(message),
  }
}

function textOf({ message, media }: tl.RawMessage): string {
  const poll = media?._ === 'messageMediaPoll' ? media.poll : null
  const answers = (poll?.answers ?? []).map((answer) => (answer._ === 'pollAnswer' ? answer.text.text : ''))
  return [message, poll?.question.text ?? '', ...answers].filter((part) => part !== '').join('\n')
}

/** The message of the same chat that is answered; the first message of a topic is not answered by all that stand in it. */
function repliedTo({ replyTo }: tl.RawMessage | tl.RawMessageService): number | null {
  if (replyTo?._ !== 'messageReplyHeader' || replyTo.replyToPeerId !== undefined) return null
  if (replyTo.forumTopic && replyTo.replyToTopId === undefined) return null
  return replyTo.replyToMsgId ?? null
}

/** The message below which it stands: the post of a discussion. */
export function threadOf({ replyTo }: tl.RawMessage | tl.RawMessageService): number | null {
  if (replyTo?._ !== 'messageReplyHeader') return null
  return replyTo.replyToTopId ?? replyTo.replyToMsgId ?? null
}

/** Where a post of a channel was put into its discussion group, by Telegram itself. */
export function forwardedPost(message: tl.TypeMessage): { channelId: number; post: number } | null {
  if (message._ !== 'message' || message.fromId?._ !== 'peerChannel') return null
  const { savedFromPeer: from, savedFromMsgId: post } = message.fwdFrom ?? {}
  if (from?._ !== 'peerChannel' || post === undefined || from.channelId !== message.fromId.channelId) return null
  return { channelId: from.channelId, post }
}

/** Anyone who speaks for a chat is that chat; a channel that speaks for itself is not named. */
function authorOf({ fromId, peerId }: tl.RawMessage | tl.RawMessageService, parties: Parties): GatewayAuthor | null {
  const from = fromId ?? peerId
  if (from._ === 'peerUser') return personOf(from.userId, parties)
  const id = from._ === 'peerChannel' ? from.channelId : from.chatId
  const chat = parties.chats.get(id)
  if (fromId === undefined && chat?._ === 'channel' && chat.broadcast) return null
  const username = (chat?._ === 'channel' ? publicNamesOf(chat)[0] : undefined) ?? null
  const title = chat && chat._ !== 'chatEmpty' ? chat.title : (username ?? '')
  return { id: `-100${id}`, username, name: title, avatar: null }
}

function personOf(id: number, { users }: Parties): GatewayAuthor {
  const user = users.get(id)
  if (user?._ !== 'user') return { id: String(id), username: null, name: '', avatar: null }
  return {
    id: String(id),
    username: publicNamesOf(user)[0] ?? null,
    name: [user.firstName, user.lastName].filter((part) => part).join(' '),
    avatar: null,
  }
}
