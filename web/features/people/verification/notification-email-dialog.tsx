import { resendSeconds } from '../../../../contract/people/verification.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { ConfirmationDialog, type ConfirmationDialogProps } from './confirmation-dialog.tsx'
import type { Confirmation } from './confirmation.ts'
import { emailCodeWords, emailField } from './email-in-words.ts'

const confirmation: Confirmation = {
  purpose: 'notices',
  title: () => 'Письма с уведомлениями',
  send: ({ target, captcha }) =>
    ask('verification', 'sendNotificationEmail', { email: target, ...(captcha === undefined ? {} : { captcha }) }),
  verify: (pin) => ask('verification', 'verifyNotificationEmail', { pin }),
  show: (email) => email,
  resendSeconds: resendSeconds.email,
  init: null,
  input: {
    ...emailField,
    text: ({ email, notificationEmail }) =>
      notificationEmail !== null
        ? `Сейчас уведомления приходят на ${notificationEmail}. Можно указать другой адрес.`
        : `Сейчас уведомления приходят на ${email ?? 'email аккаунта'}. Можно указать отдельный адрес, например общий адрес отдела.`,
    giveUp: ({ notificationEmail }) =>
      notificationEmail === null
        ? null
        : { title: 'Присылать на email аккаунта', ask: () => ask('verification', 'removeNotificationEmail', {}) },
  },
  verification: emailCodeWords,
  final: (email) => `Уведомления будут приходить на ${email}`,
  confirmed: ({ notificationEmail }) => notificationEmail,
}

export function NotificationEmailDialog(dialog: ConfirmationDialogProps) {
  return <ConfirmationDialog confirmation={confirmation} {...dialog} />
}
