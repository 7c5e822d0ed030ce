/** What notices say, the same over every channel. */
import { networkTitles, type Network } from '../../contract/networks.ts'
import type { NoticeAction } from '../../contract/reach/notices.ts'
import type { IntentLevel } from '../../contract/reading/filters.ts'
import { freshForms, plural } from '../plural.ts'

export const levelTitles: Record<IntentLevel, string> = { hot: 'Горячий', warm: 'Тёплый', cold: 'Холодный' }

/** On the buttons beside a message. */
export const noticeActionTitles: Record<NoticeAction, string> = {
  open: 'Открыть',
  favorite: 'В избранное',
  notMine: 'Не моё',
  take: 'Взять в работу',
}

export const testNotice = {
  title: 'Проверка уведомлений',
  text: 'Если вы это читаете, уведомления Эхолота сюда доходят.',
}

/** Where nothing more is shown than a line, as on a locked screen: letters of the message beside the name of the filter. */
const TITLE_LETTERS = 60
const TEXT_LETTERS = 200

/**
 * «5 новых: Фотографы», and of one message «Фотографы: Посоветуйте, пожалуйста, фотографа…».
 * @param texts of its messages, the best first
 */
export function noticeTitle(filterName: string, count: number, texts: readonly string[]): string {
  const [text] = texts
  if (count === 1 && text !== undefined) return `${filterName}: ${beginningOf(text, TITLE_LETTERS)}`
  return `${count.toLocaleString('ru')} ${plural(count, freshForms)}: ${filterName}`
}

/** What stands first in it, shortly; empty where all that the notice was of is gone. */
export const noticeText = (texts: readonly string[]): string => beginningOf(texts[0] ?? '', TEXT_LETTERS)

/** «и ещё 3» of those that are counted and not shown; null: all are shown. */
export const restInWords = (count: number, shown: number): string | null =>
  count > shown ? `и ещё ${(count - shown).toLocaleString('ru')}` : null

/** «Горячий · ВКонтакте · Подслушано · Омск»: what there is to know of a message beside its text. What is usual or not known is left out. */
export function placeOfMessage(message: {
  level: IntentLevel
  network: Network
  groupName: string | null
  place: string | null
}): string {
  const { level, network, groupName, place } = message
  return [level === 'cold' ? '' : levelTitles[level], networkTitles[network], groupName, place]
    .filter((each) => each !== null && each !== '')
    .join(' · ')
}

/** The beginning of a text in one line, cut between words. @param most letters, the «…» not counted */
export function beginningOf(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,.;:—–\p{Cs}-]+$/u, '')}…`
}

/** «14:05» of the same day, else «20 ноября, 14:05»: as clocks of the zone show it. */
export function momentInWords(moment: Date, now: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
  const day = new Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', month: 'long' })
  return day.format(moment) === day.format(now) ? time : `${day.format(moment)}, ${time}`
}
