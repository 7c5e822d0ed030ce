import type { Handlers } from '../../../kit/context.ts'

export const takeVkUpdate: Handlers<'notices'>['takeVkUpdate'] = () => Promise.reject(new Error('not answered yet'))
