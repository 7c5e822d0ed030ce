/** What a partner brought and earned, as those who look after the programme read it. */
import { formatRoubles, toKopecks } from '../money.ts'

export interface PartnerNumbers {
  referrals: number
  paying: number
  /** In roubles. */
  money: Record<keyof typeof sumTitles, number>
}

const sumTitles = {
  earned: 'Начислено за всё время',
  held: 'Ждёт срока возврата',
  suspected: 'На проверке',
  available: 'Доступно',
  requested: 'Заявлено',
  paid: 'Выплачено',
}

/** Titles with their values, in the order in which they follow from each other. */
export const partnerFacts = ({ referrals, paying, money }: PartnerNumbers): [title: string, value: string][] => [
  ['Привёл', referrals.toLocaleString('ru')],
  ['Из них платят', paying.toLocaleString('ru')],
  ...(Object.keys(sumTitles) as (keyof typeof sumTitles)[]).map((sum): [string, string] => [
    sumTitles[sum],
    formatRoubles(toKopecks(money[sum])),
  ]),
]
