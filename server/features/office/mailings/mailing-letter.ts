/** A mailing as the letter that one person gets, with the headers that mail services ask of what is sent to many. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { fillBody, fillText, type ReadBody, type Values } from '../../../../rules/mailings/body.ts'
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

/** @param task numbers of mailing and recipient; null: of a try */
export function mailingHeaders(
  type: MailingType,
  siteUrl: string,
  token: string,
  task: { mailingId: number; recipientId: number } | null,
): LetterHeaders {
  return {
    'list-unsubscribe': `<${siteUrl}/api/mailings/unsubscribe?token=${token}>`,
    // Mail services press for their user over https alone.
    ...(siteUrl.startsWith('https://') && { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
    precedence: 'bulk',
    'feedback-id': `${task?.mailingId ?? 0}:${type}:mailing:echolot`,
    'x-postmaster-msgtype': type,
    ...(task && { 'x-echolot-id': `${task.mailingId}.${task.recipientId}` }),
  }
}
