/** Why a message is kept from the reader, in words, and what they may do about it. */
import type { HidingReason } from '../../../../../contract/reading/feed.ts'
import type { FilterFields, IntentLevel } from '../../../../../contract/reading/filters.ts'
import type { LeadStatus } from '../../../../../contract/reading/lead-mark.ts'
import { networkTitles, sourceKindTitles, type Network, type SourceKind } from '../../../../../contract/networks.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { quotedWord } from '../../../../../rules/filters/words.ts'
import { plural, type PluralForms } from '../../../../../rules/plural.ts'

const peopleForms: PluralForms = ['человек', 'человека', 'человек']
const markedForms: PluralForms = ['отметил', 'отметили', 'отметили']

const intents: Record<IntentLevel, string> = {
  cold: 'прямой просьбы не видно',
  warm: 'просьба не из горячих',
  hot: 'горячая просьба',
}

export function reasonInWords(reason: HidingReason, detail: string | null): string {
  switch (reason) {
    case 'removed':
      return 'удалено модератором'
    case 'rejected':
      return 'отклонено модератором'
    case 'trial':
      return 'пробный доступ: видны сообщения старше трёх дней'
    case 'products':
      return detail === null ? 'этой категории нет в фильтре' : `категории «${detail}» нет в фильтре`
    case 'kind':
      return 'не тот вид: пост или комментарий'
    case 'networks':
      return detail === null
        ? 'этой сети нет в фильтре'
        : `сети «${networkTitles[detail as Network] ?? detail}» нет в фильтре`
    case 'sourceKinds':
      return detail === null
        ? 'такого источника нет в фильтре'
        : `источника «${sourceKindTitles[detail as SourceKind] ?? detail}» нет в фильтре`
    case 'dates':
      return 'написано не в те дни, что в фильтре'
    case 'locations':
      return detail === null ? 'место неизвестно' : `другое место: ${detail}`
    case 'intent':
      return detail === null
        ? 'просьба слабее, чем просит фильтр'
        : `намерение: ${intents[detail as IntentLevel] ?? detail}`
    case 'censor':
      return 'грубые слова: их скрывает проект'
    case 'neural':
      return 'это не упоминание, решила нейросеть проекта'
    case 'blackList':
      return detail === null ? 'чёрный список' : `чёрный список: ${detail}`
    case 'notBlackListed':
      return 'автор не в чёрном списке, а фильтр показывает только его'
    case 'spamMark':
      return 'спам — отметили вы'
    case 'spamCount':
      return spamCount(detail)
    case 'spamModel':
      return detail === null ? 'похоже на рекламу' : `похоже на рекламу: ${detail}`
    case 'notSpam':
      return 'не спам, а фильтр показывает только спам'
    case 'learned':
      return detail === null
        ? 'не похоже на то, что вам нравится'
        : `не похоже на то, что вам нравится; решили слова: ${detail}`
    case 'handled':
      return 'разобрано вами'
    case 'notHandled':
      return 'не разобрано, а фильтр показывает только разобранное'
    case 'leadStatus':
      return detail === null ? 'другой статус' : `статус «${leadStatusTitles[detail as LeadStatus]}»`
    case 'assignee':
      return detail === null ? 'другой ответственный' : `ответственный — ${detail}`
    case 'notFavorite':
      return 'не в избранном'
    case 'noNote':
      return 'без заметки'
    case 'includedWords':
      return detail === null ? 'нет ни одного слова фильтра' : `нет слова ${quotedWord(detail)}`
    case 'excludedWords':
      return detail === null ? 'стоп-слово' : `стоп-слово ${quotedWord(detail)}`
    case 'search':
      return 'нет того, что ищут'
    case 'copy':
      return detail === null ? 'копия сообщения, которое уже есть в ленте' : `копия сообщения: ${detail}`
  }
}

function spamCount(detail: string | null): string {
  const count = Number(detail)
  if (detail === null || !Number.isInteger(count)) return 'спам — отметили многие'
  return `спам — ${plural(count, markedForms)} ${count} ${plural(count, peopleForms)}`
}

/** The one thing that lets such a message in. */
export type LetIn =
  | { by: 'unmarkSpam' | 'removeAuthor' | 'unmarkHandled'; label: string }
  /** A change of the filter. */
  | { by: 'filter'; label: string; changes: Partial<FilterFields> }

export function letIn(
  reason: HidingReason,
  detail: string | null,
  fields: FilterFields,
  productId: number,
): LetIn | null {
  if (reason === 'spamMark') return { by: 'unmarkSpam', label: 'Это не спам' }
  if (reason === 'handled') return { by: 'unmarkHandled', label: 'Вернуть в ленту' }
  if (reason === 'blackList') return { by: 'removeAuthor', label: 'Убрать из чёрного списка' }
  if (reason === 'excludedWords' && detail !== null) {
    const excludedWords = fields.excludedWords.filter((word) => word !== detail)
    if (excludedWords.length === fields.excludedWords.length) return null
    return { by: 'filter', label: `Убрать стоп-слово ${quotedWord(detail)}`, changes: { excludedWords } }
  }
  if (reason === 'spamCount' || reason === 'spamModel')
    return { by: 'filter', label: 'Показывать спам', changes: { spam: 'ignore' } }
  if (reason === 'networks' && detail !== null)
    return { by: 'filter', label: 'Добавить сеть', changes: { networks: [...fields.networks, detail as Network] } }
  if (reason === 'sourceKinds' && detail !== null) {
    return {
      by: 'filter',
      label: 'Добавить источник',
      changes: { sourceKinds: [...fields.sourceKinds, detail as SourceKind] },
    }
  }
  if (reason === 'products' && fields.categories.length > 0) {
    return { by: 'filter', label: 'Добавить категорию', changes: { categories: [...fields.categories, productId] } }
  }
  if (reason === 'kind') return { by: 'filter', label: 'Показывать посты и комментарии', changes: { kind: 'all' } }
  if (reason === 'locations' && detail === null)
    return { by: 'filter', label: 'Показывать без места', changes: { undefinedLocations: true } }
  if (reason === 'intent')
    return { by: 'filter', label: 'Показывать и такие', changes: { intent: (detail ?? 'cold') as IntentLevel } }
  if (reason === 'learned') return { by: 'filter', label: 'Показывать непохожее', changes: { learned: false } }
  if (reason === 'notHandled') return { by: 'filter', label: 'Не только разобранное', changes: { handled: 'hide' } }
  if (reason === 'leadStatus' && detail !== null)
    return {
      by: 'filter',
      label: 'Показывать этот статус',
      changes: { leadStatuses: [...fields.leadStatuses, detail as LeadStatus] },
    }
  if (reason === 'assignee') return { by: 'filter', label: 'Показывать лиды всех', changes: { assignees: [] } }
  if (reason === 'notFavorite') return { by: 'filter', label: 'Не только избранное', changes: { onlyFavorites: false } }
  if (reason === 'noNote') return { by: 'filter', label: 'Не только с заметками', changes: { onlyWithNotes: false } }
  if (reason === 'notBlackListed')
    return { by: 'filter', label: 'Не только чёрный список', changes: { onlyBlackList: false } }
  if (reason === 'notSpam') return { by: 'filter', label: 'Не только спам', changes: { spam: 'ignore' } }
  return null
}
