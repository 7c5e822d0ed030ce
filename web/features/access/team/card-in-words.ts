/** A card of someone in the team, in words. */
import type { TeamRight } from '../../../../contract/call.ts'
import type { MembershipCard } from '../../../../contract/access/team.ts'

export const rightTitles: Record<TeamRight, string> = { view: 'Просмотр', work: 'Работа', manage: 'Управление' }

/** What each right lets one do, in addition to those before it. */
export const rightWords: Record<TeamRight, string> = {
  view: 'Читает ленту команды и заметки',
  work: 'Ещё отмечает сообщения, пишет заметки и работает с лидами',
  manage: 'Ещё меняет фильтры, проекты и группы команды',
}

/** The same for who has it. */
export const myRightWords: Record<TeamRight, string> = {
  view: 'Вы читаете ленту команды и заметки коллег.',
  work: 'Вы читаете ленту команды, отмечаете сообщения, пишете заметки и работаете с лидами.',
  manage: 'Вы работаете со всем, что видит команда, и меняете её фильтры, проекты и группы.',
}

export interface CardState {
  tone: 'good' | 'warn' | 'quiet'
  /** In a word or two. */
  title: string
  /** More of it; null: there is no more. */
  note: string | null
}

/** @param day writes a moment as a day */
export function cardState(
  { status, seated, expiresAt, acceptedAt }: MembershipCard,
  now: Date,
  day: (at: string) => string,
): CardState {
  if (status === 'rejected') return { tone: 'quiet', title: 'Приглашение отклонено', note: 'Можно пригласить ещё раз' }
  if (status === 'accepted') {
    const since = acceptedAt === null ? null : `В команде с ${day(acceptedAt)}`
    return seated === false
      ? { tone: 'warn', title: 'Без места', note: 'Ничего не видит, пока место не освободится' }
      : { tone: 'good', title: 'В команде', note: since }
  }
  if (expiresAt === null || Date.parse(expiresAt) <= now.getTime())
    return { tone: 'warn', title: 'Приглашение истекло', note: 'Отправьте его ещё раз' }
  return { tone: 'quiet', title: 'Ждём ответа', note: `Приглашение действует до ${day(expiresAt)}` }
}
