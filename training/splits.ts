/**
 * What is trained on and what is measured on, kept apart twice: by text, since the same words come again under another id,
 * and by source, since people of one place talk alike. A model is only known where it has seen neither.
 */
import { createHash } from 'node:crypto'

/** No training reads these, whatever is labelled in them: what the shipped model says of them, it says of strangers. */
export const heldOutSources: readonly string[] = ['zhkchat', 'rusentitweet']

/** Of every text that was asked about: each is compared with several sets. */
const plainTexts = new Map<string, string>()

/** Letters and digits in lower case, ё as е: what differs in nothing else is the same text. */
export function comparableText(text: string): string {
  const known = plainTexts.get(text)
  if (known !== undefined) return known
  const plain = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
  plainTexts.set(text, plain)
  return plain
}

/** Names a text without saying it: 16 hexadecimal digits of a hash of its letters. */
export const textKey = (text: string): string =>
  createHash('sha256').update(comparableText(text)).digest('hex').slice(0, 16)

/** The same number for the same text, 0 to 99, for splits that do not move. */
export function part(text: string): number {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return (hash >>> 3) % 100
}

/** A set that is measured on, by the name its figures go under. */
export type MeasuredSets = Readonly<Record<string, readonly { text: string }[]>>

export interface SharedText {
  set: string
  key: string
}

/** Texts of measured sets that a model was trained on; a text without a letter or digit is none. */
export function findShared(trained: Iterable<{ text: string }>, measured: MeasuredSets): SharedText[] {
  const known = new Set<string>()
  for (const { text } of trained) known.add(comparableText(text))
  known.delete('')
  return Object.entries(measured).flatMap(([set, texts]) =>
    [...new Set(texts.map(({ text }) => comparableText(text)))]
      .filter((text) => known.has(text))
      .map((text) => ({ set, key: textKey(text) })),
  )
}

export interface TrainedShare {
  /** How many of them were trained on. */
  trained: number
  /** Distinct texts. */
  of: number
}

/** Set by set, for figures of what is admittedly trained on: they must say so beside them. */
export function countShared(trained: Iterable<{ text: string }>, measured: MeasuredSets): Record<string, TrainedShare> {
  const shared = Map.groupBy(findShared(trained, measured), ({ set }) => set)
  return Object.fromEntries(
    Object.entries(measured).map(([set, texts]) => {
      const distinct = new Set(texts.map(({ text }) => comparableText(text)))
      distinct.delete('')
      return [set, { trained: shared.get(set)?.length ?? 0, of: distinct.size }]
    }),
  )
}

/**
 * @param model what was trained, as the message names it
 * @throws Error that names the sets and how many texts, when a text is on both sides
 */
export function checkApart(model: string, trained: Iterable<{ text: string }>, measured: MeasuredSets): void {
  const shared = findShared(trained, measured)
  if (shared.length === 0) return
  const sets = [...new Set(shared.map(({ set }) => set))].map((set) => {
    const keys = shared.filter((each) => each.set === set).map(({ key }) => key)
    return `${set}: ${keys.length} (${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ' …' : ''})`
  })
  throw new Error(`${model} was trained on texts that it is measured on. ${sets.join('; ')}`)
}
