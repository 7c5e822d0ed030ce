/** An event of a community, of the Callback API or of its Long Poll, in words of no messenger. Fields are read one by one: what is missing is no event. */
import type { Incoming } from '../../bot/chat.ts'

export interface VkEvent {
  type: string
  event_id: string
  object: unknown
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const personOf = (value: unknown): string | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : null

export function readVkEvent({ type, object }: Pick<VkEvent, 'type' | 'object'>): Incoming | null {
  const fields = fieldsOf(object)
  switch (type) {
    case 'message_new':
      return readMessage(fieldsOf(fields.message))
    case 'message_event':
      return readPress(fields)
    case 'message_deny': {
      const userId = personOf(fields.user_id)
      return userId === null ? null : { kind: 'left', chat: chatOf(userId), because: 'blocked' }
    }
    default:
      return null
  }
}

const chatOf = (userId: string) => ({ key: userId, group: false, title: '' })

/** «Начать» brings what stood behind `ref` of the link. Only of people who write to the community alone: chats of several are not answered. */
function readMessage({ from_id: from, peer_id: peer, text, ref, payload }: Fields): Incoming | null {
  const userId = personOf(from)
  if (userId === null || peer !== from) return null
  const pressed = pressIn(payload)
  const words = ref ? `/start ${textOf(ref)}` : pressed === 'start' ? '/start' : textOf(text)
  return { kind: 'words', chat: chatOf(userId), from: { key: userId, name: '' }, text: words.slice(0, 4_096) }
}

function readPress({ user_id: user, peer_id: peer, event_id: eventId, payload, ...rest }: Fields): Incoming | null {
  const userId = personOf(user)
  if (userId === null || peer !== user || typeof eventId !== 'string') return null
  return {
    kind: 'press',
    chat: chatOf(userId),
    from: { key: userId, name: '' },
    data: textOf(fieldsOf(payload).press),
    pressKey: eventId,
    messageKey: String(Number(rest.conversation_message_id)),
    buttons: null,
  }
}

/** `{"command":"start"}` of the first button there is. */
function pressIn(payload: unknown): string | null {
  if (typeof payload !== 'string') return null
  try {
    return textOf(fieldsOf(JSON.parse(payload)).command)
  } catch {
    return null
  }
}
