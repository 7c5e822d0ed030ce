/** What accounts keep about one person, as he may download it. Never what opens the account: hashes and tokens are nobody's reading. */
import { rolesOf } from '../../../rules/roles.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'
import { deviceWords } from './device-words.ts'
import { findUser } from './find-user.ts'
import type { PlaceWords } from './place-words.ts'

export async function personalAccount(db: DbOrTx, userId: number, placeWords: PlaceWords): Promise<PersonalData> {
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('UNAUTHORIZED')
  const [sessions, devices, deeds] = await Promise.all([
    db.selectFrom('sessions').selectAll().where('userId', '=', userId).orderBy('id').execute(),
    db.selectFrom('devicePrints').selectAll().where('userId', '=', userId).orderBy('firstSeenAt').execute(),
    db.selectFrom('auditLog').selectAll().where('userId', '=', userId).orderBy('id').execute(),
  ])
  return {
    Профиль: {
      номер: user.id,
      имя: user.username,
      email: user.email,
      'email подтверждён': user.email_approve,
      'email ждёт подтверждения': user.pendingEmail,
      телефон: user.phone,
      'телефон подтверждён': user.phone_approve,
      'email для уведомлений': user.notificationEmail,
      'часовой пояс': user.timeZone,
      роли: rolesOf(user.role),
      'есть пароль': user.hasPassword,
      'вход через': user.networks,
      'прямые ссылки': user.freeDirectLinks,
      создан: user.createdAt,
      'будет удалён': user.deletionAt,
    },
    Входы: sessions.map(({ createdAt, lastSeenAt, endedAt, ip, userAgent }) => ({
      когда: createdAt,
      'в последний раз': lastSeenAt,
      завершён: endedAt,
      устройство: deviceWords(userAgent),
      место: placeWords(ip),
      адрес: ip,
      браузер: userAgent,
    })),
    Устройства: devices.map(({ fp, incognito, firstSeenAt, lastSeenAt }) => ({
      отпечаток: fp,
      'режим инкогнито': incognito,
      'в первый раз': firstSeenAt,
      'в последний раз': lastSeenAt,
    })),
    'Журнал аккаунта': deeds.map(({ at, action, actorId, ip, details }) => ({
      когда: at,
      событие: action,
      кто: actorId === userId ? 'вы' : actorId === null ? 'сервис или гость' : 'сотрудник',
      // Where a member of the staff sat is his.
      адрес: actorId === null || actorId === userId ? ip : '',
      подробности: details,
    })),
  }
}
