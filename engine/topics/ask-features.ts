/**
 * How a topic stands in a message, apart from which topic it is: words of the topic are taken for one word, so that what is
 * learnt of «посоветуйте сантехника» and «сантехник так и не пришёл» holds for every trade there is. Beside them stand the
 * words around, their kinds (`relevance/word-kinds.ts`), and marks of the sentence. Every feature is hashed to a row.
 */
import { tokenise, type Token } from '../language/tokenise.ts'
import { stemOf } from '../relevance/meaning.ts'
import { createKindReader, NO_KIND, type WordKinds } from '../relevance/word-kinds.ts'

export const ROWS = 1 << 15
const MAX_CHARACTERS = 4000
/** Of a long message as much as stands around the topic is read, in words to each side. */
const REACH = 24
/** Words before and after a word of the topic that are told by their side. */
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

export function createAskReader(wordKinds: WordKinds): AskReader {
  const readKind = createKindReader(wordKinds)
  const { asking } = wordKinds
  const features: AskFeatures = { count: 0, rows: new Int32Array(MOST), values: new Float32Array(MOST) }
  const kinds = new Map<string, number>()

  function kindOf(form: string): number {
    let kind = kinds.get(form)
    if (kind === undefined) {
      if (kinds.size >= REMEMBERED) kinds.clear()
      kinds.set(form, (kind = readKind(form, stemOf(form))))
    }
    return kind
  }

  function push(text: string, value: number): void {
    if (features.count === MOST) return
    features.rows[features.count] = hash(text) & (ROWS - 1)
    features.values[features.count++] = value
  }

  return ({ text: whole, spans, framed }) => {
    features.count = 0
    const text = whole.length > MAX_CHARACTERS ? whole.slice(0, MAX_CHARACTERS) : whole
    const tokens = tokenise(text)
    const isTopic = (token: Token): boolean =>
      token.form.length >= SHORTEST_TOPIC &&
      !asking.has(token.form) &&
      spans.some(([start, end]) => token.start < end && token.end > start)
    const topicAt = tokens.flatMap((token, at) => (isTopic(token) ? [at] : []))
    const first = topicAt[0] ?? 0
    const last = topicAt.at(-1) ?? tokens.length - 1
    const from = Math.max(0, first - REACH)
    const to = Math.min(tokens.length, Math.min(last, first + 2 * REACH) + REACH + 1)
    const inTopic = new Set(topicAt)
    const sentences = new Set(topicAt.map((at) => tokens[at]!.sentence))

    const plain: string[] = []
    const classes: string[] = []
    for (let at = from; at < to; at++) {
      const token = tokens[at]!
      const { form, kind } = token
      const ofWord = kind === 'word' ? kindOf(form) : NO_KIND
      const topic = inTopic.has(at)
      plain.push(topic ? 'T' : kind === 'word' ? form : `<${kind}>`)
      classes.push(
        topic
          ? `T${form.slice(-2)}`
          : asking.has(form)
            ? form
            : ofWord === NO_KIND
              ? kind === 'word'
                ? `*${form.length < 4 ? form : form.slice(-2)}`
                : `<${kind}>`
              : `k${ofWord}`,
      )
      if (topic) push(`Tk${ofWord}`, 0.5)
    }
    const size = plain.length
    const share = 2 / Math.sqrt(size + 2)
    for (let i = 0; i < size; i++) {
      const sentence = tokens[from + i]!.sentence
      const here = sentences.has(sentence) ? 's' : 'o'
      const word = plain[i]!
      const cls = classes[i]!
      push(`w${here}${word}`, share)
      if (cls !== word) push(`c${here}${cls}`, share)
      if (i > 0 && tokens[from + i - 1]!.sentence === sentence) {
        push(`2${plain[i - 1]} ${word}`, share)
        push(`d${classes[i - 1]} ${cls}`, share)
        if (i > 1 && tokens[from + i - 2]!.sentence === sentence) {
          push(`3${classes[i - 2]} ${classes[i - 1]} ${cls}`, share)
          push(`4${classes[i - 2]} ${cls}`, share)
        }
      } else push(`f${here}${cls}`, 0.5)
      if (word !== 'T') continue
      for (let k = 1; k <= BESIDE; k++) {
        if (i - k >= 0 && tokens[from + i - k]!.sentence === sentence) {
          push(`b${plain[i - k]}`, share)
          push(`B${classes[i - k]} ${cls}`, share)
        }
        if (i + k < size && tokens[from + i + k]!.sentence === sentence) {
          push(`a${plain[i + k]}`, share)
          push(`A${cls} ${classes[i + k]}`, share)
        }
      }
    }
    for (const mark of marksOf(text, tokens, sentences, topicAt, size)) push(`m${mark}`, 0.5)
    push('bias', 1)
    if (framed) push('framed', 1)
    return features
  }
}

function marksOf(
  text: string,
  tokens: readonly Token[],
  sentences: ReadonlySet<number>,
  topicAt: readonly number[],
  size: number,
): string[] {
  const marks = [
    `n${Math.min(7, Math.floor(Math.log2(tokens.length + 1)))}`,
    `z${Math.min(6, Math.floor(Math.log2(size + 1)))}`,
  ]
  marks.push(
    `t${Math.min(3, topicAt.length)}`,
    `S${Math.min(4, (tokens.at(-1)?.sentence ?? 0) - (tokens[0]?.sentence ?? 0))}`,
  )
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (next?.sentence === token.sentence) continue
    const end = text.slice(token.end, next?.start ?? text.length)
    const here = sentences.has(token.sentence) ? 's' : 'o'
    if (end.includes('?')) marks.push(`?${here}`)
    else if (end.includes('!')) marks.push(`!${here}`)
    else if (here === 's') marks.push(end.includes('.') ? '.' : 'none')
  }
  if (PHONE.test(text)) marks.push('phone')
  if (/[)(]{2}|:\)|[😀-😂🤣]/u.test(text)) marks.push('laughs')
  return [...new Set(marks)]
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return value ^ (value >>> 13)
}
