/** What came of links that were pasted, in words. */
import type { Addition, LinkStatus } from '../../../../contract/watching/groups.ts'
import { plural } from '../../../../rules/plural.ts'

export const linkWords: Record<LinkStatus, string> = {
  waiting: 'проверяем',
  added: 'добавлена',
  duplicate: 'уже в списке',
  not_found: 'не найдена',
  private: 'закрытая: её читают только участники',
  unsupported: 'такие ссылки не поддерживаются',
  not_connected: 'её сеть не подключена',
  not_in_demo: 'в демо сеть не подключена',
  limit: 'не поместилась: список полон',
  error: 'сеть не ответила, попробуйте позже',
}

export type LinkTone = 'busy' | 'good' | 'quiet' | 'bad'
export const linkTones: Record<LinkStatus, LinkTone> = {
  waiting: 'busy',
  added: 'good',
  duplicate: 'quiet',
  not_found: 'bad',
  private: 'bad',
  unsupported: 'bad',
  not_connected: 'bad',
  not_in_demo: 'bad',
  limit: 'bad',
  error: 'bad',
}

const linkForms = ['ссылка', 'ссылки', 'ссылок'] as const
const groupForms = ['группа', 'группы', 'групп'] as const

/** «Добавлено 3 группы, не добавлено 2 ссылки» */
export function summaryOf({ items, finished, done, total }: Addition): string {
  if (!finished) return `Проверено ${done} из ${total}`
  const added = items.filter(({ status }) => status === 'added').length
  const twice = items.filter(({ status }) => status === 'duplicate').length
  const failed = items.length - added - twice
  const parts = [
    added > 0 ? `добавлено: ${added} ${plural(added, groupForms)}` : 'ничего не добавлено',
    twice > 0 ? `уже в списке: ${twice}` : null,
    failed > 0 ? `не подошло: ${failed} ${plural(failed, linkForms)}` : null,
  ].filter((each) => each !== null)
  const sentence = parts.join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Links that may be worth another try, to be copied. */
export function failedLinks({ items }: Addition): string[] {
  return items.filter(({ status }) => linkTones[status] === 'bad').map(({ link }) => link)
}
