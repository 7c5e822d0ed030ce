import type { Handlers } from '../../../kit/context.ts'

export const sendTestNotice: Handlers<'notices'>['sendTestNotice'] = () => Promise.reject(new Error('not answered yet'))
