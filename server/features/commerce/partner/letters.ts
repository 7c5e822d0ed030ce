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

/** What commissions became, in kopecks. */
export type EarningsNews = Record<'held' | 'suspected' | 'available' | 'reversed' | 'refused', number>

const earningsWords: [of: keyof EarningsNews, sentence: (sum: string) => string][] = [
  ['held', (sum) => `Начислено ${sum}. Они станут доступны к выплате, когда пройдёт срок возврата денег.`],
  ['suspected', (sum) => `На проверке ${sum}. Почему, сказано в кабинете.`],
  ['available', (sum) => `Стало доступно к выплате ${sum}.`],
  ['reversed', (sum) => `Отменено ${sum}: деньги за покупки вернули.`],
  ['refused', (sum) => `Не зачтено после проверки ${sum}. Почему, сказано в кабинете.`],
]

/** Null: there is nothing to report. */
export function earningsLetter(siteUrl: string, news: EarningsNews): Letter | null {
  const changes = earningsWords.filter(([of]) => news[of] > 0)
  const [first] = changes
  if (!first) return null
  const sentences = changes.map(([of, sentence]) => sentence(formatRoubles(news[of])))
  return {
    subject: `Партнёрская программа: ${subjects[first[0]]} ${formatRoubles(news[first[0]])}`,
    title: 'Что нового в партнёрской программе',
    paragraphs: sentences,
    button: { title: 'Открыть кабинет партнёра', url: `${siteUrl}/partner` },
    footnote: 'Такое письмо приходит не чаще раза в день. Выключить письма можно в кабинете партнёра.',
  }
}

const subjects: Record<keyof EarningsNews, string> = {
  held: 'начислено',
  suspected: 'на проверке',
  available: 'доступно к выплате',
  reversed: 'отменено',
  refused: 'не зачтено',
}
