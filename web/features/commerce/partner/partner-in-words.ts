/** States, shares and ways of the programme as people read them. */
import type { Commission, PayoutMethod, PayoutStatus } from '../../../../contract/commerce/partner.ts'

/** «20 %», «12,5 %» */
export const inPercent = (percent: number): string => `${percent.toLocaleString('ru')}\u00A0%`

export type Tone = 'good' | 'warn' | 'quiet'

/** What a payout of this status means for the money. */
export const payoutWords: Record<PayoutStatus, { tone: Tone; words: string }> = {
  0: { tone: 'quiet', words: 'Заявка принята, деньги отложены для неё' },
  1: { tone: 'quiet', words: 'Проверяем реквизиты и начисления' },
  2: { tone: 'quiet', words: 'Проверена, готовим перевод' },
  3: { tone: 'quiet', words: 'Деньги отправлены и идут к вам' },
  5: { tone: 'warn', words: 'Не выплачена, деньги снова доступны' },
  10: { tone: 'good', words: 'Деньги у вас' },
  11: { tone: 'warn', words: 'Банк вернул перевод, деньги снова доступны' },
  12: { tone: 'warn', words: 'Отменена, деньги снова доступны' },
}

export const commissionTones: Record<Commission['state'], Tone> = {
  held: 'quiet',
  suspected: 'warn',
  available: 'good',
  reversed: 'warn',
  refused: 'warn',
  none: 'quiet',
}

/** A way money goes, and what is asked of it. */
export const methodWords: Record<PayoutMethod, { title: string; wallet: string; placeholder: string }> = {
  card: { title: 'На карту', wallet: 'Номер карты', placeholder: '0000 0000 0000 0000' },
  sbp: { title: 'По СБП, на телефон', wallet: 'Телефон', placeholder: '+7 900 000-00-00' },
  yoomoney: { title: 'На кошелёк ЮMoney', wallet: 'Номер кошелька', placeholder: '4100 1000 0000 000' },
  account: { title: 'На счёт компании или ИП', wallet: 'Расчётный счёт', placeholder: '20 цифр' },
}

export const byWords: Record<Commission['by'], string> = { link: 'по ссылке', promo: 'по промокоду' }

/** «10.03.26» of a day `YYYY-MM-DD` (spec §5). */
export const shortDay = (day: string): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(2, 4)}`
