/** Rules of notices in a few words. */
import type { AlarmKind, NoticeChannel, NoticeMode, NoticeRule } from '../../../../contract/reach/notices.ts'
import type { IntentLevel } from '../../../../contract/reading/filters.ts'
import { alarmTitles } from '../../../../rules/notices/alarms.ts'
import { messageForms, plural, type PluralForms } from '../../../../rules/plural.ts'

export const channelNames: Record<NoticeChannel, string> = {
  browser: 'Браузер',
  email: 'Почта',
  telegram: 'Telegram',
  vk: 'VK',
}

export const modeNames: Record<NoticeMode, string> = {
  off: 'Не присылать',
  now: 'Сразу',
  hourly: 'Раз в час',
  daily: 'По дням',
}

export const levelNames: Record<IntentLevel, string> = { cold: 'Все', warm: 'Тёплые и горячие', hot: 'Только горячие' }

export const alarmNames: Record<AlarmKind, { title: string; note: string }> = {
  silence: { title: alarmTitles.silence, note: 'Несколько дней ничего, хотя обычно сообщения есть' },
  spike: { title: alarmTitles.spike, note: 'За час пришло в несколько раз больше обычного' },
  sourceLag: { title: alarmTitles.sourceLag, note: 'Сообщения одной из сетей приходят с задержкой' },
  groupClosed: { title: alarmTitles.groupClosed, note: 'Группу из вашего списка больше не прочитать' },
  subscriptionEnd: { title: alarmTitles.subscriptionEnd, note: 'Заранее, чтобы лента не остановилась' },
}

export const weekdayNames = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс']

export const noticeForms: PluralForms = ['уведомление', 'уведомления', 'уведомлений']

/** «9:00» */
export const hourInWords = (hour: number): string => `${hour}:00`

/** «сразу, только горячие», «каждый день в 9:00», «по Пн, Ср в 18:00, от 3 сообщений»; null: it notifies of nothing. */
export function ruleInWords({ mode, hour, weekdays, level, smallest }: NoticeRule): string | null {
  if (mode === 'off') return null
  const when = { now: 'сразу', hourly: 'раз в час', daily: `${daysInWords(weekdays)} в ${hourInWords(hour)}` }[mode]
  const parts = [when]
  if (level !== 'cold') parts.push(levelNames[level].toLowerCase())
  if (smallest > 1) parts.push(`от ${smallest} ${plural(smallest, ['сообщения', 'сообщений', 'сообщений'])}`)
  return parts.join(', ')
}

function daysInWords(weekdays: readonly number[]): string {
  const days = weekdays.toSorted((one, other) => one - other)
  if (days.length === 7) return 'каждый день'
  if (days.join('') === '12345') return 'по будням'
  if (days.join('') === '67') return 'по выходным'
  return `по ${days.map((day) => weekdayNames[day - 1]).join(', ')}`
}

/** «12 уведомлений, в них 40 сообщений» */
export function cameInWords(notices: number, messages: number): string {
  if (notices === 0) return 'ничего бы не пришло'
  const noticesInWords = `${notices} ${plural(notices, noticeForms)}`
  return messages === notices
    ? noticesInWords
    : `${noticesInWords}, в них ${messages} ${plural(messages, messageForms)}`
}
