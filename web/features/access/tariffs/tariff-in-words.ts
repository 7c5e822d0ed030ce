/** The words for the products and types on the price list. */
import { freezing } from '../../../../contract/access/subscriptions.ts'
import type { Tariff, TariffProduct, TariffType } from '../../../../contract/access/tariffs.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { estimate } from '../../../../rules/pricing/estimate.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import type { ColumnType } from './tariff-choice.ts'

export const productWords: Record<TariffProduct, { title: string; about: string; each: string }> = {
  category: { title: productTitles.category, about: 'Кто ищет ваши услуги', each: 'за категорию' },
  project: { title: productTitles.project, about: 'Кто о вас говорит', each: 'за проект' },
  group: { title: productTitles.group, about: 'Что пишут в группах', each: 'за группу' },
}

export const typeWords: Record<ColumnType, { title: string; about: string }> = {
  trial: { title: 'Пробный', about: 'Посмотреть, что приходит' },
  regular: { title: 'Обычный', about: 'Для того, кто отвечает сам' },
  team: { title: 'Командный', about: 'Для отдела или команды' },
}

const peopleForms: PluralForms = ['человека', 'человек', 'человек']
/** The owner is one of them. */
export const teamSizeInWords = (size: number): string => `до ${size}\u00A0${plural(size, peopleForms)}`

/** What stands under the price: for what, and for how long. */
export function rateInWords({ product, durationUnit }: Pick<Tariff, 'product' | 'durationUnit'>): string {
  return `в ${durationUnit === 'month' ? 'месяц' : 'день'} ${productWords[product].each}`
}

/**
 * What stands beside a length: its rate, and, where that is not all there is to pay, the whole of it: «891 руб. в месяц, всего 2 673 руб.»
 * For one category, project or group; more are counted in the order.
 */
export function lengthInWords(tariff: Tariff): string {
  const { rate, fee, duration, durationUnit } = tariff
  const each = `${formatRoubles(toKopecks(rate))} ${durationUnit === 'month' ? 'в месяц' : 'в день'}`
  if (duration === 1 && fee === 0) return each
  const { total } = estimate({
    tariff: { ...tariff, rate: toKopecks(rate), fee: toKopecks(fee) },
    count: 1,
    quantity: 1,
    prolongs: false,
    promo: null,
    // Only the days depend on it.
    start: new Date(0),
  })
  return `${each}, всего ${formatRoubles(total)}`
}

const delay = 'Сообщения видны через 3 дня после публикации'
const atOnce = 'Сообщения приходят сразу'
const tools = 'Фильтры, заметки, уведомления, выгрузка'
const freeze = `Можно заморозить на ${freezing.days} дней`
const ofTeam = [
  'Всё, что в обычном',
  'Общая лента, заметки и фильтры',
  'Видно, кто взял клиента и что ответил',
  'Коллег приглашаете вы, по email',
  'Каждому своё право: просмотр, работа, управление',
]

const included: Record<TariffProduct, Record<ColumnType, string[]>> = {
  category: {
    trial: ['Одна категория на выбор', delay, 'Нужен только email'],
    regular: [
      atOnce,
      'Любое число категорий, каждая следующая на 5\u00A0% дешевле',
      tools,
      'Категорию можно сменить',
      freeze,
    ],
    team: ofTeam,
  },
  project: {
    trial: ['Напишите, что отслеживать', 'Настроим проект вместе', 'Решите, увидев упоминания'],
    regular: [atOnce, 'Ключевые слова, контекст и стоп-слова', 'Фильтр рекламы и ботов', tools, freeze],
    team: ofTeam,
  },
  group: {
    trial: ['Несколько групп на выбор', delay, 'Нужен только email'],
    regular: [atOnce, 'Группы добавляются ссылками', 'Докупить группы можно в любой день', tools, freeze],
    team: ofTeam,
  },
}

export function whatIsIncluded(product: TariffProduct, type: ColumnType): string[] {
  return included[product][type]
}

export const typeTitles: Record<TariffType, string> = {
  trial: 'Пробный',
  regular: 'Обычный',
  team: 'Командный',
  package: 'Пакет',
}
