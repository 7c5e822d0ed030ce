/** What the feed has learnt of the reader, in words. */
import type { Learned } from '../../../contract/learning.ts'
import { messageForms, ofMessagesForms, plural, type PluralForms } from '../../../rules/plural.ts'

const markForms: PluralForms = ['отметка', 'отметки', 'отметок']
const byMarkForms: PluralForms = ['отметке', 'отметкам', 'отметкам']

/** What the switch does, or what it still lacks. */
export function learnedInWords({ likes, dislikes, needed, ready, hidden, of }: Learned, on: boolean): string {
  if (!ready) {
    const least = [
      ...(needed.likes > 0 ? [`${needed.likes} «нравится»`] : []),
      ...(needed.dislikes > 0 ? [`${needed.dislikes} «не нравится» или «спам»`] : []),
    ]
    const among = least.length > 0 ? `, из них не меньше: ${least.join(' и ')}` : ''
    const more = Math.max(needed.all, needed.likes + needed.dislikes)
    return `Лента учится на ваших «нравится», «не нравится» и «спам». ${plural(more, ['Нужна', 'Нужны', 'Нужно'])} ещё ${more} ${plural(more, markForms)}${among}.`
  }
  const marks = likes + dislikes
  const learnt = `Выучено по ${marks} ${plural(marks, byMarkForms)}`
  if (of === 0) return `${learnt}.`
  if (hidden === 0) return `${learnt}. Среди последних ${of} ${plural(of, ofMessagesForms)} непохожих нет.`
  const count = `${hidden} ${plural(hidden, messageForms)} из последних ${of}`
  return on ? `${learnt}. Скрыто ${count}: они в «Что скрыто».` : `${learnt}. Будет скрыто ${count}.`
}
