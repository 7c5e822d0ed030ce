/** What payments write to people. */
import { formatRoubles } from '../../../../rules/money.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { titleOf, type Order } from './order-row.ts'

export function thanksLetter(siteUrl: string, order: Order): Letter {
  const free = order.total === 0
  return {
    subject: free ? 'Заказ в Эхолоте оформлен' : 'Оплата в Эхолоте прошла',
    title: 'Спасибо за покупку',
    paragraphs: [
      `${titleOf(order)}.`,
      free ? 'Платить ничего не нужно.' : `Оплачено ${formatRoubles(order.total)}. Номер заказа ${order.account}.`,
      'Что и до какого дня открыто, видно в профиле.',
    ],
    button: { title: 'Открыть счёт', url: `${siteUrl}${invoicePath(order.account)}` },
    footnote: free
      ? undefined
      : 'Кассовый чек придёт отдельным письмом от платёжной системы или оператора фискальных данных.',
  }
}

const whyTooLate = {
  /** The account is gone by now, or the subscription whose groups were to be more. */
  'nothing to open': 'когда открыть по ней уже нечего',
  /** Other packages were paid before. */
  'no room': 'когда больше групп в ваш тариф уже не помещалось',
  'promo code used up': 'когда заказ был уже закрыт, а промокод из него использован',
} as const
export type TooLate = keyof typeof whyTooLate

export function tooLateLetter(order: Order, why: TooLate): Letter {
  return {
    subject: 'Оплата в Эхолоте пришла слишком поздно',
    title: 'Мы вернём деньги',
    paragraphs: [
      `${titleOf(order)}.`,
      `Оплата ${formatRoubles(order.total)} пришла, ${whyTooLate[why]}. Номер заказа ${order.account}.`,
      'Мы вернём деньги тем же способом. Если это затянется, напишите в поддержку и назовите номер заказа.',
    ],
  }
}

/** The printable page of a purchase. */
const invoicePath = (account: string): string => `/invoice/${account}`
