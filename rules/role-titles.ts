import type { RoleName } from '../contract/call.ts'

/** What the roles are called wherever people read of them. */
export const roleTitles: Record<RoleName, string> = {
  admin: 'Администратор',
  moderator: 'Модератор',
  blogEditor: 'Редактор блога',
  categoryEditor: 'Редактор категорий',
  partner: 'Партнёр',
  support: 'Поддержка',
  teamOwner: 'Владелец команды',
}
