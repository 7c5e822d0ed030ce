import type { Channel } from './channel.ts'

export const vkChannel: Channel = {
  name: 'vk',
  repeatable: true,
  available: () => false,
  send: () => Promise.reject(new Error('not written yet')),
}
