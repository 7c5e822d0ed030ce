import type { Channel } from './channel.ts'

export const telegramChannel: Channel = {
  name: 'telegram',
  repeatable: false,
  available: () => false,
  send: () => Promise.reject(new Error('not written yet')),
}
