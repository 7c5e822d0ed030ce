import type { Handlers } from '../../../kit/context.ts'

export const allowVk: Handlers<'notices'>['allowVk'] = () => Promise.reject(new Error('not answered yet'))
