/** Every entry of the audit log as support reads it. One that has no words here does not compile. */
import { payoutStatuses } from '../../../../contract/commerce/partner.ts'
import type { RoleName } from '../../../../contract/call.ts'
import { formatRoubles } from '../../../../rules/money.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { dayOf } from '../../../../rules/support/changes.ts'
import type { AuditAction, AuditActions } from '../../../kit/audit.ts'

/** As the log keeps them: moments are texts; empty when they were forgotten with an account. */
type Kept<Details> = { [Name in keyof Details]?: Details[Name] extends Date ? string : Details[Name] }
type Words<Action extends AuditAction> =
  | string
  | ((details: Kept<NonNullable<AuditActions[Action]>>, zone: string) => string)

const words: { readonly [Action in AuditAction]: Words<Action> } = {
  registered: 'Аккаунт создан',
  'signed-in': 'Вход',
  'sign-in-failed': 'Неверный пароль при входе',
  'signed-out': 'Выход',
  'signed-out-everywhere': 'Выход на всех устройствах',
  'session-ended': 'Завершена одна из сессий',
  'password-created': 'Создан пароль',
  'password-changed': 'Изменён пароль',
  'recovery-asked': 'Запрошено восстановление пароля',
  'password-recovered': 'Пароль восстановлен по ссылке из письма',
  'second-factor-on': 'Включена двухфакторная защита',
  'second-factor-off': 'Выключена двухфакторная защита',
  'second-factor-failed': 'Неверный код двухфакторной защиты',
  'email-changed': ({ before, email }) =>
    `Email изменён${before ? ` с ${before}` : ''}${email === undefined ? '' : ` на ${email}`}`,
  'phone-changed': ({ phone }) => (phone ? `Телефон: +${phone}` : 'Телефон убран или изменён'),
  'notification-email-changed': ({ email }) =>
    email ? `Адрес для уведомлений: ${email}` : 'Адрес для уведомлений убран или изменён',
  'roles-changed': ({ before = [], after = [] }) => rolesInWords(before, after),
  'network-linked': ({ network }) => `Привязан вход через ${network === 'apple' ? 'Apple' : 'VK'}`,
  'network-unlinked': ({ network }) => `Отвязан вход через ${network === 'apple' ? 'Apple' : 'VK'}`,
  'data-downloaded': 'Скачана копия своих данных',
  'deletion-asked': ({ deletionAt }, zone) => `Человек попросил удалить аккаунт${onDay(deletionAt, zone)}`,
  'deletion-taken-back': 'Удаление аккаунта отменено человеком',
  deleted: 'Аккаунт удалён',
  'support-opened': ({ action, name, days, expiresAt, sum }, zone) =>
    name === undefined || action === undefined || days === undefined || expiresAt === undefined
      ? 'Поддержка открыла подписку'
      : `${openedWords[action]}: ${name}, ${days} ${plural(days, dayForms)}, до ${dayOf(new Date(expiresAt), zone)}${sum ? `, за ${formatRoubles(Math.round(sum * 100))}` : ''}`,
  'support-deletion-set': ({ deletionAt }, zone) => `Поддержка назначила удаление аккаунта${onDay(deletionAt, zone)}`,
  'support-undone': ({ action }) =>
    action === 'support-deletion-set' ? 'Поддержка отменила удаление аккаунта' : 'Поддержка закрыла то, что открывала',
  'member-invited': 'Приглашён участник команды',
  'member-right-changed': 'Изменены права участника команды',
  'member-removed': 'Участник убран из команды',
  'member-left': 'Участник вышел из команды',
  'invitation-withdrawn': 'Приглашение в команду отозвано',
  'invitation-accepted': 'Приглашение в команду принято',
  'invitation-claimed': 'Приглашение хочет принять человек с другим email',
  'invitation-declined': 'Приглашение в команду отклонено',
  'claim-confirmed': 'Участник с другим email подтверждён',
  'claim-refused': 'Участник с другим email не подтверждён',
  'order-refunded': ({ account, total }) => `Деньги возвращены${orderWords(account, total)}`,
  'order-marked-refunded': ({ account, total }) => `Отмечен возврат денег${orderWords(account, total)}`,
  'payout-requested': ({ sum }) => `Заявка на выплату${sum === undefined ? '' : `: ${formatRoubles(sum)}`}`,
  'payout-changed': ({ payout, status }) =>
    `Заявка на выплату${payout === undefined ? '' : ` № ${payout}`}${status === undefined ? '' : `: ${payoutStatuses[status].toLowerCase()}`}`,
  'payouts-exported': 'Выгружены заявки на выплату',
  'commission-decided': ({ accept }) =>
    accept ? 'Начисление зачтено после проверки' : 'Начисление не зачтено после проверки',
  'partner-terms-set': 'Изменены условия партнёрской программы',
  'promo-code-created': 'Создан промокод',
  'promo-code-changed': 'Изменён промокод',
  'tariff-created': 'Создан тариф',
  'tariff-changed': 'Изменён тариф',
  'access-refused': 'Запросы, на которые нет прав',
  'pace-refused': 'Слишком частые запросы',
}

/** @param details as the log keeps them */
export function logInWords(action: AuditAction, details: Record<string, unknown>, zone: string): string {
  const told = words[action] as string | ((details: Record<string, unknown>, zone: string) => string) | undefined
  // An older release may have written of what there is no more.
  if (told === undefined) return action
  return typeof told === 'string' ? told : told(details, zone)
}

const openedWords = {
  'trial-subscribe': 'Открыт пробный доступ',
  subscribe: 'Открыта подписка',
  'team-subscribe': 'Открыта командная подписка',
}

const onDay = (at: string | undefined, zone: string): string =>
  at === undefined ? '' : ` ${dayOf(new Date(at), zone)}`

const orderWords = (account: string | undefined, total: number | undefined): string =>
  account === undefined || total === undefined ? '' : `: заказ ${account}, ${formatRoubles(total)}`

function rolesInWords(before: readonly RoleName[], after: readonly RoleName[]): string {
  const titles = (roles: readonly RoleName[]): string => roles.map((role) => roleTitles[role].toLowerCase()).join(', ')
  const [added, removed] = [
    after.filter((role) => !before.includes(role)),
    before.filter((role) => !after.includes(role)),
  ]
  const parts = [
    ...(added.length === 0 ? [] : [`добавлено: ${titles(added)}`]),
    ...(removed.length === 0 ? [] : [`снято: ${titles(removed)}`]),
  ]
  return parts.length === 0 ? 'Изменены роли' : `Роли: ${parts.join('; ')}`
}
