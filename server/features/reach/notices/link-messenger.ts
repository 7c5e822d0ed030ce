import type { Handlers } from '../../../kit/context.ts'

export const startMessengerLink: Handlers<'notices'>['startMessengerLink'] = () =>
  Promise.reject(new Error('not answered yet'))
