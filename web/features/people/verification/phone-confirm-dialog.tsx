import { errors } from '../../../../contract/errors.ts'
import { resendSeconds } from '../../../../contract/people/verification.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { phoneInWords } from '../../../kit/ui/text/phone-in-words.ts'
import { ConfirmationDialog, type ConfirmationDialogProps } from './confirmation-dialog.tsx'
import type { Confirmation } from './confirmation.ts'

const confirmation: Confirmation = {
  purpose: 'phone',
  title: () => 'Подтверждение телефона',
  send: ({ target, captcha }) =>
    ask('verification', 'approveCall', { phone: target, ...(captcha === undefined ? {} : { captcha }) }),
  verify: (pin) => ask('verification', 'verifyPhone', { pin }),
  show: phoneInWords,
  resendSeconds: resendSeconds.phone,
  init: {
    known: ({ phone, phoneApprove: approved }) => (approved ? null : phone),
    text: (phone) =>
      `Мы позвоним на ${phone}. Брать трубку не нужно: понадобятся последние 4 цифры номера, с которого вам позвонят.`,
    send: 'Позвоните мне',
  },
  input: {
    label: 'Номер телефона',
    type: 'tel',
    placeholder: '+7 900 000-00-00',
    text: ({ phone, phoneApprove: approved }) =>
      phone !== null && approved
        ? `Сейчас подтверждён ${phoneInWords(phone)}. Укажите другой номер: он заменит прежний, когда вы введёте код.`
        : 'Мы позвоним на этот номер. Брать трубку не нужно: понадобятся последние 4 цифры номера, с которого вам позвонят.',
    mistake: (written) => (written.trim() === '' ? errors.PHONE_REQUIRED.message : null),
    invalid: errors.PHONE_INVALID.message,
    send: 'Позвоните мне',
    giveUp: ({ phone }) =>
      phone === null ? null : { title: 'Удалить номер', ask: () => ask('verification', 'removePhone', {}) },
  },
  verification: {
    text: (phone) =>
      `Звоним на ${phone}. Брать трубку не нужно: введите последние 4 цифры номера, с которого вам позвонят.`,
    label: 'Последние 4 цифры номера',
    resend: 'Позвонить ещё раз',
    other: 'Указать другой номер',
    hint: 'Номер останется в списке пропущенных вызовов.',
  },
  final: (phone) => `${phone} подтверждён`,
  confirmed: ({ phone }) => phone,
}

export function PhoneConfirmDialog(dialog: ConfirmationDialogProps) {
  return <ConfirmationDialog confirmation={confirmation} {...dialog} />
}
