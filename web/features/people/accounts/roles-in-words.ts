import type { RoleName } from '../../../../contract/call.ts'
import { rolesOf } from '../../../../rules/roles.ts'

const titles: Record<RoleName, string> = {
  admin: 'Администратор',
  moderator: 'Модератор',
  blogEditor: 'Редактор блога',
  categoryEditor: 'Редактор категорий',
  partner: 'Партнёр',
  support: 'Поддержка',
  teamOwner: 'Владелец команды',
}

/** The roles of a person in words, by their codes on the wire. */
export function rolesInWords(codes: readonly number[]): string[] {
  return rolesOf(codes).map((role) => titles[role])
}
