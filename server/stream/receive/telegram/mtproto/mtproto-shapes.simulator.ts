/** What there is in the simulated Telegram, as MTProto sends it. */
import { Long, type tl } from '@mtcute/core'
import type { SimulatedChat, SimulatedMessage, SimulatedPerson } from '../telegram-world.simulator.ts'

export const bare = ({ id }: { id: number }): number => -id - 1_000_000_000_000
export const hashOf = (id: number): Long => Long.fromNumber(id).mul(7919)
export const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)
const settings: tl.TypePeerNotifySettings = { _: 'peerNotifySettings' }

export function channelOf(chat: SimulatedChat): tl.RawChannel {
  const id = bare(chat)
  return {
    _: 'channel',
    id,
    accessHash: hashOf(id),
    title: chat.title,
    username: chat.name,
    broadcast: chat.kind === 'channel',
    megagroup: chat.kind === 'group',
    hasLink: chat.discussion !== null,
    photo: { _: 'chatPhotoEmpty' },
    date: 1_700_000_000,
  }
}

/** A discussion group has no name of its own here. */
export function groupOf(chat: SimulatedChat): tl.RawChannel {
  const id = bare(chat.discussion ?? chat)
  return { ...channelOf(chat), id, accessHash: hashOf(id), username: undefined, broadcast: false, megagroup: true }
}

export const fullOf = (chat: SimulatedChat): tl.RawChannelFull => ({
  _: 'channelFull',
  id: bare(chat),
  about: '',
  participantsCount: chat.members,
  readInboxMaxId: 0,
  readOutboxMaxId: 0,
  unreadCount: 0,
  chatPhoto: { _: 'photoEmpty', id: Long.ZERO },
  notifySettings: settings,
  botInfo: [],
  pts: 1,
})

export const dialogOf = (channelId: number, pts: number): tl.RawDialog => ({
  _: 'dialog',
  peer: { _: 'peerChannel', channelId },
  topMessage: 1,
  readInboxMaxId: 0,
  readOutboxMaxId: 0,
  unreadCount: 0,
  unreadMentionsCount: 0,
  unreadReactionsCount: 0,
  unreadPollVotesCount: 0,
  notifySettings: settings,
  pts,
})

export const userOf = ({ id, name, username }: SimulatedPerson): tl.RawUser => ({
  _: 'user',
  id,
  accessHash: hashOf(id),
  firstName: name,
  username: username ?? undefined,
})

export const everyMessage = (chat: SimulatedChat): SimulatedMessage[] =>
  chat.messages.flatMap((message) => [message, ...message.comments])

export const usersOf = (messages: SimulatedMessage[]): tl.RawUser[] => [
  ...new Map(messages.flatMap(({ author }) => (author ? [[author.id, userOf(author)] as const] : []))).values(),
]

export function messageOf(chat: SimulatedChat, message: SimulatedMessage): tl.RawMessage | tl.RawMessageService {
  const common: Pick<tl.RawMessage, 'id' | 'peerId' | 'fromId' | 'date' | 'post'> = {
    id: message.id,
    peerId: { _: 'peerChannel', channelId: bare(chat) },
    date: seconds(message.at),
    post: chat.kind === 'channel',
    ...(message.author ? { fromId: { _: 'peerUser', userId: message.author.id } } : {}),
  }
  if (message.service) return { _: 'messageService', ...common, action: { _: 'messageActionPinMessage' } }
  return {
    _: 'message',
    ...common,
    message: message.text,
    editDate: message.editedAt ? seconds(message.editedAt) : undefined,
    replyTo: message.replyTo === null ? undefined : { _: 'messageReplyHeader', replyToMsgId: message.replyTo },
  }
}

export function commentOf(chat: SimulatedChat, post: SimulatedMessage, comment: SimulatedMessage): tl.RawMessage {
  const message = messageOf(
    { ...chat, id: chat.discussion?.id ?? chat.id, kind: 'group' },
    { ...comment, service: false },
  )
  return { ...(message as tl.RawMessage), replyTo: { _: 'messageReplyHeader', replyToMsgId: post.thread } }
}

/** A post as Telegram puts it into the discussion group. */
export function forwardOf(chat: SimulatedChat, post: SimulatedMessage): tl.RawMessage {
  const channel: tl.TypePeer = { _: 'peerChannel', channelId: bare(chat) }
  return {
    _: 'message',
    id: post.thread,
    peerId: { _: 'peerChannel', channelId: bare(chat.discussion ?? chat) },
    fromId: channel,
    date: seconds(post.at),
    message: post.text,
    fwdFrom: {
      _: 'messageFwdHeader',
      fromId: channel,
      date: seconds(post.at),
      channelPost: post.id,
      savedFromPeer: channel,
      savedFromMsgId: post.id,
    },
  }
}

export function listOf(
  chat: SimulatedChat,
  messages: SimulatedMessage[],
  { offsetId, limit }: { offsetId: number; limit: number },
  show: (message: SimulatedMessage) => tl.TypeMessage,
): tl.messages.RawChannelMessages {
  const shown = messages
    .filter(({ id }) => offsetId === 0 || id < offsetId)
    .toReversed()
    .slice(0, limit)
  return {
    _: 'messages.channelMessages',
    pts: 1,
    count: messages.length,
    messages: shown.map(show),
    topics: [],
    chats: [channelOf(chat), ...(chat.discussion ? [groupOf(chat)] : [])],
    users: usersOf(shown),
  }
}
