/** What people do to a text before they post it again. For tests and measurements. */

type Random = () => number
type Edit = (text: string, random: Random) => string

const PICTURES = ['🔥', '❗️', '👉', '😍', '✅', '📞', '👨‍👩‍👧', '🇷🇺']
const MASKS: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  к: 'k',
  А: 'A',
  В: 'B',
  Е: 'E',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
}
/** Words that anybody may put into any text; none of them is in the lists of `training/train-copies.ts`. */
const EVERYDAY =
  `недавно быстро вчера завтра опять большой сразу лучше вместе обычно теперь рядом скоро примерно иногда интересный другой
лишний быстрый нормально заново наверное конечно кстати говорят делать знаете смотрите думаю нашёл`.split(/\s+/)
const WORDS = ['срочно', 'сегодня', 'новый', 'только', 'друзья', 'отличный', 'просто', 'всегда', 'район', 'вечером']

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!
const cut =
  (share: number): Edit =>
  (text) =>
    text.slice(0, Math.ceil(text.length * (1 - share))) + '…'

export const edits: Record<string, Edit> = {
  'same text': (text) => text,
  'tail cut by 10 %': cut(0.1),
  'tail cut by 25 %': cut(0.25),
  'tail cut by 50 %': cut(0.5),
  'pictures added': (text, random) =>
    '🔥🔥 ' + text.replace(/ /g, () => (random() < 0.2 ? ` ${pick(PICTURES, random)} ` : ' ')),
  'numbers changed, price and phone added': (text, random) =>
    `${text.replace(/\d/g, () => String(Math.floor(random() * 10)))} ${1 + Math.floor(random() * 90)} 500 ₽, +7 (900) ${100 + Math.floor(random() * 900)}-12-34`,
  'spaces and line breaks': (text, random) =>
    text.replace(/ /g, () => (random() < 0.3 ? pick(['  ', '\n', '\u00a0', '', ' . '], random) : ' ')),
  'look-alike letters, 30 %': (text, random) =>
    text.replace(/\p{L}/gu, (letter) => (random() < 0.3 ? (MASKS[letter] ?? letter) : letter)),
  'capitals and stretched letters': (text, random) =>
    text.replace(/[аеиоуыэюя]/g, (vowel) => (random() < 0.1 ? vowel.repeat(4) : vowel)).toUpperCase(),
  'a signature with links added': (text) => text + SIGNATURE,
  'a word in twenty changed': (text, random) =>
    text.replace(/\p{L}+/gu, (word) => (random() < 0.05 ? pick(WORDS, random) : word)),
  'a word in ten changed': (text, random) =>
    text.replace(/\p{L}+/gu, (word) => (random() < 0.1 ? pick(WORDS, random) : word)),
  'a greeting before it': (text) => `Всем привет, друзья! Репост из соседней группы: ${text}`,
}

const WORD = /\p{L}{2,}/gu

/** So many of the words of at least two letters become others. */
const changeWords =
  (count: number, another: (random: Random) => string): Edit =>
  (text, random) => {
    const words = text.match(WORD)?.length ?? 0
    const places = new Set<number>()
    while (places.size < Math.min(count, words)) places.add(Math.floor(random() * words))
    let place = 0
    return text.replace(WORD, (word) => (places.has(place++) ? another(random) : word))
  }

const cutWords =
  (share: number): Edit =>
  (text) => {
    const words = text.trim().split(/\s+/)
    return words.slice(0, Math.ceil(words.length * share)).join(' ')
  }

const otherOrder: Edit = (text) => {
  const sentences = text.trim().split(/(?<=[.!?…])\s+|\n+/)
  return sentences.length > 1 ? sentences.toReversed().join(' ') : text.trim().split(/,\s*/).toReversed().join(', ')
}

/** The edits that a copy of a line or two must survive. `others`: words of other messages, as often as they are written there. */
export const shortEdits = (others: readonly string[]): Record<string, Edit> => {
  const everyday = (random: Random): string => pick(EVERYDAY, random)
  const any = (random: Random): string => pick(others, random)
  return {
    'one word changed to an everyday one': changeWords(1, everyday),
    'two words changed to everyday ones': changeWords(2, everyday),
    'three words changed to everyday ones': changeWords(3, everyday),
    'one word changed to any of other messages': changeWords(1, any),
    'two words changed to any of other messages': changeWords(2, any),
    'three words changed to any of other messages': changeWords(3, any),
    'first half kept': cutWords(0.5),
    'last quarter missing': cutWords(0.75),
    'good afternoon before it': (text) => `Добрый день, уважаемые соседи! ${text}`,
    'thanks and a name after it': (text) => `${text} Буду признательна за ответ, Ольга`,
    'sentences or clauses in another order': otherOrder,
  }
}

/** What a channel puts under each of its posts. */
export const SIGNATURE = '\n\n🔴 [Подписаться](https://t.me/example) | [Прислать новость](https://t.me/example_bot)'

const SYLLABLES = ['ка', 'ро', 'ви', 'ста', 'ле', 'мо', 'пре', 'дын', 'шу', 'га', 'то', 'бел', 'ни', 'зор', 'фи', 'кру']

export const seededRandom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The low bits of this generator go round quickly; the high ones do not.
    return (state >>> 8) / 16777216
  }
}

/** Different posts of made-up words, `least` to 60 of them, with a price and a phone. */
export const madePosts = (count: number, seed: number, least = 25): string[] => {
  const random = seededRandom(seed)
  const word = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(SYLLABLES, random)).join('')
  const words = Array.from({ length: 2000 }, word)
  return Array.from({ length: count }, () => {
    const length = least + Math.floor(random() * (61 - least))
    const text = Array.from({ length }, () => pick(words, random)).join(' ')
    return `${text}. Цена ${100 + Math.floor(random() * 9000)} руб., тел. 8 900 ${100 + Math.floor(random() * 900)}-00-11`
  })
}
