/** What there is in the simulated Telegram: channels, groups, people, what they say, and what was taken away. */
import type { Clock } from '../../../kit/clock.ts'

export interface SimulatedChat {
  name: string
  kind: 'channel' | 'group' | 'person'
  /** -100…, as bots know it. */
  id: number
  title: string
  avatar: string
  members: number
  /** A channel may hide its preview; a group has none. */
  preview: boolean
  /** The group where a channel's posts are commented on; null: comments are off. */
  discussion: { id: number; nextId: number } | null
  messages: SimulatedMessage[]
  nextId: number
}

export interface SimulatedPerson {
  id: number
  name: string
  username: string | null
}

export interface SimulatedMessage {
  id: number
  at: Date
  editedAt: Date | null
  text: string
  /** Of an album: so many ids it takes. */
  pictures: number
  service: boolean
  signature: string | null
  author: SimulatedPerson | null
  replyTo: number | null
  comments: SimulatedMessage[]
  /** Its id in the discussion group. */
  thread: number
}

export interface Said {
  text?: string
  at?: Date
  pictures?: number
  service?: boolean
  signature?: string
  author?: SimulatedPerson
  replyTo?: number
}

/** Reported to anyone who listens: bots and gateways. */
export interface WorldEvent {
  chat: SimulatedChat
  message: SimulatedMessage
  /** The post that is commented on. */
  post: SimulatedMessage | null
  change: 'new' | 'edited' | 'deleted'
}

export interface TelegramWorld {
  chats: Map<string, SimulatedChat>
  find(name: string): SimulatedChat
  channel(
    name: string,
    about?: Partial<Pick<SimulatedChat, 'title' | 'members' | 'preview' | 'avatar'>> & { comments?: boolean },
  ): SimulatedChat
  group(name: string, about?: Partial<Pick<SimulatedChat, 'title' | 'members'>>): SimulatedChat
  person(name: string): SimulatedChat
  post(name: string, said: Said | string): SimulatedMessage
  comment(name: string, post: number, said: Said | string): SimulatedMessage
  edit(name: string, id: number, text: string): void
  editComment(name: string, post: number, id: number, text: string): void
  delete(name: string, id: number): void
  rename(name: string, newName: string): void
  /** Takes a channel or a group away, or its preview, or its comments. */
  shut(name: string, what: 'all' | 'preview' | 'comments'): void
  listen(listener: (event: WorldEvent) => void): () => void
}

export function createTelegramWorld(clock: Clock): TelegramWorld {
  const chats = new Map<string, SimulatedChat>()
  const listeners = new Set<(event: WorldEvent) => void>()
  let nextChat = 1_001_000_001

  function add(name: string, kind: SimulatedChat['kind'], about: Partial<SimulatedChat>): SimulatedChat {
    const chat: SimulatedChat = {
      name,
      kind,
      id: -1_000_000_000_000 - nextChat++,
      title: name,
      avatar: `https://cdn4.telesco.pe/file/${name}.jpg`,
      members: 100,
      preview: kind === 'channel',
      discussion: null,
      messages: [],
      nextId: 1,
      ...about,
    }
    chats.set(name.toLowerCase(), chat)
    return chat
  }
  function find(name: string): SimulatedChat {
    const chat = chats.get(name.toLowerCase())
    if (!chat) throw new Error(`no ${name} in the simulated Telegram`)
    return chat
  }
  function tell(event: WorldEvent): void {
    for (const listener of listeners) listener(event)
  }
  function messageOf(id: number, said: Said | string): SimulatedMessage {
    const {
      text = '',
      at = clock.now(),
      pictures = 0,
      service = false,
      signature = null,
      author = null,
      replyTo = null,
    } = typeof said === 'string' ? { text: said } : said
    return { id, at, editedAt: null, text, pictures, service, signature, author, replyTo, comments: [], thread: 0 }
  }
  function locate(name: string, id: number): { chat: SimulatedChat; message: SimulatedMessage } {
    const chat = find(name)
    const message = chat.messages.find((each) => each.id === id)
    if (!message) throw new Error(`no message ${id} in ${name}`)
    return { chat, message }
  }

  return {
    chats,
    find,
    channel: (name, { comments = false, ...about } = {}) =>
      add(name, 'channel', {
        ...about,
        discussion: comments ? { id: -1_000_000_000_000 - nextChat++, nextId: 1 } : null,
      }),
    group: (name, about = {}) => add(name, 'group', about),
    person: (name) => add(name, 'person', {}),
    post(name, said) {
      const chat = find(name)
      const message = messageOf(chat.nextId, said)
      chat.nextId += Math.max(1, message.pictures)
      if (chat.discussion) message.thread = chat.discussion.nextId++
      chat.messages.push(message)
      tell({ chat, message, post: null, change: 'new' })
      return message
    },
    comment(name, id, said) {
      const { chat, message: post } = locate(name, id)
      if (!chat.discussion) throw new Error(`${name} can not be commented on`)
      const message = messageOf(chat.discussion.nextId++, said)
      post.comments.push(message)
      tell({ chat, message, post, change: 'new' })
      return message
    },
    edit(name, id, text) {
      const { chat, message } = locate(name, id)
      Object.assign(message, { text, editedAt: clock.now() })
      tell({ chat, message, post: null, change: 'edited' })
    },
    editComment(name, postId, id, text) {
      const { chat, message: post } = locate(name, postId)
      const message = post.comments.find((each) => each.id === id)
      if (!message) throw new Error(`no comment ${id} in ${name}/${postId}`)
      Object.assign(message, { text, editedAt: clock.now() })
      tell({ chat, message, post, change: 'edited' })
    },
    delete(name, id) {
      const { chat, message } = locate(name, id)
      chat.messages = chat.messages.filter((each) => each !== message)
      tell({ chat, message, post: null, change: 'deleted' })
    },
    rename(name, newName) {
      const chat = find(name)
      chats.delete(name.toLowerCase())
      chat.name = newName
      chats.set(newName.toLowerCase(), chat)
    },
    shut(name, what) {
      const chat = find(name)
      if (what === 'all') chats.delete(name.toLowerCase())
      else if (what === 'preview') chat.preview = false
      else chat.discussion = null
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
