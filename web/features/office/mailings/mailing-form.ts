/** The form of a mailing as an admin fills it: kept in the browser until it is sent, checked before it is. */
import { namedGroups, type Mailing, type MailingStat, type NamedGroup } from '../../../../contract/office/mailings.ts'
import { errors } from '../../../../contract/errors.ts'
import { groupTitles, missingFields, readAddresses } from '../../../../rules/mailings/mailing.ts'
import { findMailingMistakes } from '../../../../rules/mailings/body.ts'
import { readStored, writeStored } from '../../../kit/ui/hooks/stored.ts'
import { momentOf } from '../../../kit/ui/text/zone-time.ts'

export interface MailingForm {
  type: string
  /** `category`: with `category` its id. */
  group: string
  category: string
  recAny: string
  subj: string
  body: string
  /** `YYYY-MM-DDTHH:mm` of the clock of the admin; empty: at once. */
  at: string
}

const KEPT = 'mailing draft'
const empty: MailingForm = { type: '', group: '', category: '', recAny: '', subj: '', body: '', at: '' }

const isForm = (value: unknown): value is MailingForm =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(empty).every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

export const keptForm = (): MailingForm => readStored(KEPT, isForm) ?? empty
export const keepForm = (form: MailingForm): void => writeStored(KEPT, form)
export const forgetForm = (): MailingForm => {
  writeStored(KEPT, empty)
  return empty
}

export function recipientsOf({ type, group, category, recAny }: MailingForm) {
  return {
    type,
    recGroup: group === 'category' ? (category === '' ? '' : `category:${category}`) : group,
    ...(group === 'any' && { recAny }),
  }
}

type Mistakes = Partial<Record<keyof MailingForm, string>>

/** @param now in milliseconds */
export function mailingFormMistakes(form: MailingForm, zone: string, now: number): Mistakes {
  const { subj, body, at } = form
  const mistakes: Mistakes = {}
  for (const { field, code } of missingFields({ ...recipientsOf(form), subj, body })) {
    const shown = field === 'recGroup' ? (form.group === 'category' ? 'category' : 'group') : field
    mistakes[shown] = errors[code].message
  }
  if (form.group === 'any' && mistakes.recAny === undefined) {
    const { mistaken } = readAddresses(form.recAny)
    if (mistaken.length > 0) mistakes.recAny = `Не похоже на email: ${mistaken.slice(0, 3).join(', ')}`
  }
  mistakes.subj ??= findMailingMistakes(subj)[0]
  mistakes.body ??= findMailingMistakes(body)[0]
  if (at !== '' && (sendAtOf(at, zone) ?? 0) <= now) mistakes.at = 'Это время уже прошло'
  return Object.fromEntries(Object.entries(mistakes).filter(([, sentence]) => sentence !== undefined))
}

/** In milliseconds; null: at once, or no moment. */
export function sendAtOf(at: string, zone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at)) return null
  const moment = momentOf(`${at.replace('T', ' ')}:00`, zone)
  return Number.isNaN(moment) ? null : moment
}

export function groupInWords(group: string, categories: ReadonlyMap<number, string>): string {
  if ((namedGroups as readonly string[]).includes(group)) return groupTitles[group as NamedGroup]
  const id = Number(group.replace('category:', ''))
  return `Категория «${categories.get(id) ?? id}»`
}

export const statusTitles: Record<Mailing['status'], { title: string; tone: 'good' | 'warn' | 'quiet' }> = {
  waiting: { title: 'ждёт начала', tone: 'quiet' },
  active: { title: 'отправляется', tone: 'good' },
  paused: { title: 'на паузе', tone: 'warn' },
  completed: { title: 'завершена', tone: 'quiet' },
}

/** Of a hundred. What is done with is done with, however it ended. */
export const shareDone = ({ total, completed, failed }: MailingStat): number =>
  total === 0 ? 0 : Math.floor(((completed + failed) / total) * 100)
