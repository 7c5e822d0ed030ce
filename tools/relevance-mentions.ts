/**
 * What `mention` is fitted to and measured on. Messages that hold a word of a project, read one by one: ids of those that
 * mean the watched thing and of those that mean something else by the same word. The words are what a customer would enter
 * as keywords and context, written before the messages were read.
 */

export interface MentionProject {
  name: string
  words: readonly string[]
  /** Ids in `messages.ndjson.zst`, without the name of their source: n tgnews, v vkkarelia, q qaload, s stankin, t tgspamham. */
  about: string
  other: string
}

/** `n-001478` is `tgnews-001478`. */
export const messageIdOf = (short: string): string => {
  const sources: Readonly<Record<string, string>> = {
    n: 'tgnews',
    v: 'vkkarelia',
    q: 'qaload',
    s: 'stankin',
    t: 'tgspamham',
  }
  return `${sources[short.charAt(0)] ?? ''}${short.slice(1)}`
}

const shop = ['магазин', 'супермаркет', 'продукты', 'покупатель', 'цены', 'скидка', 'касса', 'чек', 'торговая сеть']
const operator = ['связь', 'тариф', 'интернет', 'оператор', 'роуминг', 'абонент', 'сим-карта', 'мобильный', 'сеть']
const bank = ['банк', 'карта', 'кредит', 'вклад', 'счёт', 'ипотека', 'перевод', 'отделение', 'приложение']

/** Fitted to. Half of their senses are rare in the messages, as it is in life. */
export const mentionProjects: readonly MentionProject[] = [
  {
    name: 'Магнит',
    words: ['магнит', ...shop],
    about: 'n-020265 n-007823 n-021003 n-019096',
    other: 'v-036576 n-009771 v-001811 v-008973 v-003083 n-009481 v-033575 v-006814 n-014261 v-042030',
  },
  {
    name: 'Лента',
    words: ['лента', 'гипермаркет', ...shop],
    about: 's-024789 n-009943 s-019411 s-021368',
    other: 'n-003763 v-037809 q-069531 n-004034 v-016730 q-000984 n-019432 v-033899 q-049028 v-038279',
  },
  {
    name: 'Окей',
    words: ['окей', 'гипермаркет', ...shop],
    about: 'n-007467 n-007468',
    other: 's-023699 t-000237 q-070538 s-005707 q-043968 s-029495 q-037039 n-004499',
  },
  {
    name: 'Альфа-Банк',
    words: ['альфа', 'альфа-банк', ...bank],
    about: 'q-088748 n-005106 q-079033 n-020981 q-032268 n-004717 q-040841',
    other: 'v-006755 s-032172 v-009117 n-001245 q-037123',
  },
  {
    name: 'карта «Мир»',
    words: ['мир', 'платёжная система', ...bank],
    about: 's-006081',
    other: 'n-001478 v-009670 t-000436 q-029745 n-000408 v-009745 s-010719 q-079310 n-010768',
  },
  {
    name: 'авиакомпания «Победа»',
    words: ['победа', 'авиакомпания', 'самолёт', 'рейс', 'билет', 'аэропорт', 'багаж', 'пассажир'],
    about: '',
    other: 'n-009635 v-004348 s-027263 q-013863 n-013230 v-030172 s-031369 q-088740 n-012556 v-010505',
  },
  {
    name: 'вакцина «Спутник»',
    words: ['спутник', 'вакцина', 'прививка', 'укол', 'ковид', 'антитела', 'врач', 'поликлиника'],
    about: '',
    other:
      'n-002333 v-029732 s-000073 q-049972 n-017832 v-027535 q-032688 n-021358 v-040311 n-012235 v-022504 n-003364 v-045067 s-000071',
  },
  {
    name: 'партия «Яблоко»',
    words: ['яблоко', 'партия', 'выборы', 'депутат', 'политик', 'кандидат', 'оппозиция'],
    about: 'n-015444 n-015170 n-015446',
    other: 'n-004906 v-000463 q-062861 v-031665 n-000778 v-010784',
  },
  {
    name: 'поезд «Ласточка»',
    words: ['ласточка', 'поезд', 'электричка', 'вокзал', 'ржд', 'билет', 'вагон', 'расписание'],
    about: 'n-002597',
    other: 'n-006995 v-024508 q-031709 v-029163 v-026594 n-009414 v-040189 n-019007 v-014907 n-002794 v-030635',
  },
  {
    name: 'Сбер',
    words: ['сбер', 'сбербанк', ...bank],
    about: 'n-014493 v-042686 s-018308 q-057683 n-006936 v-045097 q-063818 n-008243',
    other: '',
  },
  {
    name: 'Дикси',
    words: ['дикси', ...shop],
    about: 'v-008896 s-012799 n-012420 s-011961 n-012417 n-012399 s-024790',
    other: '',
  },
]

/** Never fitted to: whole projects held back. */
export const heldMentionProjects: readonly MentionProject[] = [
  {
    name: 'Мегафон',
    words: ['мегафон', ...operator],
    about: 'v-028001 q-014661 v-044879 q-077247 v-028044 q-040398',
    other: 'v-006535 v-006517 v-006160',
  },
  {
    name: 'Билайн',
    words: ['билайн', ...operator],
    about: 'n-013620 v-044901 s-024573 s-024621 q-015133 n-012175 s-024575 s-024625',
    other: '',
  },
  {
    name: 'МТС',
    words: ['мтс', ...operator],
    about: 'n-013817 n-000171 n-014611 q-091418 q-058063',
    other: 'v-033008',
  },
  {
    name: 'Пятёрочка',
    words: ['пятёрочка', ...shop],
    about:
      's-030851 n-006237 n-008772 s-013764 s-020344 n-006047 n-006039 n-006118 n-011120 v-004084 v-013840 v-013830',
    other: '',
  },
  {
    name: 'Перекрёсток',
    words: ['перекрёсток', ...shop],
    about: 'n-014466 n-010722',
    other: 'v-003991 n-014574 v-001045 n-004086 v-004254 n-016352 v-004303 v-008338',
  },
  {
    name: 'Озон',
    words: ['озон', 'маркетплейс', 'заказ', 'доставка', 'пункт выдачи', 'товар', 'скидка', 'продавец'],
    about:
      'n-016788 s-028614 q-090769 n-017839 s-017954 q-049421 q-040772 s-029924 q-064871 n-010040 q-040127 s-011654 q-047655',
    other: 'v-012815',
  },
  {
    name: 'Почта России',
    words: ['почта', 'посылка', 'письмо', 'отделение', 'доставка', 'индекс', 'почтальон', 'очередь'],
    about: 'n-010135',
    other:
      'v-041478 s-029989 q-037271 n-011598 v-013809 s-027621 q-081436 n-017864 v-001216 s-025416 q-024615 n-013970',
  },
  { name: 'ВТБ', words: ['втб', ...bank], about: 's-014446 q-050322 n-018407 q-047603 n-013687', other: 'n-010200' },
  {
    name: 'Светофор',
    words: ['светофор', ...shop],
    about: '',
    other: 'n-018561 v-001873 q-000416 n-001820 q-021499 n-007785 n-006749 v-044264 n-002042',
  },
]
