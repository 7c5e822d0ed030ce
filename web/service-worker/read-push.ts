/** What a push says, from what came: each has to be shown, also one that no one can read. */
import { pushActions, type PushAction } from '../../contract/reach/push-message.ts'
import { fromWire, pushNames } from '../../contract/wire-names.ts'
import { isOwnAddress } from '../kit/device/worker-words.ts'

export interface ReadPush {
  title: string
  body: string
  tag: string
  url: string
  messageId: number | null
  actions: PushAction[]
  /** Messages it announces. */
  count: number
}

const unread: ReadPush = {
  title: 'Эхолот',
  body: 'Есть новые сообщения',
  tag: 'feed-push',
  url: '/feed',
  messageId: null,
  actions: [],
  count: 0,
}

/** @param text JSON of contract/reach/push-message.ts, or whatever came in its place */
export function readPush(text: string): ReadPush {
  const message = objectOf(parsed(text))
  const notification = objectOf(message.notification)
  const data = objectOf(fromWire(notification.data, pushNames))
  const { title, body, tag } = notification
  if (typeof title !== 'string' || title === '') return unread
  const { url, messageId, actions } = data
  return {
    title,
    body: typeof body === 'string' ? body : '',
    tag: typeof tag === 'string' && tag !== '' ? tag : unread.tag,
    url: isOwnAddress(url) ? url : unread.url,
    messageId: Number.isSafeInteger(messageId) ? (messageId as number) : null,
    actions: Array.isArray(actions) ? pushActions.filter((action) => actions.includes(action)) : [],
    count: Number.isSafeInteger(message.app_badge) ? Math.max(0, message.app_badge as number) : 0,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
