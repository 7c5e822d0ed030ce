import type { User } from '../../../../contract/people/accounts.ts'
import { resendSeconds } from '../../../../contract/people/verification.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { ConfirmationDialog, type ConfirmationDialogProps } from './confirmation-dialog.tsx'
import type { Confirmation } from './confirmation.ts'
import { emailCodeWords, emailField } from './email-in-words.ts'

const isConfirmed = ({ email, emailApprove }: User): boolean => email !== null && emailApprove

const confirmation: Confirmation = {
  purpose: 'email',
  // Of one that is confirmed nothing is left to do but to take another.
  title: (user) => (isConfirmed(user) ? 'Изменить email' : 'Подтверждение email'),
  send: ({ target, password, captcha }) =>
    ask('verification', 'sendApproveEmail', {
      email: target,
      ...(password === undefined ? {} : { password }),
      ...(captcha === undefined ? {} : { captcha }),
    }),
  verify: (pin) => ask('verification', 'verifyEmail', { pin }),
  show: (email) => email,
  resendSeconds: resendSeconds.email,
  init: {
    known: (user) => user.pendingEmail ?? (isConfirmed(user) ? null : user.email),
    text: (email) => `Отправим код на ${email}: введите его здесь, и адрес будет подтверждён.`,
    send: 'Отправить код',
  },
  input: {
    ...emailField,
    text: (user) =>
      isConfirmed(user)
        ? `Сейчас вы входите с ${user.email}. Укажите другой адрес: он заменит прежний, когда вы введёте код из письма.`
        : 'Укажите адрес, и мы отправим на него код. С этим адресом вы сможете входить и восстанавливать пароль.',
    asksPassword: ({ hasPassword }) => hasPassword,
    giveUp: () => null,
  },
  verification: emailCodeWords,
  final: (email) => `${email} подтверждён`,
  confirmed: ({ email }) => email,
}

export function EmailVerifyDialog(dialog: ConfirmationDialogProps) {
  return <ConfirmationDialog confirmation={confirmation} {...dialog} />
}
