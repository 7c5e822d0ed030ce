/** Chats in words of no messenger: what people do there, and what they are answered. Each messenger is translated in its folder of channels/. */
import type { messengers } from '../../../../../contract/reach/notices.ts'
import type { AppContext } from '../../../../kit/context.ts'

export type MessengerName = (typeof messengers)[number]

export interface Chat {
  /** What makes it one: its number at the messenger. */
  key: string
  /** Of several people. */
  group: boolean
  /** The name of the person, or of the group; empty: the messenger does not name it. */
  title: string
}

export interface Sender {
  /** The number of the person: that of their private chat with us. */
  key: string
  name: string
}

export interface Pressed {
  kind: 'press'
  chat: Chat
  from: Sender
  /** What we gave the button (press-data.ts), as it came back: to be trusted in nothing. */
  data: string
  /** What an answer to the press names. */
  pressKey: string
  /** Of the message that the button stands under. */
  messageKey: string
  /** As they stand there now; null: the messenger does not say. */
  buttons: Button[][] | null
}

export interface ChatMessage {
  kind: 'words'
  chat: Chat
  from: Sender
  text: string
}

export type Incoming =
  | ChatMessage
  | Pressed
  /** We were sent away, or may not write any more. */
  | { kind: 'left'; chat: Chat; because: 'blocked' | 'left' }
  /** The chat is the same and has another number. */
  | { kind: 'moved'; chat: Chat; to: string }

/** Text, and how it is drawn. */
export interface ChatPiece {
  text: string
  bold?: true
}

export type Button = { text: string } & ({ press: string } | { url: string })

export interface Reply {
  pieces: ChatPiece[]
  /** Row by row; empty: none. */
  buttons: Button[][]
}

export const chatLines = (...lines: (string | ChatPiece)[]): ChatPiece[] =>
  lines.flatMap((line, at) => [...(at > 0 ? [{ text: '\n' }] : []), typeof line === 'string' ? { text: line } : line])
export const bold = (text: string): ChatPiece => ({ text, bold: true })

/** Why nothing came of asking a messenger: everything else that is thrown is a broken connection, and tried again. */
export class ChatError extends Error {
  readonly what:
    | { is: 'gone'; because: 'blocked' | 'gone' | 'left' }
    | { is: 'refused' }
    | { is: 'wait'; afterMs: number; of: 'chat' | 'channel' }
    | { is: 'moved'; to: string }
  constructor(message: string, what: ChatError['what']) {
    super(message)
    this.name = 'ChatError'
    this.what = what
  }
}

/** How one messenger is spoken to. What it refuses is thrown as `ChatError`. */
export interface Messenger {
  name: MessengerName
  /** As people know it. */
  title: string
  /** Rows of a list with buttons, those that turn its pages left out. */
  listRows: number
  /** A new message. */
  send(ctx: AppContext, chatKey: string, reply: Reply): Promise<void>
  /** Ends a press: a few words over the chat, or nothing. One that waited for too long is answered by nothing. */
  answer(ctx: AppContext, pressed: Pressed, words: string | null): Promise<void>
  /** The message with the button becomes another one. */
  replace(ctx: AppContext, pressed: Pressed, reply: Reply): Promise<void>
  /**
   * Only its buttons become others.
   * @param draw the message as it is drawn now, for messengers that keep no text
   */
  change(
    ctx: AppContext,
    pressed: Pressed,
    change: (buttons: Button[][]) => Button[][],
    draw: () => Promise<Reply>,
  ): Promise<void>
  /** The name of the person or the group, where updates do not say it. */
  findTitle(ctx: AppContext, chat: Chat): Promise<string>
}
