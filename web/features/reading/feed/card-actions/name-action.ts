/** What an action is called: by the words on its button, so that it can be pressed by voice; what it will do comes after them. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'

/** «Нравится · 2» */
export function shownName(action: Pick<CardAction, 'short' | 'count'>, message: FeedMessage): string {
  const count = action.count?.(message) ?? 0
  return count > 0 ? `${action.short} · ${count}` : action.short
}

/** «Спам: удалить у всех»: it begins with what is shown. */
export function nameAction(action: Pick<CardAction, 'short' | 'count' | 'label'>, message: FeedMessage): string {
  const label = action.label(message)
  return shownName(action, message) + (label.startsWith(action.short) ? label.slice(action.short.length) : '')
}
