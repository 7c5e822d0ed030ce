/** Whether who asks wants an answer now, by the words they say it in: in a hurry, or already asking to be called; most say nothing of it. */

/** `at` are the words that say so. */
export type Readiness = { is: 'now' | 'later'; at: readonly [start: number, end: number] } | null

const days = 'понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье'
const byDays = 'понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья'

/** Looked for first: «не срочно» holds a word of the others. */
const later = [
  'не(?: очень| особо)? (?:срочно|горит|горят|к спеху)',
  'не (?:тороп\\p{L}*|спеш\\p{L}*)',
  'без спешки',
  'сроки? (?:любые|любой|не важны|не важен)',
  'на (?:будущее|перспективу)',
  'пока (?:только )?(?:присматриваюсь|присматриваемся|прицениваюсь|прицениваемся)',
]

const inHurry = [
  'срочн\\p{L}*',
  'горит',
  'как можно (?:скорее|быстрее)',
  'поскорее',
  'побыстрее',
  'прямо сейчас',
  'сегодня',
  'завтра',
  'послезавтра',
  'на этой неделе',
  `(?:в|на) (?:эту |этот |ближайшую |ближайший |ближайшее )?(?:${days})`,
  `(?:до|к) (?:${byDays})`,
  '(?:в|на) ближайш(?:ее|ие|ий|ую) (?:время|дни|день|час|часы|выходные|неделю)',
]

const contact = 'контакт\\p{L}*|номер\\p{L}*|телефон\\p{L}*|визитк\\p{L}*'
/** Asks for a number to call, or to be written to. */
const wantsToTalk = [
  `(?:скиньте|скинь|дайте|пришлите|киньте|оставьте|поделитесь|дайте)(?:,? (?:пожалуйста|плиз|пж),?)? (?:\\p{L}+ )?(?:${contact})`,
  `(?:нужен|нужны|подскажите|посоветуйте)(?:,? (?:пожалуйста|плиз|пж),?)? (?:${contact})`,
  '(?:пишите|напишите|жду|отпишитесь)(?: предложени\\p{L}*| сообщени\\p{L}*)?(?: мне)? в (?:лс|лич\\p{L}*|директ|телеграм\\p{L}*|ватсап\\p{L}*)',
  'жду (?:предложени\\p{L}*|звонк\\p{L}*)',
  'перезвон\\p{L}*',
]

const reading = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${phrases.join('|').replaceAll(' ', '\\s+')})(?![\\p{L}\\d])`, 'u')
const phrases = [
  ['later', reading(later)],
  ['now', reading([...inHurry, ...wantsToTalk])],
] as const

/** Longer texts say much else, and «сегодня» in a story is no hurry. */
const READ = 600

/** @param text as it was written; offsets are UTF-16 units */
export function readReadiness(text: string): Readiness {
  // One letter for one letter, so that offsets hold.
  const plain = text.slice(0, READ).replaceAll(/\p{Lu}|ё/gu, (letter) => {
    const small = letter.toLowerCase().replace('ё', 'е')
    return small.length === letter.length ? small : letter
  })
  for (const [is, phrase] of phrases) {
    const found = phrase.exec(plain)
    if (found) return { is, at: [found.index, found.index + found[0].length] }
  }
  return null
}
