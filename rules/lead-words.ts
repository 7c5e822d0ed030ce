/** Leads in words. */
import type { LeadStatus } from '../contract/reading/leads.ts'

export const leadStatusTitles: Record<LeadStatus, string> = {
  new: 'Новый',
  inWork: 'В работе',
  answered: 'Ответили',
  won: 'Сделка',
  lost: 'Отказ',
}
