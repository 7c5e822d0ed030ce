/** Every channel: a new one is a file beside this one, listed here. */
import type { NoticeChannel } from '../../../../../contract/reach/notices.ts'
import { browserChannel } from './browser.ts'
import type { Channel } from './channel.ts'
import { emailChannel } from './email.ts'
import { telegramChannel } from './telegram.ts'
import { vkChannel } from './vk.ts'

export const channels: Record<NoticeChannel, Channel> = {
  browser: browserChannel,
  email: emailChannel,
  telegram: telegramChannel,
  vk: vkChannel,
}
