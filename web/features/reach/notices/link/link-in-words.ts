/** What the page says of a link of a letter: before it is pressed, and after. */
import type { Result } from '../../../../kit/calls/ask.ts'

export type SignedAction = Result<'notices', 'readNoticeLink'>

export interface LinkInWords {
  /** Asks. */
  title: string
  text: string
  press: string
  /** Says that it is done. */
  done: string
  doneText: string
  undo: string
}

export function linkInWords({ action, about, text }: Pick<SignedAction, 'action' | 'about' | 'text'>): LinkInWords {
  switch (action) {
    case 'favorite':
      return {
        title: 'Добавить сообщение в избранное?',
        text: 'В избранном оно не потеряется: его можно открыть позже.',
        press: 'В избранное',
        done: 'Сообщение в избранном',
        doneText: 'Найти его можно в ленте, включив в фильтре «Только избранное».',
        undo: 'Убрать из избранного',
      }
    case 'notMine':
      return {
        title: 'Это сообщение не ваше?',
        text: 'Мы поставим ему дизлайк. По таким отметкам фильтр учится, что вам не подходит.',
        press: 'Не моё',
        done: 'Отмечено: не моё',
        doneText: 'Сообщению поставлен дизлайк. Если так приходит часто, добавьте в фильтр стоп-слова.',
        undo: 'Вернуть как было',
      }
    case 'take':
      return {
        title: 'Взять сообщение в работу?',
        text: 'Оно станет вашим лидом, и команда увидит, что отвечаете вы.',
        press: 'Взять в работу',
        done: 'Сообщение у вас в работе',
        doneText: 'Ответьте первым: откройте его в ленте и перейдите к источнику.',
        undo: '',
      }
    case 'unsubscribe': {
      const which = about === 'filter' ? `письма по фильтру «${text}»` : `письма «${text}»`
      const ofWhich = about === 'filter' ? `Писем по фильтру «${text}»` : `Писем «${text}»`
      return {
        title: `Больше не присылать ${which}?`,
        text: 'Остальные уведомления останутся, как есть. Включить эти письма снова можно в любой момент.',
        press: 'Больше не присылать',
        done: `${ofWhich} больше не будет`,
        doneText: 'Остальные уведомления остались, как есть.',
        undo: 'Присылать снова',
      }
    }
  }
}
