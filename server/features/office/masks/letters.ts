import { maskMinutes } from '../../../../contract/office/masks.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

interface Visit {
  at: Date
  until: Date
  reason: string
  /** Of the person. */
  timeZone: string
}

/** To the person whose account is looked at, at once: that it is, why, and what no one but them can do. */
export function maskLetter(siteUrl: string, { at, until, reason, timeZone }: Visit): Letter {
  const moment = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('ru', { ...options, timeZone }).format(date)
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
  const began = `${moment(at, { day: 'numeric', month: 'long', year: 'numeric' })} в ${moment(at, time)}`
  const words = new URLSearchParams({
    subj: 'Зачем поддержка смотрела мой аккаунт',
    msg: `Поддержка открыла мой аккаунт ${began}. Расскажите, зачем.`,
  })
  return {
    subject: 'Поддержка открыла ваш аккаунт в Эхолоте',
    title: 'Поддержка смотрит ваш аккаунт',
    paragraphs: [
      `Сотрудник поддержки открыл Эхолот так, как его видите вы: ${began}. Доступ закончится сам через ${maskMinutes} минут, в ${moment(until, time)}, или раньше.`,
      `Причина: «${reason}».`,
      'Пароль, email, телефон, способы входа, оплата, выплаты и удаление аккаунта сотруднику недоступны: изменить их можете только вы. Всё, что он делает, записывается.',
    ],
    button: { title: 'Спросить, зачем', url: `${siteUrl}/contacts?${words}` },
    footnote: 'Такие просмотры видны в профиле, в истории входов.',
  }
}
