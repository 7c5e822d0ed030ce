/** The networks a message can come from and the kinds of message. */
import { Type } from 'typebox'

export const networks = ['vk', 'ok', 'telegram', 'youtube', 'bluesky', 'mastodon', 'rss', 'mixed'] as const
export type Network = (typeof networks)[number]

export const networkTitles: Record<Network, string> = {
  vk: 'ВКонтакте',
  ok: 'Одноклассники',
  telegram: 'Telegram',
  youtube: 'YouTube',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  rss: 'RSS и форумы',
  mixed: 'Разные сети',
}

export const messageKinds = ['post', 'comment'] as const
export type MessageKind = (typeof messageKinds)[number]

export const NetworkSchema = Type.Enum([...networks])

/** Where a message was written. */
export const sourceKinds = ['community', 'channel', 'chat', 'person', 'site'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const sourceKindTitles: Record<SourceKind, string> = {
  community: 'Сообщества',
  channel: 'Каналы',
  chat: 'Чаты',
  person: 'Личные страницы',
  site: 'Сайты',
}
