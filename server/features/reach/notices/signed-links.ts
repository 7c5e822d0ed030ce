import type { Handlers } from '../../../kit/context.ts'

export const readNoticeLink: Handlers<'notices'>['readNoticeLink'] = () => Promise.reject(new Error('not answered yet'))

export const followNoticeLink: Handlers<'notices'>['followNoticeLink'] = () =>
  Promise.reject(new Error('not answered yet'))

export const takeUnsubscribe: Handlers<'notices'>['takeUnsubscribe'] = () =>
  Promise.reject(new Error('not answered yet'))
