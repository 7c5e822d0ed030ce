import type { Handlers } from '../../../kit/context.ts'

export const unlinkAddress: Handlers<'notices'>['unlinkAddress'] = () => Promise.reject(new Error('not answered yet'))
