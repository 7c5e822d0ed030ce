import type { Handlers } from '../../../kit/context.ts'

export const getNoticeSettings: Handlers<'notices'>['getNoticeSettings'] = () =>
  Promise.reject(new Error('not answered yet'))

export const setNoticeRule: Handlers<'notices'>['setNoticeRule'] = () => Promise.reject(new Error('not answered yet'))

export const resetNoticeRule: Handlers<'notices'>['resetNoticeRule'] = () =>
  Promise.reject(new Error('not answered yet'))

export const setNoticePreferences: Handlers<'notices'>['setNoticePreferences'] = () =>
  Promise.reject(new Error('not answered yet'))
