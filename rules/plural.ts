/** Russian nouns and adjectives after a number: 1 сообщение, 2 сообщения, 5 сообщений. */

/** The forms that stand after 1, after 2, after 5. */
export type PluralForms = readonly [one: string, few: string, many: string]

/** The form that stands after `count`; of a fraction the form after 2 («1,5 дня»). */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const whole = Math.abs(count)
  if (!Number.isInteger(whole)) return few
  const tens = whole % 100
  if (tens >= 11 && tens <= 14) return many
  const last = whole % 10
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}

/** «1 новое», «2 новых», «5 новых» (spec §9). */
export const freshForms: PluralForms = ['новое', 'новых', 'новых']
/** «1 день», «2 дня», «5 дней» (spec §9). */
export const dayForms: PluralForms = ['день', 'дня', 'дней']
/** «1 час», «2 часа», «5 часов» */
export const hourForms: PluralForms = ['час', 'часа', 'часов']
export const messageForms: PluralForms = ['сообщение', 'сообщения', 'сообщений']
/** «из 1 сообщения», «около 2 сообщений» */
export const ofMessagesForms: PluralForms = ['сообщения', 'сообщений', 'сообщений']

/** «3 сообщения», and of a number that was counted no further than `cap` «больше 10 000 сообщений». @param count up to one above `cap` */
export function messagesInWords(count: number, cap: number): string {
  const digits = (of: number): string => of.toLocaleString('ru')
  return count > cap ? `больше ${digits(cap)} сообщений` : `${digits(count)} ${plural(count, messageForms)}`
}
