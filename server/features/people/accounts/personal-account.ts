/** What accounts keep about one person, as they may download it. Never what opens the account: hashes and tokens are no one's reading. */
import { rolesOf } from '../../../../rules/roles.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import { deviceInWords } from './device-in-words.ts'
import { findUser } from './find-user.ts'
import { placeWordsOf } from './place-in-words.ts'

export async function personalAccount(ctx: AppContext, userId: number): Promise<PersonalData> {
  const { db } = ctx
  const placeInWords = placeWordsOf(ctx)
  const user = await findUser(db, userId)
  if (!user) throw new AppError('UNAUTHORIZED')
  const [sessions, devices, audited, consents] = await Promise.all([
    db.selectFrom('sessions').selectAll().where('userId', '=', userId).orderBy('id').execute(),
    db.selectFrom('devicePrints').selectAll().where('userId', '=', userId).orderBy('firstSeenAt').execute(),
    db.selectFrom('auditLog').selectAll().where('userId', '=', userId).orderBy('id').execute(),
    db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('id').execute(),
  ])
  return {
    Профиль: {
      номер: user.id,
      имя: user.username,
      email: user.email,
      'email подтверждён': user.emailApprove,
      'email ждёт подтверждения': user.pendingEmail,
      телефон: user.phone,
      'телефон подтверждён': user.phoneApprove,
      'email для уведомлений': user.notificationEmail,
      'часовой пояс': user.timeZone,
      роли: rolesOf(user.role),
      'есть пароль': user.hasPassword,
      'двухфакторная защита': user.secondFactor,
      'вход через': user.networks,
      'прямые ссылки': user.freeDirectLinks,
      создан: user.createdAt,
      'будет удалён': user.deletionAt,
    },
    Входы: sessions.map(({ createdAt, lastSeenAt, endedAt, ip, userAgent }) => ({
      когда: createdAt,
      'в последний раз': lastSeenAt,
      завершён: endedAt,
      устройство: deviceInWords(userAgent),
      место: placeInWords(ip),
      адрес: ip,
      браузер: userAgent,
    })),
    'Согласия на рекламу': consents.map(({ textVersion, givenAt, place, ip, withdrawnAt }) => ({
      дано: givenAt,
      'версия текста': textVersion,
      где: place === 'registration' ? 'при регистрации' : 'в профиле',
      адрес: ip,
      отозвано: withdrawnAt,
    })),
    Устройства: devices.map(({ fp, incognito, firstSeenAt, lastSeenAt }) => ({
      отпечаток: fp,
      'режим инкогнито': incognito,
      'в первый раз': firstSeenAt,
      'в последний раз': lastSeenAt,
    })),
    'Журнал аккаунта': audited.map(({ at, action, actorId, ip, details }) => ({
      когда: at,
      событие: action,
      кто: actorId === userId ? 'вы' : actorId === null ? 'сервис или гость' : 'сотрудник',
      // Where a member of the staff sat is theirs.
      адрес: actorId === null || actorId === userId ? ip : '',
      подробности: details,
    })),
  }
}
