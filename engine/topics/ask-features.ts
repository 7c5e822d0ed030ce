/**
 * How a topic stands in a message, apart from which topic it is: words of the topic are taken for one word, so that what is
 * learnt of «посоветуйте сантехника» and «сантехник так и не пришёл» holds for every trade there is. Beside them stand the
 * words around, their kinds (`relevance/word-kinds.ts`), and marks of the sentence. Every feature is hashed to a row.
 */
import { tokenise, type Token } from '../language/tokenise.ts'
import { stemOf } from '../relevance/meaning.ts'
import { createKindReader, NO_KIND, type WordKinds } from '../relevance/word-kinds.ts'

export const ASK_ROWS = 1 << 17
const MAX_CHARACTERS = 4000
/** Of a long message as much as stands around the topic is read, in words to each side. */
const REACH = 24
/** Words before and after a word of the topic that are known by their side. */
const BESIDE = 6
/** «в», «на» and «у» within a span belong to the asking as much as to the topic. */
const SHORTEST_TOPIC = 3
/** Stems remembered; messages repeat their words. */
const REMEMBERED = 20_000

/** Rows and how much each counts. The arrays are used again for the next message. */
export interface AskFeatures {
  count: number
  rows: Int32Array
  values: Float32Array
}

export interface AskAbout {
  text: string
  /** Words of the topic: UTF-16 offsets, `end` exclusive, in order. Words of asking among them are known for such. */
  spans: readonly (readonly [start: number, end: number])[]
  /** One of the exact frames fits, too. */
  framed: boolean
}

export type AskReader = (about: AskAbout) => AskFeatures

const MOST = 4096
const PHONE = /\d[\d\s()-]{7,}\d/
const LAUGHS = /[)(]{2}|:\)|[😀-😂🤣]/u

export function createAskReader(wordKinds: WordKinds): AskReader {
  const readKind = createKindReader(wordKinds)
  const { asking } = wordKinds
  const features: AskFeatures = { count: 0, rows: new Int32Array(MOST), values: new Float32Array(MOST) }
  const kinds = new Map<string, number>()

  function kindOf({ form, kind: tokenKind }: Token): number {
    if (tokenKind !== 'word') return NO_KIND
    let kind = kinds.get(form)
    if (kind === undefined) {
      if (kinds.size >= REMEMBERED) kinds.clear()
      kinds.set(form, (kind = readKind(form, stemOf(form))))
    }
    return kind
  }

  /** What a word is known by where any of its kind would do: «T», a topic, and how the word ends. */
  function classOf(token: Token, isTopic: boolean): string {
    const { form, kind } = token
    if (isTopic) return `T${form.slice(-2)}`
    if (asking.has(form)) return form
    if (kind !== 'word') return `<${kind}>`
    const ofWord = kindOf(token)
    return ofWord === NO_KIND ? `*${form.length < 4 ? form : form.slice(-2)}` : `k${ofWord}`
  }

  function push(text: string, value: number): void {
    if (features.count === MOST) return
    features.rows[features.count] = hash(text) & (ASK_ROWS - 1)
    features.values[features.count++] = value
  }

  return ({ text: whole, spans, framed }) => {
    features.count = 0
    const text = whole.length > MAX_CHARACTERS ? whole.slice(0, MAX_CHARACTERS) : whole
    const tokens = tokenise(text)
    const isTopic = new Set(
      tokens.filter(
        ({ form, start, end }) =>
          form.length >= SHORTEST_TOPIC && !asking.has(form) && spans.some(([from, to]) => start < to && end > from),
      ),
    )
    const window = readWindow(tokens, isTopic, classOf)
    for (const token of isTopic) push(`Tk${kindOf(token)}`, 0.5)
    window.plain.forEach((word, i) => {
      pushWord(push, window, i)
      if (word === 'T') pushSides(push, window, i)
    })
    for (const mark of marksOf(text, tokens, window)) push(`m${mark}`, 0.5)
    push('bias', 1)
    if (framed) push('framed', 1)
    return features
  }
}

/** Of a message what stands around the topic. */
interface Window {
  tokens: readonly Token[]
  /** As written, a word of the topic as «T». */
  plain: readonly string[]
  classes: readonly string[]
  /** Those of the topic. */
  sentences: ReadonlySet<number>
  /** Words of the topic in the whole message. */
  topics: number
  share: number
}

type Push = (feature: string, value: number) => void

function readWindow(
  tokens: readonly Token[],
  isTopic: ReadonlySet<Token>,
  classOf: (token: Token, isTopic: boolean) => string,
): Window {
  const topicAt = tokens.flatMap((token, at) => (isTopic.has(token) ? [at] : []))
  const first = topicAt[0] ?? 0
  const last = Math.min(topicAt.at(-1) ?? tokens.length - 1, first + 2 * REACH)
  const seen = tokens.slice(Math.max(0, first - REACH), last + REACH + 1)
  return {
    tokens: seen,
    plain: seen.map((token) => (isTopic.has(token) ? 'T' : token.kind === 'word' ? token.form : `<${token.kind}>`)),
    classes: seen.map((token) => classOf(token, isTopic.has(token))),
    sentences: new Set(topicAt.map((at) => tokens[at]!.sentence)),
    topics: topicAt.length,
    share: 2 / Math.sqrt(seen.length + 2),
  }
}

function pushWord(push: Push, { tokens, plain, classes, sentences, share }: Window, i: number): void {
  const { sentence } = tokens[i]!
  const here = sentences.has(sentence) ? 's' : 'o'
  const [word, cls] = [plain[i]!, classes[i]!]
  push(`w${here}${word}`, share)
  if (cls !== word) push(`c${here}${cls}`, share)
  if (tokens[i - 1]?.sentence !== sentence) return push(`f${here}${cls}`, 0.5)
  push(`2${plain[i - 1]} ${word}`, share)
  push(`d${classes[i - 1]} ${cls}`, share)
  if (tokens[i - 2]?.sentence !== sentence) return
  push(`3${classes[i - 2]} ${classes[i - 1]} ${cls}`, share)
  push(`4${classes[i - 2]} ${cls}`, share)
}

/** What stands before and after a word of the topic. */
function pushSides(push: Push, { tokens, plain, classes, share }: Window, i: number): void {
  const { sentence } = tokens[i]!
  for (let k = 1; k <= BESIDE; k++) {
    if (tokens[i - k]?.sentence === sentence) {
      push(`b${plain[i - k]}`, share)
      push(`B${classes[i - k]} ${classes[i]}`, share)
    }
    if (tokens[i + k]?.sentence === sentence) {
      push(`a${plain[i + k]}`, share)
      push(`A${classes[i]} ${classes[i + k]}`, share)
    }
  }
}

/** What is true of the message: its length in words, how its sentences end, whether there is a telephone or a smile. */
function marksOf(text: string, tokens: readonly Token[], { tokens: seen, sentences, topics }: Window): string[] {
  const magnitude = (count: number): number => Math.floor(Math.log2(count + 1))
  const marks = new Set([
    `n${Math.min(7, magnitude(tokens.length))}`,
    `z${Math.min(6, magnitude(seen.length))}`,
    `t${Math.min(3, topics)}`,
    `S${Math.min(4, (tokens.at(-1)?.sentence ?? 0) - (tokens[0]?.sentence ?? 0))}`,
  ])
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (next?.sentence === token.sentence) continue
    const end = text.slice(token.end, next?.start ?? text.length)
    const here = sentences.has(token.sentence) ? 's' : 'o'
    if (end.includes('?')) marks.add(`?${here}`)
    else if (end.includes('!')) marks.add(`!${here}`)
    else if (here === 's') marks.add(end.includes('.') ? '.' : 'none')
  }
  if (PHONE.test(text)) marks.add('phone')
  if (LAUGHS.test(text)) marks.add('laughs')
  return [...marks]
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return value ^ (value >>> 13)
}
