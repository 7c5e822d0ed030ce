/** The roles as people read them. */
import type { RoleName } from '../contract/call.ts'

export const roleTitles: Record<RoleName, string> = {
  admin: 'Администратор',
  moderator: 'Модератор',
  blogEditor: 'Редактор блога',
  categoryEditor: 'Редактор категорий',
  partner: 'Партнёр',
  support: 'Поддержка',
  teamOwner: 'Владелец команды',
}
