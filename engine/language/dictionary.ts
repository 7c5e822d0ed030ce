/**
 * What the dictionary of OpenCorpora says about a form, read from the files of the package `az`. It answers as `az` does
 * (a test holds both equal), many times faster: a stream of messages brings a new word every few microseconds.
 */
import { Dawg, MISSING } from './dawg.ts'
import {
  AGREEING,
  applied,
  ruleKeyOf,
  Paradigms,
  PREFIXES,
  type ParadigmFiles,
  type Parse,
  type Rule,
} from './paradigms.ts'
import type { WordTag } from './word-tag.ts'

/** The files of the dictionary, as they lie in the folder `dicts` of the package. */
export interface DictionaryFiles extends ParadigmFiles {
  words: ArrayBuffer
  probabilities: ArrayBuffer
  /** Endings of unknown words that begin with nothing, «по», «наи». */
  endings: readonly ArrayBuffer[]
}

/** Before a known word they make a word that follows it; those with a hyphen make a compound a word of one piece. */
const KNOWN_PREFIXES =
  `авиа авто аква анти анти- антропо архи арт арт- астро аудио аэро без бес био вело взаимо вне внутри видео
вице- вперед впереди гекто гелио гео гетеро гига гигро гипер гипо гомо дву двух де дез дека деци дис до евро за зоо интер инфра квази
квази- кило кино контр контр- космо космо- крипто лейб- лже лже- макро макси макси- мало меж медиа медиа- мега мета мета- метео метро
микро милли мини мини- моно мото много мульти нано нарко не небез недо нейро нео низко обер- обще одно около орто палео пан пара пента
пере пиро поли полу после пост пост- порно пра пра- пред пресс- противо противо- прото псевдо псевдо- радио разно ре ретро ретро- само
санти сверх сверх- спец суб супер супер- супра теле тетра топ- транс транс- ультра унтер- штаб- экзо эко эндо эконом- экс экс- экстра
экстра- электро энерго этно`.split(/\s+/)
const PIECE_PREFIXES = KNOWN_PREFIXES.filter((prefix) => prefix.endsWith('-'))
/** By their first two letters. */
const JOINED_PREFIXES = Map.groupBy(
  KNOWN_PREFIXES.filter((prefix) => !prefix.endsWith('-')),
  (prefix) => prefix.slice(0, 2),
)
/** What must be left behind a prefix. */
const SHORTEST_REST = 3

const PARTICLES = ['-то', '-ка', '-таки', '-де', '-тко', '-тка', '-с', '-ста']

/** How much an ending of this many letters tells. */
const ENDING_WORTH = [0, 0.2, 0.3, 0.4, 0.5, 0.6]
const LONGEST_ENDING = 5
const MISTAKE_WORTH = 0.3
/** Below any score. */
const TAKEN = -1
/** Nodes whose readings are remembered: there are not many more, and most words lead to the same ones. */
const MOST_NODES = 100_000
/** More than a paradigm has forms; paradigms are fewer than 65,536. */
const MOST_FORMS = 1024

/** One way to read words that end in some way. */
interface Ending {
  /** How many words of the dictionary are so. */
  count: number
  /** Paradigm and form in one number. */
  reading: number
  /** Null when nothing may be guessed by it; it counts among the others all the same. */
  rule: Rule | null
}

export class Dictionary {
  readonly #words: Dawg
  readonly #probabilities: Dawg
  readonly #endings: Dawg[]
  readonly #paradigms: Paradigms
  /** For nodes of words: the rules of all readings, when these need no weighing because of what kind of words they are. */
  readonly #plainRules = new Map<number, readonly Rule[] | null>()
  readonly #rules = new Map<string, Rule>()
  /** For nodes of each graph of endings: what may end so. */
  readonly #endingGuesses: Array<Map<number, readonly Ending[]>> = [new Map(), new Map(), new Map()]

  constructor(files: DictionaryFiles) {
    this.#words = new Dawg(files.words)
    this.#probabilities = new Dawg(files.probabilities)
    this.#endings = files.endings.map((file) => new Dawg(file))
    this.#paradigms = new Paradigms(files)
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  /**
   * The lemmas of most words, the quick way: when all readings agree or are equally likely. Not for what may be an
   * abbreviation or a word of a closed class. Undefined says nothing.
   */
  plainLemmas(word: string): string[] | undefined {
    const found = this.#words.find(word)
    if (found.length !== 1) return undefined
    const first = found[0]!
    let rules = this.#plainRules.get(first.node)
    if (rules === undefined) {
      const parses = this.#parsesAt(first.word, first.node)
      rules =
        parses.some(({ tag }) => tag.isAbbreviation || tag.isClosed) || mayBeOther(parses)
          ? null
          : distinct(parses.map((parse) => this.#paradigms.rule(parse)))
      if (this.#plainRules.size === MOST_NODES) this.#plainRules.clear()
      this.#plainRules.set(first.node, rules)
    }
    if (rules === null) return undefined
    if (rules.length === 1) return [applied(rules[0]!, word)]
    // Annotated: the order is to be weighed.
    if (this.#probabilities.walk(first.word) !== MISSING) return undefined
    return [...new Set(rules.map((rule) => applied(rule, word)))]
  }

  /** All readings of a word of the dictionary, the likeliest first. */
  known(word: string): Parse[] {
    return this.#byScore(this.#known(word).map((parse) => this.#weighed(parse, 1)))
  }

  /** The readings of the words that this one is like, in no order: `Dawg.findLike`. */
  like(word: string): Parse[] {
    return this.#words.findLike(word).flatMap(({ word: spelt, node }) => this.#parsesAt(spelt, node))
  }

  /** Readings of words that begin so: of so many words, if there are more. */
  begun(beginning: string, most: number): Parse[] {
    return this.#words.findBegun(beginning, most).flatMap(({ word, node }) => this.#parsesAt(word, node))
  }

  /** The same for words that are one mistake away. */
  mistyped(word: string): Parse[] {
    return this.#byScore(
      this.#words
        .findMistyped(word)
        .flatMap(({ word: spelt, node, mistakes }) =>
          this.#parsesAt(spelt, node).map((parse) => this.#weighed(parse, MISTAKE_WORTH ** mistakes)),
        ),
    )
  }

  /** Lemmas of a known word behind one of some prefixes: «нейросетями». */
  prefixed(word: string): string[] {
    const lemmas = new Set<string>()
    for (const prefix of JOINED_PREFIXES.get(word.slice(0, 2)) ?? []) {
      if (word.length - prefix.length < SHORTEST_REST || !word.startsWith(prefix)) continue
      for (const parse of this.#known(word.slice(prefix.length)))
        if (parse.tag.isGuessable) lemmas.add(this.lemma(parse, prefix))
    }
    return [...lemmas]
  }

  /**
   * Lemmas of an unknown word by the longest known ending and those one letter shorter, the likeliest first, at most so
   * many.
   */
  guessed(word: string, most: number): string[] {
    const endings: Ending[] = []
    const scores: number[] = []
    const seen = new Set<number>()
    let shortest = 1
    for (let i = 0; i < PREFIXES.length; i++) {
      const prefix = PREFIXES[i]!
      if (!word.startsWith(prefix)) continue
      for (let length = Math.min(LONGEST_ENDING, word.length - prefix.length - 1); length >= shortest; length--) {
        const before = endings.length
        let mostCounted = 1
        for (const found of this.#endings[i]!.find(word.slice(-length))) {
          const accents = yoPlaces(found.word)
          for (const ending of this.#endingsAt(i, found.node)) {
            // One reading may stand under a longer and a shorter ending; it is another one when written with a ё.
            const key = ending.reading * (1 << LONGEST_ENDING) + accents
            if (seen.has(key)) continue
            seen.add(key)
            endings.push(ending)
            scores.push(ending.count * ENDING_WORTH[length]!)
            mostCounted = Math.max(mostCounted, ending.count)
          }
        }
        for (let one = before; one < endings.length; one++) scores[one]! /= mostCounted
        if (endings.length > before) shortest = Math.max(length - 1, 1)
      }
    }
    return likeliest(word, endings, scores, most)
  }

  /** Lemmas of a word with hyphens that is not in the dictionary: by its particle, its «по-», or its parts. */
  compound(word: string): string[] {
    const withParticle = PARTICLES.filter((particle) => word.endsWith(particle)).flatMap((particle) =>
      this.#known(word.slice(0, -particle.length)).map((parse) => this.lemma(parse, '', particle)),
    )
    if (withParticle.length > 0) return [...new Set(withParticle)]
    if (
      word.startsWith('по-') &&
      word.length >= 5 &&
      this.#known(word.slice(3)).some(({ tag }) => tag.hasAll(['ADJF', 'sing', 'datv']))
    )
      return [word]
    if (PIECE_PREFIXES.some((prefix) => word.startsWith(prefix))) return []
    const parts = word.split('-')
    const [first, last] = [parts[0]!, parts.at(-1)!]
    if (parts.length === 2 && (first === '' || last === '')) return []
    const right = this.#known(last)
    const lemmas = new Set<string>()
    if (parts.length === 2) {
      for (const one of this.#known(first)) {
        if (one.tag.isAbbreviation) continue
        for (const other of right)
          if (one.tag.agrees(other.tag, AGREEING)) lemmas.add(this.#paradigms.lemmaOfBoth(one, other))
      }
    }
    for (const parse of right) lemmas.add(this.lemma(parse, word.slice(0, word.length - last.length)))
    return [...lemmas]
  }

  /** Folded. */
  lemma(parse: Parse, before = '', after = ''): string {
    return this.#paradigms.lemma(parse, before, after)
  }

  #known(word: string): Parse[] {
    const found = this.#words.find(word)
    return found.length === 1
      ? this.#parsesAt(found[0]!.word, found[0]!.node)
      : found.flatMap((one) => this.#parsesAt(one.word, one.node))
  }

  #parsesAt(word: string, node: number): Parse[] {
    const numbers = this.#words.payloads(node, 2)
    const parses: Parse[] = []
    for (let i = 0; i < numbers.length; i += 2) parses.push(this.#parse(word, numbers[i]!, numbers[i + 1]!, 1))
    return parses
  }

  #parse(word: string, paradigm: number, form: number, score: number): Parse {
    return { word, tag: this.#paradigms.tagOf(paradigm, form), paradigm, form, score }
  }

  /** By how often the annotated texts mean this reading, if they hold the word. */
  #weighed(parse: Parse, worth: number): Parse {
    const node = this.#probabilities.walk(`${parse.word}:${parse.tag.name}`)
    const value = node === MISSING ? MISSING : this.#probabilities.value(node)
    parse.score = value === MISSING ? worth : (value / 1_000_000) * worth
    return parse
  }

  #byScore(parses: Parse[]): Parse[] {
    return parses.sort((a, b) => b.score - a.score)
  }

  #endingsAt(graph: number, node: number): readonly Ending[] {
    const known = this.#endingGuesses[graph]!
    let endings = known.get(node)
    if (endings === undefined) {
      const numbers = this.#endings[graph]!.payloads(node, 3)
      const found: Ending[] = []
      for (let at = 0; at < numbers.length; at += 3) {
        const [count, paradigm, form] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
        const parse = this.#parse('', paradigm, form, 1)
        if (!parse.tag.isProductive) continue
        found.push({
          count,
          reading: paradigm * MOST_FORMS + form,
          rule: parse.tag.isGuessable ? this.#shared(this.#paradigms.rule(parse)) : null,
        })
      }
      endings = found
      if (known.size === MOST_NODES) known.clear()
      known.set(node, endings)
    }
    return endings
  }

  /** One object for equal rules. */
  #shared(rule: Rule): Rule {
    const key = ruleKeyOf(rule)
    const known = this.#rules.get(key)
    if (known === undefined) this.#rules.set(key, rule)
    return known ?? rule
  }
}

/**
 * A participle that may be a word of its own, a gerund that may be a name, the name of several people that may be none, or an adjective or
 * a plural that may be a noun or an adverb.
 */
const mayBeOther = (parses: Parse[]): boolean => {
  const some = (fits: (tag: WordTag) => boolean): boolean => parses.some(({ tag }) => fits(tag))
  return (
    some((tag) => tag.isParticiple) ||
    (some((tag) => tag.isGerund) && some((tag) => tag.isCalled)) ||
    (some((tag) => tag.isSeveralCalled) && some((tag) => tag.isOrdinaryNoun)) ||
    (some((tag) => tag.isShortAdjective) && some((tag) => tag.isPlainNoun || tag.isAdverb)) ||
    (some((tag) => tag.isManyThings) && some((tag) => tag.isPersonNoun))
  )
}

const distinct = (rules: Rule[]): Rule[] => [...new Map(rules.map((rule) => [ruleKeyOf(rule), rule])).values()]

/** Where the ё stand, counted from the end, as bits. */
const yoPlaces = (ending: string): number => {
  let places = 0
  for (let i = 0; i < ending.length; i++) if (ending.charAt(i) === 'ё') places |= 1 << (ending.length - 1 - i)
  return places
}

/** Lemmas in the order of their scores, of equal ones the first first; without sorting, since few are wanted. */
const likeliest = (word: string, endings: readonly Ending[], scores: number[], most: number): string[] => {
  const lemmas = new Set<string>()
  while (lemmas.size < most) {
    let best = MISSING
    let score = TAKEN
    for (let i = 0; i < scores.length; i++) {
      if (scores[i]! > score && endings[i]!.rule !== null) {
        best = i
        score = scores[i]!
      }
    }
    if (best === MISSING) break
    const { rule } = endings[best]!
    lemmas.add(applied(rule!, word))
    for (let i = 0; i < scores.length; i++) if (endings[i]!.rule === rule) scores[i] = TAKEN
  }
  return [...lemmas]
}
