import type { Handlers } from '../../../kit/context.ts'

export const linkBrowser: Handlers<'notices'>['linkBrowser'] = () => Promise.reject(new Error('not answered yet'))
