import type { Handlers } from '../../../kit/context.ts'

export const listNotices: Handlers<'notices'>['listNotices'] = () => Promise.reject(new Error('not answered yet'))
