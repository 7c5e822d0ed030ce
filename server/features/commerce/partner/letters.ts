/** What the programme writes to partners. */
import { payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { formatRoubles } from '../../../../rules/money.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

export const payoutCodeLetter = (code: string): Letter => ({
  subject: 'Код для заявки на выплату',
  title: 'Подтвердите заявку на выплату',
  paragraphs: ['Введите этот код в форме заявки. Он действует десять минут.'],
  code,
  footnote: 'Если вы не просили выплату, никому не показывайте этот код и смените пароль.',
})

export interface PayoutNews {
  sum: number
  status: PayoutStatus
  comment: string | null
}

const words: Record<PayoutStatus, string> = {
  0: 'Заявка снова ждёт рассмотрения.',
  1: 'Заявку проверяют.',
  2: 'Заявка одобрена, деньги скоро отправят.',
  3: 'Деньги отправлены. Когда они дойдут, зависит от банка.',
  5: 'Заявка отклонена. Деньги снова доступны к выплате.',
  10: 'Деньги выплачены.',
  11: 'Банк вернул деньги. Они снова доступны к выплате: проверьте, куда их отправить.',
  12: 'Заявка отменена. Деньги снова доступны к выплате.',
}

export const payoutLetter = (siteUrl: string, { sum, status, comment }: PayoutNews): Letter => ({
  subject: `Выплата ${formatRoubles(sum)}: ${payoutStatuses[status].toLowerCase()}`,
  title: `Выплата ${formatRoubles(sum)}`,
  paragraphs: [words[status], ...(comment === null || comment === '' ? [] : [`Комментарий: ${comment}`])],
  button: { title: 'Открыть кабинет партнёра', url: `${siteUrl}/partner` },
})
