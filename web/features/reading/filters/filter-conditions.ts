/** What a filter asks for, condition by condition: one chip for each, whatever number of values it has. */
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { filterParts, joined, type PartNames } from './filter-parts.ts'

/** In the order in which they are listed. */
export const conditionNames = [
  'words',
  'stopWords',
  'locations',
  'products',
  'period',
  'intent',
  'networks',
  'sourceKinds',
  'kind',
  'marks',
  'leadStatus',
  'assignee',
  'handled',
  'spam',
  'learned',
] as const
export type ConditionName = (typeof conditionNames)[number]

interface Condition {
  title: string
  /** What it is for, in a line. */
  about: string
  /** More words it is looked for by. */
  also: string
  fields: readonly (keyof FilterFields)[]
  /** How its values combine; nothing where there is one only. */
  between?: 'или' | 'и'
}

export const conditions: Record<ConditionName, Condition> = {
  words: {
    title: 'Слова',
    about: 'Что должно быть в тексте',
    also: 'фраза ключевые поиск',
    fields: ['includedWords', 'wordsMode', 'exactMatch'],
  },
  stopWords: {
    title: 'Стоп-слова',
    about: 'Чего в тексте быть не должно',
    also: 'исключить минус-слова без',
    fields: ['excludedWords'],
    between: 'и',
  },
  locations: {
    title: 'Место',
    about: 'Город или область',
    also: 'регион страна где гео',
    fields: ['locations', 'undefinedLocations'],
  },
  products: {
    title: 'Что слушать',
    about: 'Категории, проекты и группы',
    also: 'продукт подписка',
    fields: ['categories', 'monitoredProjects', 'monitoredGroups'],
    between: 'или',
  },
  period: {
    title: 'Когда',
    about: 'Последние дни или даты',
    also: 'дата период время день неделя',
    fields: ['recentDays', 'fromDate', 'toDate'],
  },
  intent: {
    title: 'Намерение',
    about: 'Насколько похоже на просьбу',
    also: 'горячие тёплые холодные ищет',
    fields: ['intent'],
  },
  networks: {
    title: 'Сеть',
    about: 'ВКонтакте, Telegram и другие',
    also: 'сети социальная источник',
    fields: ['networks'],
    between: 'или',
  },
  sourceKinds: {
    title: 'Источник',
    about: 'Сообщества, чаты, страницы людей',
    also: 'где написано вид канал',
    fields: ['sourceKinds'],
    between: 'или',
  },
  kind: {
    title: 'Вид',
    about: 'Посты или комментарии',
    also: 'пост комментарий тип',
    fields: ['kind'],
  },
  marks: {
    title: 'Отмеченное',
    about: 'Избранное, с заметками, чёрный список',
    also: 'отметки заметки избранное',
    fields: ['onlyFavorites', 'onlyWithNotes', 'onlyBlackList'],
    between: 'и',
  },
  leadStatus: {
    title: 'Статус лида',
    about: 'Новый, в работе, ответили, сделка, отказ',
    also: 'лиды воронка новые взятые',
    fields: ['leadStatuses'],
    between: 'или',
  },
  assignee: {
    title: 'Ответственный',
    about: 'Кто взял в работу: вы, коллега, никто',
    also: 'лиды мои ничьи команда',
    fields: ['assignees'],
    between: 'или',
  },
  handled: {
    title: 'Разобранное',
    about: 'Скрывать, показывать или только его',
    also: 'сделанное готовое архив',
    fields: ['handled'],
  },
  spam: { title: 'Спам', about: 'Показывать или скрывать', also: 'реклама боты', fields: ['spam'] },
  learned: {
    title: 'Непохожее',
    about: 'Скрывать то, что вам обычно не нравится',
    also: 'отметки обучение нейросеть',
    fields: ['learned'],
  },
}

export interface SetCondition {
  name: ConditionName
  title: string
  text: string
  excluded?: true
  /** What takes it away. */
  clear: Partial<FilterFields>
}

/**
 * The conditions that narrow anything, in their order.
 * @param isLeftOut of a part by its key: it goes without saying
 */
export function setConditions(
  fields: FilterFields,
  names: PartNames,
  isLeftOut: (partKey: string) => boolean = () => false,
): SetCondition[] {
  const parts = filterParts(fields, names).filter(({ key }) => !isLeftOut(key))
  return conditionNames.flatMap((name): SetCondition[] => {
    const { title, between, fields: own } = conditions[name]
    const texts = parts
      .filter(({ group }) => own.includes(group as keyof FilterFields) || (name === 'period' && group === 'period'))
      .filter(({ group }) => group !== 'exactMatch' && group !== 'wordsMode')
      .map(({ text }) => (name === 'words' || name === 'stopWords' ? `«${text}»` : text))
    if (texts.length === 0) return []
    const all = name === 'words' && fields.wordsMode === 'all' ? 'и' : 'или'
    const exact = name === 'words' && fields.exactMatch ? ', точно' : ''
    return [
      {
        name,
        title,
        text: joined(texts, name === 'words' ? all : between) + exact,
        ...(name === 'stopWords' && { excluded: true }),
        clear: clearing(name, fields),
      },
    ]
  })
}

function clearing(name: ConditionName, fields: FilterFields): Partial<FilterFields> {
  const cleared = Object.fromEntries(conditions[name].fields.map((field) => [field, emptyFilter[field]]))
  // Exact forms are asked of stop words too.
  if (name === 'words' && fields.excludedWords.length > 0) delete cleared['exactMatch']
  return cleared
}

/** The conditions a typed text means: whose title, or the words about them, has words that begin so. */
export function findConditions(typed: string): ConditionName[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  const titleBegins = (name: ConditionName): boolean => plain(conditions[name].title).startsWith(wanted[0] ?? '')
  return conditionNames
    .filter((name) => {
      const { title, about, also } = conditions[name]
      const words = plain(`${title} ${about} ${also}`).split(/[\s,-]+/)
      return wanted.every((each) => words.some((word) => word.startsWith(each)))
    })
    .toSorted((one, other) => Number(titleBegins(other)) - Number(titleBegins(one)))
}
