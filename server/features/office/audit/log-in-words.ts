/** An entry of the audit log in a sentence: what happened, with what it happened. */
import { payoutStatuses } from '../../../../contract/commerce/partner.ts'
import type { RoleName } from '../../../../contract/call.ts'
import { formatRoubles } from '../../../../rules/money.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { dayOf } from '../../../../rules/support/changes.ts'
import type { AuditAction, AuditActions } from '../../../kit/audit.ts'
import type { AppContext } from '../../../kit/context.ts'

/** As the log keeps them: moments are texts; empty when they were forgotten with an account. */
type Kept<Details> = { [Name in keyof Details]?: Details[Name] extends Date ? string : Details[Name] }
type Sentence<Action extends AuditAction> = (details: Kept<NonNullable<AuditActions[Action]>>, zone: string) => string

/** Of those of which more is to be said than their name (`auditWords` of their feature). */
const sentences: { readonly [Action in AuditAction]?: Sentence<Action> } = {
  'email-changed': ({ before, email }) =>
    `Email изменён${before ? ` с ${before}` : ''}${email === undefined ? '' : ` на ${email}`}`,
  'phone-changed': ({ phone }) => (phone ? `Телефон: +${phone}` : 'Телефон убран или изменён'),
  'notification-email-changed': ({ email }) =>
    email ? `Адрес для уведомлений: ${email}` : 'Адрес для уведомлений убран или изменён',
  'roles-changed': ({ before = [], after = [] }) => rolesInWords(before, after),
  'network-linked': ({ network }) => `Привязан вход через ${network === 'apple' ? 'Apple' : 'VK'}`,
  'network-unlinked': ({ network }) => `Отвязан вход через ${network === 'apple' ? 'Apple' : 'VK'}`,
  'deletion-asked': ({ deletionAt }, zone) => `Человек попросил удалить аккаунт${onDay(deletionAt, zone)}`,
  'support-opened': ({ action, name, days, expiresAt, sum }, zone) =>
    name === undefined || action === undefined || days === undefined || expiresAt === undefined
      ? 'Поддержка открыла подписку'
      : `${openedWords[action]}: ${name}, ${days} ${plural(days, dayForms)}, до ${dayOf(new Date(expiresAt), zone)}${sum ? `, за ${formatRoubles(Math.round(sum * 100))}` : ''}`,
  'support-deletion-set': ({ deletionAt }, zone) => `Поддержка назначила удаление аккаунта${onDay(deletionAt, zone)}`,
  'support-undone': ({ action }) =>
    action === 'support-deletion-set' ? 'Поддержка отменила удаление аккаунта' : 'Поддержка закрыла то, что открывала',
  'order-refunded': ({ account, total }) => `Деньги возвращены${orderWords(account, total)}`,
  'order-marked-refunded': ({ account, total }) => `Отмечен возврат денег${orderWords(account, total)}`,
  'payout-requested': ({ sum }) => `Заявка на выплату${sum === undefined ? '' : `: ${formatRoubles(sum)}`}`,
  'payout-changed': ({ payout, status }) =>
    `Заявка на выплату${payout === undefined ? '' : ` № ${payout}`}${status === undefined ? '' : `: ${payoutStatuses[status].toLowerCase()}`}`,
  'commission-decided': ({ accept }) =>
    accept ? 'Начисление зачтено после проверки' : 'Начисление не зачтено после проверки',
}

/** @param action of an older release there may be others than there are now @param details as the log keeps them */
export function logInWords(
  { hooks }: Pick<AppContext, 'hooks'>,
  action: string,
  details: Record<string, unknown>,
  zone: string,
): string {
  const sentence = sentences[action as AuditAction] as
    | ((details: Record<string, unknown>, zone: string) => string)
    | undefined
  return sentence?.(details, zone) ?? (hooks.auditWords as Record<string, string>)[action] ?? action
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
