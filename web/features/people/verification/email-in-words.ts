/** What the confirmations of an e-mail have in common. */
import { errors } from '../../../../contract/errors.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'
import type { Confirmation } from './confirmation.ts'

export const emailField = {
  label: 'Email',
  type: 'email',
  placeholder: 'name@example.ru',
  invalid: emailMistake,
  send: 'Получить код',
  mistake: (written) =>
    written.trim() === '' ? errors.EMAIL_REQUIRED.message : looksLikeEmail(written) ? null : emailMistake,
} as const satisfies Partial<Confirmation['input']>

export const emailCodeWords = {
  text: (email) => `Мы отправили письмо с кодом на ${email}.`,
  label: 'Код из письма',
  resend: 'Отправить ещё раз',
  other: 'Указать другой email',
  hint: 'Письма нет? Загляните в «Спам» и проверьте адрес.',
} as const satisfies Confirmation['verification']
