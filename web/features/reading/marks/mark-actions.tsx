/** What every reader may do with a card. */
import {
  IconCircleArrowUp,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconEye,
  IconEyeUp,
  IconNote,
  IconShieldX,
  IconStar,
  IconStarFilled,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
  IconUserOff,
} from '@tabler/icons-react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { ask } from '../../../kit/calls/ask.ts'
import type { CardAction, CardDialogProps } from '../../../kit/actions/card-action.ts'
import type { Action } from '../../../kit/actions/action.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { dislikeChange, likeChange, noteChange, ownNote, spamChange, type Me } from './mark-changes.ts'
import type { WriteNote } from './note-edit-dialog.tsx'

const NoteEditDialog = lazyNamed(() => import('./note-edit-dialog.tsx'), 'NoteEditDialog')

/** Quiet: it comes by reading, and no one wants to hear of it. */
export const markViewed: Action = {
  done: 'Отмечено прочитанным',
  silent: true,
  change: () => ({ viewed: true }),
  send: ({ id }) => ask('marks', 'setViewed', { id, value: true }),
  undo: null,
}

/** @param admin their spam marks and dislikes take a message away from everybody */
export function markActions(me: Me, admin: boolean): CardAction[] {
  return [
    setHandled,
    setFavorite,
    setNote(me),
    ...setReaction(me, admin),
    setSpam(admin),
    listAuthor,
    setViewed,
    handleAbove,
    viewAbove,
  ]
}

const markViewedWithUndo: Action = {
  done: 'Отмечено прочитанным',
  change: () => ({ viewed: true }),
  send: ({ id }) => ask('marks', 'setViewed', { id, value: true }),
  undo: ({ id, viewed }) => ask('marks', 'setViewed', { id, value: viewed }),
}

const setViewed: CardAction = {
  id: 'viewed',
  label: () => 'Отметить прочитанным',
  short: 'Прочитано',
  Icon: IconEye,
  place: 'menu',
  may: ({ viewed }) => !viewed,
  actionFor: () => markViewedWithUndo,
  many: { label: 'Прочитано', action: markViewedWithUndo },
}

const handle = (value: boolean): Action => ({
  done: value ? 'Разобрано' : 'Возвращено в ленту',
  handles: value,
  change: ({ viewed }) => ({ handled: value, viewed: viewed || value }),
  send: ({ id }) => ask('marks', 'setHandled', { id, value }),
  undo: ({ id, handled }) => ask('marks', 'setHandled', { id, value: handled }),
})

const setHandled: CardAction = {
  id: 'handled',
  label: ({ handled }) => (handled ? 'Вернуть в ленту' : 'Разобрано'),
  short: 'Разобрано',
  Icon: IconCircleCheck,
  IconOn: IconCircleCheckFilled,
  isOn: ({ handled }) => handled,
  place: 'row',
  goesOn: true,
  key: { code: 'KeyE', letter: 'E', help: 'Разобрано, и к следующему' },
  actionFor: ({ handled }) => handle(!handled),
  many: { label: 'Разобрано', action: handle(true) },
}

const handleAbove: CardAction = {
  id: 'handleAbove',
  label: () => 'Разобрать всё выше',
  short: 'Разобрать выше',
  Icon: IconCircleArrowUp,
  place: 'menu',
  above: true,
  actionFor: () => handle(true),
}

const viewAbove: CardAction = {
  id: 'viewAbove',
  label: () => 'Прочитать всё выше',
  short: 'Прочитать выше',
  Icon: IconEyeUp,
  place: 'menu',
  above: true,
  actionFor: () => markViewedWithUndo,
}

const favor = (value: boolean): Action => ({
  done: value ? 'Добавлено в избранное' : 'Убрано из избранного',
  change: () => ({ favorite: value }),
  send: ({ id }) => ask('marks', 'setFavorite', { id, value }),
  undo: ({ id, favorite }) => ask('marks', 'setFavorite', { id, value: favorite }),
})

const setFavorite: CardAction = {
  id: 'favorite',
  label: ({ favorite }) => (favorite ? 'Убрать из избранного' : 'В избранное'),
  short: 'Избранное',
  Icon: IconStar,
  IconOn: IconStarFilled,
  isOn: ({ favorite }) => favorite,
  place: 'row',
  key: { code: 'KeyF', letter: 'F', help: 'В избранное' },
  actionFor: ({ favorite }) => favor(!favorite),
  many: { label: 'В избранное', action: favor(true) },
}

export const writeNote =
  (me: Me): WriteNote =>
  (text) => ({
    done: text.trim() === '' ? 'Заметка удалена' : 'Заметка сохранена',
    change: (message) => noteChange(message, me, text, new Date()),
    send: ({ id }) => ask('marks', 'setNote', { id, text: text.trim() }),
    undo: (before) => ask('marks', 'setNote', { id: before.id, text: ownNote(before, me) }),
  })

const setNote = (me: Me): CardAction => ({
  id: 'note',
  label: (message) => (ownNote(message, me) === '' ? 'Добавить заметку' : 'Изменить заметку'),
  short: 'Заметка',
  Icon: IconNote,
  isOn: (message) => ownNote(message, me) !== '',
  count: ({ notes }) => notes.length,
  place: 'wide',
  key: { code: 'KeyN', letter: 'N', help: 'Заметка' },
  Dialog: (props: CardDialogProps) => <NoteEditDialog {...props} me={me} note={writeNote(me)} />,
})

/** Like and dislike: one takes the other away. */
function setReaction(me: Me, admin: boolean): CardAction[] {
  const likes = (message: FeedMessage): boolean => message.likes.includes(me.id)
  const dislikes = (message: FeedMessage): boolean => message.dislikes.includes(me.id)
  const like = (value: boolean): Action => ({
    done: value ? 'Вам нравится' : 'Отметка «нравится» снята',
    change: (message) => likeChange(message, me, value),
    send: ({ id }) => ask('marks', 'setLike', { id, value }),
    // Back to what stood there: taking a like back may bring a dislike back.
    undo: (before) =>
      dislikes(before)
        ? ask('marks', 'setDislike', { id: before.id, value: true })
        : ask('marks', 'setLike', { id: before.id, value: likes(before) }),
  })
  const dislike = (value: boolean): Action => ({
    done: value ? (admin ? 'Не нравится: сообщение удалено у всех' : 'Вам не нравится') : 'Отметка «не нравится» снята',
    hides: 'вам не нравится',
    ...(admin && value && { removes: true }),
    change: (message) => dislikeChange(message, me, value),
    send: ({ id }) => ask('marks', 'setDislike', { id, value }),
    undo: async (before) => {
      // Only this takes an admin's removal back, whatever stood there before.
      const lifted = await ask('marks', 'setDislike', { id: before.id, value: dislikes(before) })
      return likes(before) ? ask('marks', 'setLike', { id: before.id, value: true }) : lifted
    },
  })
  return [
    {
      id: 'like',
      label: (message) => (likes(message) ? 'Больше не нравится' : 'Нравится'),
      short: 'Нравится',
      Icon: IconThumbUp,
      IconOn: IconThumbUpFilled,
      isOn: likes,
      count: (message) => message.likes.length,
      place: 'row',
      key: { code: 'KeyL', letter: 'L', help: 'Нравится' },
      actionFor: (message) => like(!likes(message)),
    },
    {
      id: 'dislike',
      label: (message) =>
        dislikes(message) ? 'Убрать «не нравится»' : admin ? 'Не нравится: удалить у всех' : 'Не нравится',
      short: 'Не нравится',
      Icon: IconThumbDown,
      IconOn: IconThumbDownFilled,
      isOn: dislikes,
      count: (message) => message.dislikes.length,
      place: 'wide',
      key: { code: 'KeyD', letter: 'D', help: 'Не нравится' },
      actionFor: (message) => dislike(!dislikes(message)),
    },
  ]
}

function setSpam(admin: boolean): CardAction {
  const spam = (value: boolean): Action => ({
    done: value ? (admin ? 'Спам: сообщение удалено у всех' : 'Отмечено как спам') : 'Отметка «спам» снята',
    hides: value ? 'отмечено как спам' : 'больше не спам',
    ...(admin && value && { removes: true }),
    change: (message) => spamChange(message, value),
    send: ({ id }) => (value ? ask('marks', 'markSpam', { id }) : ask('marks', 'unmarkSpam', { id })),
    undo: ({ id, spamMarked }) => (spamMarked ? ask('marks', 'markSpam', { id }) : ask('marks', 'unmarkSpam', { id })),
  })
  return {
    id: 'spam',
    label: ({ spamMarked }) => (spamMarked ? 'Это не спам' : admin ? 'Спам: удалить у всех' : 'Спам'),
    short: 'Спам',
    Icon: IconShieldX,
    isOn: ({ spamMarked }) => spamMarked,
    place: 'wide',
    key: { code: 'KeyS', letter: 'S', help: 'Спам' },
    actionFor: ({ spamMarked }) => spam(!spamMarked),
    many: { label: 'Спам', action: spam(true) },
  }
}

const sendAuthor = async ({ author }: FeedMessage, value: boolean) =>
  author === null ? {} : ask('marks', value ? 'addToBlackList' : 'removeFromBlackList', { id: author.id })

const blackList = (value: boolean): Action => ({
  done: value ? 'Добавлено в чёрный список' : 'Убрано из чёрного списка',
  hides: value ? 'автор в чёрном списке' : 'автор больше не в чёрном списке',
  change: () => ({ blackListed: value }),
  alsoAffects: (target, other) => target.author !== null && target.author.id === other.author?.id,
  send: (message) => sendAuthor(message, value),
  undo: (before) => sendAuthor(before, before.blackListed),
})

const listAuthor: CardAction = {
  id: 'blackList',
  label: ({ blackListed }) => (blackListed ? 'Больше не скрывать автора' : 'Скрыть автора'),
  short: 'Скрыть автора',
  Icon: IconUserOff,
  isOn: ({ blackListed }) => blackListed,
  place: 'wide',
  may: ({ author }) => author !== null,
  key: { code: 'KeyB', letter: 'B', help: 'Скрыть автора: в чёрный список' },
  actionFor: ({ blackListed }) => blackList(!blackListed),
  many: { label: 'В чёрный список', action: blackList(true) },
}
