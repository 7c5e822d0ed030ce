/** Where a text names places, and how sure each of them is. */
import { fold } from '../language/fold.ts'
import { tokenise, type Token } from '../language/tokenise.ts'
import { isLikeSurname, isPatronymic, isVerb } from './endings.ts'
import type { PlaceMeaning, PlaceNames } from './place-names.ts'
import type { SignWords } from './signs.ts'

export interface PlaceMention {
  meanings: readonly PlaceMeaning[]
  /** 0 to 1: how sure it is that a place is meant, for a name that means little else … */
  weight: number
  /** … and for a place of which the name is ambiguous. */
  ambiguousWeight: number
  /** Written without a capital, and nothing before it says that a place follows. */
  bare: boolean
}

/** A place named later than that is hardly where the message is from; and a text may be as long as it likes. */
const LONGEST_READ = 3_000
/** Letters between a firm's number and its town. */
const NOTICE = 60

export function readMentions(text: string, names: PlaceNames, signWords: SignWords): PlaceMention[] {
  const read = text.length > LONGEST_READ ? text.slice(0, LONGEST_READ) : text
  const tokens = tokenise(read)
  if (!tokens.some(({ form }) => names.startingWith(form))) return []
  const words = tokens.filter((token) => isPlain(token))
  const found: PlaceMention[] = []
  const shouting = isShouting(read)
  for (let at = 0; at < words.length;) {
    const { name, length } = longestName(read, words, at, names)
    if (!name) {
      at += 1
      continue
    }
    const around = new Around(read, words, at, length, shouting, signWords)
    const bare = !around.capital && !around.markedTown && !around.afterPlacePreposition
    found.push({ meanings: name, weight: weigh(around), ambiguousWeight: weighAmbiguous(around), bare })
    at += length
  }
  return found
}

/** Compounds are read by their parts, hashtags by theirs: #Ростов_на_Дону. */
const isPlain = ({ kind, form }: Token): boolean => (kind === 'word' && !/[-_]/.test(form)) || kind === 'number'

function longestName(text: string, words: readonly Token[], at: number, names: PlaceNames) {
  for (const { rest, meanings } of names.startingWith(words[at]!.form) ?? []) {
    const fits = rest.every((word, index) => {
      const before = words[at + index]!
      const next = words[at + index + 1]
      return next?.form === word && /^[\s_‐‑–-]{1,3}$/.test(text.slice(before.end, next.start))
    })
    if (fits) return { name: meanings, length: rest.length + 1 }
  }
  return { name: null, length: 0 }
}

/** A text in capitals says nothing by them. */
function isShouting(text: string): boolean {
  let [upper, lower] = [0, 0]
  for (const letter of text.slice(0, 300)) {
    if (letter === letter.toLowerCase()) lower += letter === letter.toUpperCase() ? 0 : 1
    else upper += 1
  }
  return upper > 12 && upper > lower
}

/** What stands around a name. */
class Around {
  readonly text: string
  readonly words: readonly Token[]
  readonly first: Token
  readonly last: Token
  readonly before: Token | undefined
  readonly after: Token | undefined
  readonly wordsBefore: readonly Token[]
  /** Between the word before and the name, and between the name and the word after. */
  readonly gapBefore: string
  readonly gapAfter: string
  readonly capital: boolean
  readonly shouting: boolean
  readonly signWords: SignWords

  constructor(
    text: string,
    words: readonly Token[],
    at: number,
    length: number,
    shouting: boolean,
    signWords: SignWords,
  ) {
    this.signWords = signWords
    this.text = text
    this.words = words
    this.first = words[at]!
    this.last = words[at + length - 1]!
    this.before = words[at - 1]
    this.after = words[at + length]
    this.wordsBefore = words.slice(Math.max(0, at - 3), at)
    this.gapBefore = text.slice(this.before?.end ?? 0, this.first.start)
    this.gapAfter = text.slice(this.last.end, this.after?.start ?? text.length)
    this.capital = isCapital(text, this.first)
    this.shouting = shouting
  }

  get form(): string {
    return this.first.form
  }
  /** Nothing but spaces (and a full stop of «г.») between this and the word before. */
  get touchesBefore(): boolean {
    return this.before !== undefined && /^[ \u00a0]*\.?[ \u00a0]*$/.test(this.gapBefore)
  }
  get touchesAfter(): boolean {
    return this.after !== undefined && /^[ \u00a0]+$/.test(this.gapAfter)
  }
  get hashtag(): boolean {
    return this.gapBefore.endsWith('#')
  }
  /** In a pair of quotes by itself. */
  get quoted(): boolean {
    return /["«“„'][ ]*$/.test(this.gapBefore) && /^[ ]*["»”“']/.test(this.gapAfter)
  }
  get opensQuote(): boolean {
    return /["«“„]$/.test(this.gapBefore)
  }
  /** Part of a longer compound: «Сочи-парк», «мини-Москва». */
  get inCompound(): boolean {
    return /^[-‐‑]$/.test(this.gapBefore) || /^[-‐‑]$/.test(this.gapAfter)
  }
  get startsSentence(): boolean {
    return this.before === undefined || this.before.sentence !== this.first.sentence
  }
  /** By itself between marks or line breaks: «Тверь, ищу», «Нужен фотограф. Москва». */
  get standsAlone(): boolean {
    const opens = this.before === undefined || /[\n,.;:!?|/(—–•#📍]|\p{Extended_Pictographic}/u.test(this.gapBefore)
    return opens && this.closes
  }
  get closes(): boolean {
    return this.after === undefined || /[\n,.;:!?|/)—–•#]|\p{Extended_Pictographic}/u.test(this.gapAfter)
  }
  get markedTown(): boolean {
    const { before } = this
    if (!before || !this.touchesBefore || !this.signWords.townWords.has(before.form)) return false
    if (before.form !== 'г' && before.form !== 'гор') return !this.gapBefore.includes('.')
    const earlier = this.wordsBefore.at(-2)
    if (!earlier || !/^\.? *$/.test(this.text.slice(earlier.end, before.start))) return true
    // «в 2020 г. Москва», «700 г рыбного филе», «В. Г. Белинский»
    return earlier.kind !== 'number' && earlier.form.length > 1
  }
  private follows(words: ReadonlySet<string>): boolean {
    return this.before !== undefined && /^[ \u00a0]+$/.test(this.gapBefore) && words.has(this.before.form)
  }
  get afterPlacePreposition(): boolean {
    return this.follows(this.signWords.placePrepositions)
  }
  get isAway(): boolean {
    return this.follows(this.signWords.awayPrepositions)
  }
  /** «в 19:00 по Москве», «18 мск», «(МСК)» after an hour: how late it is there. */
  get namesTime(): boolean {
    const [earlier, nearest] = [this.wordsBefore.at(-2), this.wordsBefore.at(-1)]
    const by = nearest?.form === 'по' ? earlier : this.form === 'мск' ? nearest : undefined
    if (by === undefined || this.gapBefore.includes('\n')) return false
    return by.kind === 'number' || /^(?:час(?:ов|а)?|ч|утра|дня|вечера|врем\S+)$/.test(by.form)
  }
  /** «на Кирова», «Чехова 10а»: a street that someone gave their name to. */
  get isStreet(): boolean {
    if (!/(?:[ое]ва|[иы]на|ского)$/.test(this.form)) return false
    if (this.touchesBefore && this.before?.form === 'на') return true
    return this.after !== undefined && /^,? $/.test(this.gapAfter) && /^\d/.test(this.after.form)
  }
  /** «Реклама. ООО «Ромашка», ОГРН 1157746000000, г. Москва»: where a firm is written down. */
  get inLegalNotice(): boolean {
    return /(?:огрн|инн)(?![а-я])/i.test(this.text.slice(Math.max(0, this.first.start - NOTICE), this.first.start))
  }
  /** «(Москва, 1984)», of a book. */
  get isPublisher(): boolean {
    return this.after !== undefined && /^, $/.test(this.gapAfter) && /^(?:1[5-9]|20)\d\d$/.test(this.after.form)
  }
  /** «гостиница Москва», «ЖК "Казань"», «ул. Чехова», «улица Юрия Гагарина». */
  get namesThing(): boolean {
    if (!this.before || this.hashtag || this.before.sentence !== this.first.sentence) return false
    const near = /^[\s."«“„'№]*$/.test(this.gapBefore) && !/\n/.test(this.gapBefore)
    if (near && this.signWords.isThing(this.before.form)) return true
    const earlier = this.wordsBefore.at(-2)
    if (!near || earlier === undefined || !this.signWords.isThing(earlier.form)) return false
    return isCapital(this.text, this.before) && !this.signWords.townWords.has(this.before.form)
  }
  /** «Питер Паркер», «Самара Уивинг»; but «мэр Москвы Собянин». */
  get beginsFullName(): boolean {
    const { after, before } = this
    if (this.shouting || this.first !== this.last || after?.kind !== 'word' || this.gapAfter !== ' ') return false
    const led = before !== undefined && this.touchesBefore && !isCapital(this.text, before)
    return !led && isCapital(this.text, after)
  }
  /** A neighbour that makes a person of it: «Антон Чехов», «Чехов Антон», «А. П. Чехов», «Владимир Петрович». */
  get besidePerson(): boolean {
    const isName = ({ kind, form, start }: Token): boolean =>
      kind === 'word' && isCapital(this.text, { start }) && !this.signWords.noNames.has(form)
    const { before, after } = this
    if (before && this.touchesBefore && isName(before)) {
      if (before.form.length === 1) return true
      // The first word of a sentence has its capital anyway.
      const inside = this.wordsBefore.at(-2)?.sentence === before.sentence
      if (!this.gapBefore.includes('.')) return inside || isLikeSurname(this.form)
    }
    if (!after || !this.touchesAfter || !isName(after)) return false
    return isPatronymic(after.form) || !this.afterPlacePreposition
  }
}

function isCapital(text: string, { start }: Pick<Token, 'start'>): boolean {
  const letter = text.charAt(start)
  return letter !== letter.toLowerCase()
}

/** A name that hardly means anything else. */
function weigh(around: Around): number {
  const { markedTown, after } = around
  if (around.inLegalNotice) return 0.3
  if (markedTown) return 0.97
  if (around.namesThing || around.inCompound || around.namesTime) return 0.1
  if (after && /^[ -]$/.test(around.gapAfter) && around.signWords.makesAnotherName(after.form)) return 0.1
  if (around.quoted || around.isStreet) return 0.2
  if (around.isAway) return 0.5
  if (!around.capital && !around.hashtag) return weighSmallLetters(around)
  if (around.first === around.last && isLikeSurname(around.form) && around.besidePerson) return 0.25
  if (around.afterPlacePreposition) return 0.85
  if (around.hashtag) return 0.85
  if (around.isPublisher) return 0.3
  if (around.beginsFullName) return 0.45
  if (around.standsAlone) return around.before === undefined || /\n/.test(around.gapBefore) ? 0.9 : 0.8
  if (around.touchesAfter && after && isVerb(after.form)) return 0.4
  if (around.opensQuote) return 0.3
  return 0.65
}

/** «в твери», «ищу фотографа, тверь»; of short words («тулы», «инта») most are something else. */
function weighSmallLetters(around: Around): number {
  // «большой камень», «сухой лог»
  if (around.first !== around.last) return around.afterPlacePreposition ? 0.65 : 0.4
  if (around.afterPlacePreposition) return around.form.length > 4 ? 0.75 : 0.65
  return around.form.length > 4 && around.closes ? 0.65 : 0.4
}

/** A name that is as often a person, a bird or an adjective. */
function weighAmbiguous(around: Around): number {
  // «мэр города Артёма Кобзаря»
  if (around.markedTown) return around.touchesAfter && around.after && isCapital(around.text, around.after) ? 0.5 : 0.92
  if (around.namesThing || around.inCompound || around.quoted || around.opensQuote || around.isStreet) return 0.05
  if (!around.capital || around.shouting) return around.afterPlacePreposition ? 0.2 : 0.1
  const { after } = around
  // «в Советском Союзе», «в Октябрьском районе»: an adjective with its noun
  const goesOn =
    around.touchesAfter &&
    after !== undefined &&
    after.kind === 'word' &&
    !around.signWords.functionWords.has(after.form)
  const isPart = goesOn && (/(?:[ое]м|[ое]го|[ыио]й|ую|[ыи]м)$/.test(around.form) || isCapital(around.text, after))
  if (around.afterPlacePreposition) return isPart ? 0.15 : 0.7
  if (around.besidePerson) return 0.1
  if (around.hashtag) return 0.45
  if (around.standsAlone) return around.startsSentence ? 0.35 : 0.45
  return 0.2
}

/** Of a field that holds a town and nothing else: «Тверь», «г. Тверь», «Россия, Тверь». */
export function readField(field: string, names: PlaceNames): PlaceMeaning[] {
  const parts = field.split(/[,;/|()]/).map((part) => part.trim().replace(/^(?:г\.?|гор\.|город)\s+/iu, ''))
  return parts.flatMap((part) => names.meaningsOf(fold(part)))
}
