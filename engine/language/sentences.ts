import { CLOSER, CYRILLIC, EMOJI, ENDER, KIND, SKIP, SPACE, SURROGATE, UPPER } from './characters.ts'

/**
 * Words of more than one letter after which a full stop does not end the sentence. No list of `engine/data/`: reading is a function of the text alone
 * wherever texts, queries and names are read, while a list would have to be handed to all who read.
 */
const ABBREVIATIONS = new Set(
  (
    'гг пп ул руб коп тыс млн млрд трлн пр просп пр-т пр-кт пер пл наб бул б-р стр корп кв обл респ р-н мкр пос дер ' +
    'им см ср тел моб доб проч др напр мин макс сек шт уп чел кг мм гл акад проф доц инж св гос ред изд англ рус нем фр лат ' +
    'мес эт комн вкл искл гр ст тов гражд зам зав пом физ юр ок прим рис табл коэфф'
  ).split(' '),
)

const MARKS_SEEN = 32

/**
 * Whether the sentence ends with the mark at `at`, given the word right before it: at the end of the text, before a
 * space, a closing bracket or a picture; after ! ? … also without a space, because that is how people type. Of two words with capitals and a
 * point between them most are a name, and where the space was forgotten the first is «Здравствуйте» or the name of a place.
 */
export function endsSentence(
  text: string,
  at: number,
  wordBefore: string,
  wordStart: number,
  wordEnd: number,
): boolean {
  let next = at + 1
  // Of a longer row of marks the last ones decide; looking to its end from each would take quadratic time.
  while (next < text.length && next - at < MARKS_SEEN && KIND[text.charCodeAt(next)]! & (ENDER | CLOSER | SKIP)) next++
  const mark = text.charCodeAt(at)
  const fullStop = mark === 0x2e && next === at + 1
  if (fullStop && wordEnd === at && isShortened(text, wordBefore, wordStart)) return false
  if (next >= text.length) return true
  const after = KIND[text.charCodeAt(next)]!
  if (after & (SPACE | EMOJI | SURROGATE)) return true
  if (mark !== 0x2e) return true
  // «мастера.Звоните»: a forgotten space; «Яндекс.Такси»: a name
  return (
    fullStop &&
    wordEnd === at &&
    (after & (CYRILLIC | UPPER)) === (CYRILLIC | UPPER) &&
    isLowerCyrillic(text, at - 1) &&
    !(KIND[text.charCodeAt(wordStart)]! & UPPER)
  )
}

function isShortened(text: string, word: string, start: number): boolean {
  if (word.length > 1) return ABBREVIATIONS.has(word)
  // An initial, or г. д. т. е. и т. п.; «это я.» is the one short word that ends sentences
  const kind = word === '' ? 0 : KIND[text.charCodeAt(start)]!
  return (kind & UPPER) !== 0 || ((kind & CYRILLIC) !== 0 && word !== 'я')
}

function isLowerCyrillic(text: string, at: number): boolean {
  return (KIND[text.charCodeAt(at)]! & (CYRILLIC | UPPER)) === CYRILLIC
}
