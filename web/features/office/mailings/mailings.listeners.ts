import type { mailingsSignals } from '../../../../contract/office/mailings.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeMailings } from './mailings-cache.ts'

export const listeners: Listen<keyof typeof mailingsSignals> = (cache) => ({
  '/admin/email/tasks': (page) => takeMailings(cache, page),
})
