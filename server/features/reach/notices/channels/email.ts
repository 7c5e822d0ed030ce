import type { Channel } from './channel.ts'

export const emailChannel: Channel = {
  name: 'email',
  repeatable: true,
  available: () => false,
  send: () => Promise.reject(new Error('not written yet')),
}
