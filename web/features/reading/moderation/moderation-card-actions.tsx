/** What else moderators may do with a card. */
import {
  IconArrowBackUp,
  IconCheck,
  IconCopyPlus,
  IconFileX,
  IconFolderSymlink,
  IconMapPin,
  IconUserX,
  IconX,
} from '@tabler/icons-react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import type { VerdictAction } from '../../../../contract/reading/moderation.ts'
import { ask } from '../../../kit/calls/ask.ts'
import type { CardAction, CardDialogProps } from '../../../kit/actions/card-action.ts'
import type { Action } from '../../../kit/actions/action.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { Locate } from './message-location-dialog.tsx'
import type { PutInCategory } from './message-category-dialog.tsx'

const MessageLocationDialog = lazyNamed(() => import('./message-location-dialog.tsx'), 'MessageLocationDialog')
const MessageCategoryDialog = lazyNamed(() => import('./message-category-dialog.tsx'), 'MessageCategoryDialog')

/** @param admin their rejects take a message away from moderators too */
export function moderationCardActions(admin: boolean): CardAction[] {
  return [...verdictActions(admin), ...sortingActions]
}

function verdictActions(admin: boolean): CardAction[] {
  const rejected = admin ? 'Удалено у всех' : 'Отклонено'
  const removes = admin && { removes: true as const }
  const approve = judge('approve', { done: 'Одобрено', hides: 'одобрено', handles: true })
  const reject = judge('reject', { done: rejected, hides: 'отклонено', handles: true, ...removes })
  const rejectText = judge('rejectText', {
    done: `${rejected} вместе с копиями текста`,
    hides: 'текст отклонён',
    handles: true,
    ...removes,
  })
  const rejectAuthor = judge('rejectAuthor', {
    done: `${rejected} всё от этого автора`,
    hides: 'автор отклонён',
    alsoAffects: ofSameAuthor,
    ...removes,
  })
  return [
    {
      id: 'approve',
      label: () => 'Одобрить',
      short: 'Одобрить',
      Icon: IconCheck,
      place: 'menu',
      may: ({ verdict }) => verdict !== 'approved',
      goesOn: true,
      key: { code: 'KeyA', letter: 'A', help: 'Одобрить, и к следующему' },
      actionFor: () => approve,
      many: { label: 'Одобрить', action: approve },
    },
    {
      id: 'reject',
      label: () => (admin ? 'Отклонить: удалить у всех' : 'Отклонить'),
      short: 'Отклонить',
      Icon: IconX,
      place: 'menu',
      may: ({ verdict }) => verdict !== 'rejected',
      goesOn: true,
      key: { code: 'KeyR', letter: 'R', help: 'Отклонить, и к следующему' },
      actionFor: () => reject,
      many: { label: 'Отклонить', action: reject },
    },
    {
      id: 'rejectText',
      label: () => 'Отклонить текст и его копии',
      short: 'Отклонить текст',
      Icon: IconFileX,
      place: 'menu',
      actionFor: () => rejectText,
      many: { label: 'Отклонить тексты', action: rejectText },
    },
    {
      id: 'rejectAuthor',
      label: () => 'Отклонить всё от автора',
      short: 'Отклонить автора',
      Icon: IconUserX,
      place: 'menu',
      may: ({ author }) => author !== null,
      actionFor: () => rejectAuthor,
      many: { label: 'Отклонить авторов', action: rejectAuthor },
    },
    {
      id: 'undoVerdict',
      label: () => 'Снять решение',
      short: 'Снять решение',
      Icon: IconArrowBackUp,
      place: 'menu',
      may: ({ verdict }) => verdict !== null,
      actionFor: () => liftVerdict,
    },
  ]
}

const ofSameAuthor = (target: FeedMessage, other: FeedMessage): boolean =>
  target.author !== null && target.author.id === other.author?.id

function judge(
  action: Exclude<VerdictAction, 'undo'>,
  details: Pick<Action, 'done' | 'hides' | 'removes' | 'handles' | 'alsoAffects'>,
): Action {
  const verdict = action === 'approve' ? 'approved' : 'rejected'
  // Anyone who decides on a message is done with it. Of all others of its author that is not known.
  const handled = details.handles
  return {
    ...details,
    change: () => ({ verdict, ...(handled && { handled, viewed: true }) }),
    send: ({ id }) => ask('moderation', 'moderateMessage', { id, action, handled }),
    undo: ({ id, handled: before }) =>
      ask('moderation', 'moderateMessage', { id, action: 'undo', handled: handled && before }),
  }
}

/** What stood there once can be decided again, so this has a way back too. */
const liftVerdict: Action = {
  done: 'Решение снято',
  change: () => ({ verdict: null }),
  send: ({ id }) => ask('moderation', 'moderateMessage', { id, action: 'undo' }),
  undo: ({ id, verdict }) =>
    ask('moderation', 'moderateMessage', { id, action: verdict === 'approved' ? 'approve' : 'reject' }),
}

const locate: Locate = (location) => ({
  done: location ? `Место: ${location.name}` : 'Место неизвестно',
  change: () => ({ location: location && { ...location, source: 'moderator', confidence: 1 } }),
  send: ({ id }) => ask('moderation', 'setMessageLocation', { id, locationId: location?.id ?? null }),
  undo: (before) => ask('moderation', 'setMessageLocation', { id: before.id, locationId: before.location?.id ?? null }),
})

const putInCategory: PutInCategory = (mode, to) => ({
  done: mode === 'copy' ? `Скопировано в «${to.name}»` : `Перенесено в «${to.name}»`,
  already: `Сообщение уже в категории «${to.name}»`,
  change: () => ({}),
  send: ({ id, product }) => ask('moderation', 'setMessageCategory', { id, mode, from: product.id, to: to.id }),
  // A copy is taken away by moving it onto the message that was copied.
  undo: ({ id, product }) => ask('moderation', 'setMessageCategory', { id, mode: 'move', from: to.id, to: product.id }),
})

const inCategory = ({ productType }: FeedMessage): boolean => productType === 'category'

/** Where a message belongs: its place and its category. */
const sortingActions: CardAction[] = [
  {
    id: 'location',
    label: ({ location }) => (location ? `Место: ${location.name}…` : 'Указать место…'),
    short: 'Место',
    Icon: IconMapPin,
    place: 'menu',
    Dialog: (props: CardDialogProps) => <MessageLocationDialog {...props} locate={locate} />,
  },
  {
    id: 'copyToCategory',
    label: () => 'Скопировать в категорию…',
    short: 'Скопировать',
    Icon: IconCopyPlus,
    place: 'menu',
    may: inCategory,
    Dialog: (props: CardDialogProps) => <MessageCategoryDialog {...props} mode="copy" put={putInCategory} />,
  },
  {
    id: 'moveToCategory',
    label: () => 'Перенести в категорию…',
    short: 'Перенести',
    Icon: IconFolderSymlink,
    place: 'menu',
    may: inCategory,
    Dialog: (props: CardDialogProps) => <MessageCategoryDialog {...props} mode="move" put={putInCategory} />,
  },
]
