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

export interface SimulatedContent {
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

export class TelegramWorld {
  readonly chats = new Map<string, SimulatedChat>()
  readonly #clock: Clock
  readonly #listeners = new Set<(event: WorldEvent) => void>()
  #nextChat = 1_001_000_001

  constructor(clock: Clock) {
    this.#clock = clock
  }

  find(name: string): SimulatedChat {
    const chat = this.chats.get(name.toLowerCase())
    if (!chat) throw new Error(`no ${name} in the simulated Telegram`)
    return chat
  }

  channel(
    name: string,
    {
      comments = false,
      ...about
    }: Partial<Pick<SimulatedChat, 'title' | 'members' | 'preview' | 'avatar'>> & { comments?: boolean } = {},
  ): SimulatedChat {
    return this.#add(name, 'channel', {
      ...about,
      discussion: comments ? { id: this.#newChatId(), nextId: 1 } : null,
    })
  }

  group(name: string, about: Partial<Pick<SimulatedChat, 'title' | 'members'>> = {}): SimulatedChat {
    return this.#add(name, 'group', about)
  }

  person(name: string): SimulatedChat {
    return this.#add(name, 'person', {})
  }

  post(name: string, content: SimulatedContent | string): SimulatedMessage {
    const chat = this.find(name)
    const message = this.#messageOf(chat.nextId, content)
    chat.nextId += Math.max(1, message.pictures)
    if (chat.discussion) message.thread = chat.discussion.nextId++
    chat.messages.push(message)
    this.#notify({ chat, message, post: null, change: 'new' })
    return message
  }

  comment(name: string, id: number, content: SimulatedContent | string): SimulatedMessage {
    const { chat, message: post } = this.#locate(name, id)
    if (!chat.discussion) throw new Error(`${name} can not be commented on`)
    const message = this.#messageOf(chat.discussion.nextId++, content)
    post.comments.push(message)
    this.#notify({ chat, message, post, change: 'new' })
    return message
  }

  edit(name: string, id: number, text: string): void {
    const { chat, message } = this.#locate(name, id)
    Object.assign(message, { text, editedAt: this.#clock.now() })
    this.#notify({ chat, message, post: null, change: 'edited' })
  }

  editComment(name: string, postId: number, id: number, text: string): void {
    const { chat, message: post } = this.#locate(name, postId)
    const message = post.comments.find((each) => each.id === id)
    if (!message) throw new Error(`no comment ${id} in ${name}/${postId}`)
    Object.assign(message, { text, editedAt: this.#clock.now() })
    this.#notify({ chat, message, post, change: 'edited' })
  }

  delete(name: string, id: number): void {
    const { chat, message } = this.#locate(name, id)
    chat.messages = chat.messages.filter((each) => each !== message)
    this.#notify({ chat, message, post: null, change: 'deleted' })
  }

  rename(name: string, newName: string): void {
    const chat = this.find(name)
    this.chats.delete(name.toLowerCase())
    chat.name = newName
    this.chats.set(newName.toLowerCase(), chat)
  }

  /** Takes a channel or a group away, or its preview, or its comments. */
  shut(name: string, what: 'all' | 'preview' | 'comments'): void {
    const chat = this.find(name)
    if (what === 'all') this.chats.delete(name.toLowerCase())
    else if (what === 'preview') chat.preview = false
    else chat.discussion = null
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(name: string, kind: SimulatedChat['kind'], about: Partial<SimulatedChat>): SimulatedChat {
    const chat: SimulatedChat = {
      name,
      kind,
      id: this.#newChatId(),
      title: name,
      avatar: `https://cdn4.telesco.pe/file/${name}.jpg`,
      members: 100,
      preview: kind === 'channel',
      discussion: null,
      messages: [],
      nextId: 1,
      ...about,
    }
    this.chats.set(name.toLowerCase(), chat)
    return chat
  }

  #newChatId(): number {
    return -1_000_000_000_000 - this.#nextChat++
  }

  #notify(event: WorldEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #messageOf(id: number, content: SimulatedContent | string): SimulatedMessage {
    const {
      text = '',
      at = this.#clock.now(),
      pictures = 0,
      service = false,
      signature = null,
      author = null,
      replyTo = null,
    } = typeof content === 'string' ? { text: content } : content
    return { id, at, editedAt: null, text, pictures, service, signature, author, replyTo, comments: [], thread: 0 }
  }

  #locate(name: string, id: number): { chat: SimulatedChat; message: SimulatedMessage } {
    const chat = this.find(name)
    const message = chat.messages.find((each) => each.id === id)
    if (!message) throw new Error(`no message ${id} in ${name}`)
    return { chat, message }
  }
}
