/** What the feed has learnt of the reader, in words. */
import type { Learned } from '../../../../contract/reading/learning.ts'
import { ofMessagesForms, plural, type PluralForms } from '../../../../rules/plural.ts'

const markForms: PluralForms = ['отметка', 'отметки', 'отметок']
const byMarkForms: PluralForms = ['отметке', 'отметкам', 'отметкам']

/** What the switch does, or what it still lacks. */
export function learnedInWords({ likes, dislikes, needed, ready, hidden, of }: Learned, on: boolean): string {
  if (!ready) {
    const least = [
      ...(needed.likes > 0 ? [`${needed.likes} «нравится»`] : []),
      ...(needed.dislikes > 0 ? [`${needed.dislikes} «не нравится» или «спам»`] : []),
    ]
    const more = Math.max(needed.all, needed.likes + needed.dislikes)
    // Nothing but these are missing, or these among others.
    const which = more === needed.likes + needed.dislikes ? ': ' : ', из них хотя бы '
    const among = least.length > 0 ? which + least.join(' и ') : ''
    const missing = `${plural(more, ['Нужна', 'Нужны', 'Нужно'])} ещё ${more} ${plural(more, markForms)}${among}.`
    return `Лента учится на ваших «нравится», «не нравится» и «спам». ${missing}${on ? ' Пока ничего не скрывается.' : ''}`
  }
  const marks = likes + dislikes
  const learnt = `Выучено по ${marks} ${plural(marks, byMarkForms)}.`
  if (of === 0) return learnt
  const newest = `последних ${of} ${plural(of, ofMessagesForms)}`
  if (hidden === 0) return of === 1 ? learnt : `${learnt} Среди ${newest} непохожих нет.`
  return `${learnt} Непохожих — ${hidden} из ${newest}${on ? ', ищите их в «Что скрыто»' : ''}.`
}
