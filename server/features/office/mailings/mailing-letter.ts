/** A mailing as the letter that one person gets, with the headers that mail services ask of what is sent to many. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { fillBody, fillText, type ReadBody, type Values } from '../../../../rules/mailings/body.ts'
import type { Bounces } from '../../../../rules/mailings/mailing.ts'
import type { Letter, LetterHeaders } from '../../../kit/mail/letter.ts'

export interface MailingText {
  type: MailingType
  subject: string
  body: ReadBody
}

/** @param token of the link that ends mailings of this kind */
export function mailingLetter(
  { type, subject, body }: MailingText,
  values: Values,
  siteUrl: string,
  token: string,
): Letter {
  const filled = fillBody(body, values)
  const subjectLine = fillText(subject, values).replaceAll(/\s+/g, ' ').trim()
  return {
    subject: subjectLine,
    title: filled.title ?? subjectLine,
    paragraphs: [],
    body: filled.blocks,
    closing: {
      text:
        type === 'advertising'
          ? 'Вы согласились получать предложения Эхолота.'
          : 'Это новости сервиса Эхолот. Их получают те, у кого есть аккаунт, и те, кто с нами переписывался.',
      links: [
        { title: 'Отписаться', url: `${siteUrl}/unsubscribe#${token}` },
        { title: 'Что мне присылать', url: `${siteUrl}/profile` },
      ],
    },
  }
}

/** To the admin who sent it. */
export function stoppedLetter(siteUrl: string, subject: string, { tried, bounced }: Bounces): Letter {
  return {
    subject: `Рассылка «${subject}» остановлена`,
    title: 'Рассылка остановлена',
    paragraphs: [
      `Из ${tried.toLocaleString('ru-RU')} писем рассылки «${subject}» вернулось ${bounced.toLocaleString('ru-RU')}. Почтовые службы закрываются от тех, кто пишет на мёртвые адреса, поэтому остальное ждёт вашего решения.`,
      'Посмотрите, что ответили серверы, и продолжите рассылку, если с адресами всё в порядке.',
    ],
    button: { title: 'Открыть рассылки', url: `${siteUrl}/admin?tab=mailings` },
  }
}

/**
 * @param task numbers of mailing and recipient; null: of a try
 * @param leaveBy where a letter ends mailings too; null: nowhere
 */
export function mailingHeaders(
  type: MailingType,
  siteUrl: string,
  token: string,
  task: { mailingId: number; recipientId: number } | null,
  leaveBy: string | null = null,
): LetterHeaders {
  const ways = [
    `<${siteUrl}/api/mailings/unsubscribe?token=${token}>`,
    ...(leaveBy === null ? [] : [`<mailto:${leaveBy}?subject=unsubscribe>`]),
  ]
  return {
    'list-unsubscribe': ways.join(', '),
    // Mail services press for their user over https alone.
    ...(siteUrl.startsWith('https://') && { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
    precedence: 'bulk',
    'feedback-id': `${task?.mailingId ?? 0}:${type}:mailing:echolot`,
    'x-postmaster-msgtype': type,
    ...(task && { 'x-echolot-id': `${task.mailingId}.${task.recipientId}` }),
  }
}
