import type { Channel } from './channel.ts'

export const browserChannel: Channel = {
  name: 'browser',
  repeatable: true,
  available: () => false,
  send: () => Promise.reject(new Error('not written yet')),
}
