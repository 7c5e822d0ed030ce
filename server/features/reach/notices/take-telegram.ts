import type { Handlers } from '../../../kit/context.ts'

export const takeTelegramUpdate: Handlers<'notices'>['takeTelegramUpdate'] = () =>
  Promise.reject(new Error('not answered yet'))
