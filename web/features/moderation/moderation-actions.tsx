/** What moderators may do with a card besides. */
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
import { lazy } from 'react'
import type { FeedMessage } from '../../../contract/feed.ts'
import type { Location } from '../../../contract/locations.ts'
import type { VerdictAction } from '../../../contract/moderation.ts'
import { ask } from '../../kit/calls/ask.ts'
import type { CardAction, CardDialogProps } from '../../kit/deeds/card-action.ts'
import type { Deed } from '../../kit/deeds/deed.ts'

const MessageLocationDialog = lazy(() =>
  import('./message-location-dialog.tsx').then((file) => ({ default: file.MessageLocationDialog })),
)
const MessageCategoryDialog = lazy(() =>
  import('./message-category-dialog.tsx').then((file) => ({ default: file.MessageCategoryDialog })),
)

/** @param admin his rejects take a message away from moderators too */
export function moderationActions(admin: boolean): CardAction[] {
  const rejected = admin ? 'Удалено у всех' : 'Отклонено'
  const approve = judge('approve', 'Одобрено', 'одобрено')
  const reject = judge('reject', rejected, rejected.toLowerCase())
  const rejectText = judge('rejectText', `${rejected} вместе с копиями текста`, 'текст отклонён')
  const rejectAuthor = judge('rejectAuthor', `${rejected} всё от этого автора`, 'автор отклонён', ofSameAuthor)
  const inCategory = ({ productType }: FeedMessage): boolean => productType === 'category'
  return [
    {
      id: 'approve',
      label: () => 'Одобрить',
      short: 'Одобрить',
      Icon: IconCheck,
      place: 'menu',
      may: ({ verdict }) => verdict !== 'approved',
      deed: () => approve,
      many: { label: 'Одобрить', deed: approve },
    },
    {
      id: 'reject',
      label: () => (admin ? 'Отклонить: удалить у всех' : 'Отклонить'),
      short: 'Отклонить',
      Icon: IconX,
      place: 'menu',
      may: ({ verdict }) => verdict !== 'rejected',
      deed: () => reject,
      many: { label: 'Отклонить', deed: reject },
    },
    {
      id: 'rejectText',
      label: () => 'Отклонить текст и его копии',
      short: 'Отклонить текст',
      Icon: IconFileX,
      place: 'menu',
      deed: () => rejectText,
      many: { label: 'Отклонить тексты', deed: rejectText },
    },
    {
      id: 'rejectAuthor',
      label: () => 'Отклонить всё от автора',
      short: 'Отклонить автора',
      Icon: IconUserX,
      place: 'menu',
      may: ({ author }) => author !== null,
      deed: () => rejectAuthor,
      many: { label: 'Отклонить авторов', deed: rejectAuthor },
    },
    {
      id: 'undoVerdict',
      label: () => 'Снять решение',
      short: 'Снять решение',
      Icon: IconArrowBackUp,
      place: 'menu',
      may: ({ verdict }) => verdict !== null,
      deed: () => liftVerdict,
    },
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
}

const ofSameAuthor = (target: FeedMessage, other: FeedMessage): boolean =>
  target.author !== null && target.author.id === other.author?.id

function judge(action: Exclude<VerdictAction, 'undo'>, done: string, hides: string, spreads?: Deed['spreads']): Deed {
  return {
    done,
    hides,
    change: () => ({ verdict: action === 'approve' ? 'approved' : 'rejected' }),
    ...(spreads ? { spreads } : {}),
    send: ({ id }) => ask('moderation', 'moderateMessage', { id, action }),
    undo: ({ id }) => ask('moderation', 'moderateMessage', { id, action: 'undo' }),
  }
}

/** What stood there once can be decided anew, so this has a way back too. */
const liftVerdict: Deed = {
  done: 'Решение снято',
  change: () => ({ verdict: null }),
  send: ({ id }) => ask('moderation', 'moderateMessage', { id, action: 'undo' }),
  undo: ({ id, verdict }) =>
    ask('moderation', 'moderateMessage', { id, action: verdict === 'approved' ? 'approve' : 'reject' }),
}

export type Locate = (location: Location | null) => Deed

const locate: Locate = (location) => ({
  done: location ? `Место: ${location.name}` : 'Место неизвестно',
  change: () => ({ location: location && { ...location, source: 'moderator', confidence: 1 } }),
  send: ({ id }) => ask('moderation', 'setMessageLocation', { id, locationId: location?.id ?? null }),
  undo: (before) => ask('moderation', 'setMessageLocation', { id: before.id, locationId: before.location?.id ?? null }),
})

export type PutInCategory = (mode: 'copy' | 'move', to: { id: number; name: string }) => Deed

const putInCategory: PutInCategory = (mode, to) => ({
  done: mode === 'copy' ? `Скопировано в «${to.name}»` : `Перенесено в «${to.name}»`,
  already: `Сообщение уже в категории «${to.name}»`,
  change: () => ({}),
  send: ({ id, product }) => ask('moderation', 'setMessageCategory', { id, mode, from: product.id, to: to.id }),
  // A copy is taken away by moving it onto the message that was copied.
  undo: ({ id, product }) => ask('moderation', 'setMessageCategory', { id, mode: 'move', from: to.id, to: product.id }),
})
