import type { FeedbackLetter } from '../../../../contract/site/feedback.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

/** So much of what they wrote is quoted back to them. */
const QUOTED = 600

/** The answer of support, above what it answers. */
export function answerLetter(
  siteUrl: string,
  { subject, message }: Pick<FeedbackLetter, 'subject' | 'message'>,
  text: string,
): Letter {
  const more = new URLSearchParams({ subj: subject })
  const quoted = message.length > QUOTED ? `${message.slice(0, QUOTED).trimEnd()}…` : message
  return {
    subject: `Ответ поддержки: ${subject}`,
    title: subject,
    paragraphs: text.split(/\n{2,}/),
    button: { title: 'Написать ещё', url: `${siteUrl}/contacts?${more}` },
    footnote: `Вы писали: «${quoted.trim()}»`,
    closing: { text: 'Это ответ на ваше письмо в поддержку Эхолота.', links: [] },
  }
}
