/** What tests of chats begin with: both messengers simulated, a notice as the outbox hands it over, and someone whose chat is linked. */
import type { TestUser } from '../../../../testing/test-user.ts'
import type { TestWorld } from '../../../../testing/test-world.ts'
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'
import type { Notice } from '../channels/channel.ts'
import { BOT_TOKEN, type BotApiSimulator } from '../channels/telegram/bot-api.simulator.ts'
import { GROUP_ID, GROUP_TOKEN, type VkGroupSimulator } from '../channels/vk/vk-group.simulator.ts'
import type { MessengerName } from './chat.ts'

export const WEBHOOK_SECRET = 'simulated-secret'

export interface Messengers {
  telegram: BotApiSimulator
  vk: VkGroupSimulator
}

/** The settings of a service that hears these over webhooks. */
export const settingsOf = ({ telegram, vk }: Messengers) => ({
  telegramBot: { token: BOT_TOKEN, url: telegram.url, updates: 'webhook' as const, secret: WEBHOOK_SECRET },
  vkNotices: {
    groupId: GROUP_ID,
    token: GROUP_TOKEN,
    url: vk.url,
    updates: 'webhook' as const,
    secret: WEBHOOK_SECRET,
    confirmation: 'a1b2',
  },
})

/** What is written and pressed there comes to this world. */
export function letIn({ web }: TestWorld, { telegram, vk }: Messengers): void {
  telegram.webhook = { url: 'https://echolot.example/api/notices/telegram', secret: WEBHOOK_SECRET }
  telegram.webhookHost = web.address
  vk.callback = { url: `${web.address}/api/notices/vk`, secret: WEBHOOK_SECRET }
}

export const sampleMessage = (more: Partial<NoticeMessage> = {}): NoticeMessage => ({
  id: 1,
  text: 'Посоветуйте фотографа на свадьбу',
  spans: [11, 20],
  network: 'vk',
  groupName: 'Подслушано',
  authorName: 'Мария',
  place: 'Омск',
  level: 'hot',
  publishedAt: new Date('2026-11-20T11:55:00Z'),
  ...more,
})

export const sampleNotice = (more: Partial<Notice> = {}): Notice => ({
  id: 1,
  kind: 'messages',
  userId: 1,
  timeZone: 'Europe/Moscow',
  filter: { id: 7, name: 'Фотографы' },
  count: more.messages?.length ?? 1,
  messages: [sampleMessage()],
  alarm: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  ...more,
})

/** What stands behind the link that someone was given. */
export async function linkTokenOf(who: TestUser, channel: MessengerName): Promise<string> {
  const { url } = await who.asks('notices', 'startMessengerLink', { channel })
  const token = new URL(url).searchParams.get(channel === 'telegram' ? 'start' : 'ref')
  if (!token) throw new Error(`no token in ${url}`)
  return token
}

/** The id of the newest message of someone's feed. */
export async function newestMessage(who: TestUser): Promise<number> {
  const { messages } = await who.asks('feed', 'queryFeed', {})
  const [message] = messages
  if (!message) throw new Error('the feed is empty')
  return message.id
}

/** The row of the outbox that a notice goes by. */
export async function recipientOf(world: TestWorld, channel: MessengerName, chat: number, deliveryId = 1) {
  const row = await world.db
    .selectFrom('noticeAddresses')
    .select(['id', 'userId', 'address'])
    .where('channel', '=', channel)
    .where('addressKey', '=', String(chat))
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { deliveryId, addressId: row.id, address: row.address, userId: row.userId }
}
