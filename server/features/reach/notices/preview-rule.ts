import type { Handlers } from '../../../kit/context.ts'

export const previewNoticeRule: Handlers<'notices'>['previewNoticeRule'] = () =>
  Promise.reject(new Error('not answered yet'))
