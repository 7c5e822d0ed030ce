/** What is written to people about their subscriptions. */
import type { TariffType } from '../../../../contract/access/tariffs.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import type { Letter, LetterLink } from '../../../kit/mail/letter.ts'

export interface Ending {
  product: ProductType
  /** Of a category or a project; empty for groups. */
  name: string
  categoryId: number | null
  tariffType: TariffType
  expiresAt: Date
}

/** @param endings of one product, the first to end first */
export function endingLetter(
  siteUrl: string,
  endings: readonly [Ending, ...Ending[]],
  timeZone: string,
): Letter & { button: LetterLink } {
  const trial = endings.every(({ tariffType }) => tariffType === 'trial')
  const subject = `${trial ? 'Пробный доступ закончится' : endings.length === 1 ? 'Подписка закончится' : 'Подписки закончатся'} ${dayOf(endings[0].expiresAt, timeZone)}`
  return {
    subject,
    title: subject,
    paragraphs: [
      ...endings.map(
        (ending) =>
          `${nameOf(ending)}: до ${dayOf(ending.expiresAt, timeZone)}, ${timeOf(ending.expiresAt, timeZone)}.`,
      ),
      trial
        ? 'Чтобы видеть и дальше, причём сразу и без скрытых трёх дней, оформите подписку.'
        : 'Если продлить сейчас, новый срок начнётся, когда закончится этот: ни один день не пропадёт.',
      ...(endings.some(({ tariffType }) => tariffType === 'team')
        ? ['Вместе с командным тарифом лента закроется и у участников команды. После продления она откроется им сама.']
        : []),
    ],
    button: { title: trial ? 'Оформить подписку' : 'Продлить', url: `${siteUrl}${orderAddress(endings)}` },
  }
}

function nameOf({ product, name }: Ending): string {
  if (product === 'group') return productTitles.group
  return product === 'project' ? `Проект «${name}»` : `Категория «${name}»`
}

/** The order page with the same things in it (spec §2 Order). */
function orderAddress(endings: readonly [Ending, ...Ending[]]): string {
  const [{ product }] = endings
  const categories = endings.flatMap(({ categoryId }) => (categoryId === null ? [] : [`&category=${categoryId}`]))
  const type = endings.every(({ tariffType }) => tariffType === 'team') ? 'team' : 'regular'
  return `/order?product=${product}&type=${type}${categories.join('')}`
}

function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone }).format(moment)
}

function timeOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone }).format(moment)
}
