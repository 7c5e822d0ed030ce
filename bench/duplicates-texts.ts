/** Real messages for `bench/duplicates.ts`: each text once, and of which part it is. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { Letters } from '../engine/duplicates/letters.ts'
import { wilson } from './intervals.ts'

const DATA = new URL('../../shared/data/', import.meta.url)
const FILES = ['messages', 'neighbour-talk', 'town-talk', 'requests-more']
/** Nothing was counted, found or read in them before their pairs were read by eye; of `toxic` what people wrote, and no rewrites. */
const UNSEEN_FILES = ['brands', 'spam', 'toxic', 'tone-train', 'tone-dev']
/** No text of it was seen when the weights of words were counted and the rules were found. */
const HELD_SOURCE = 'vkkarelia'

/** `tuned`: the rules were found on them. `held`: other texts of the same sources. `source`: the source held out. `unseen`: files never looked at. */
export type Part = 'tuned' | 'held' | 'source' | 'unseen'

export interface Text {
  text: string
  source: string
  part: Part
  /** Letters as the fingerprint counts them. */
  letters: number
}

export const BANDS = [
  { name: '30–59', from: 30, to: 60 },
  { name: '60–119', from: 60, to: 120 },
  { name: '120+', from: 120, to: Infinity },
] as const
export const bandOf = ({ letters }: Text): number => BANDS.findIndex(({ from, to }) => letters >= from && letters < to)

const counter = new Letters()

/** Texts of at least 30 letters; of texts with the same letters and numbers the first. Null when the messages are not there. */
export async function readTexts(): Promise<Text[] | null> {
  const texts = new Map<string, Text>()
  for (const file of [...FILES, ...UNSEEN_FILES]) {
    const path = new URL(`${file}.ndjson.zst`, DATA)
    if (!existsSync(path)) return null
    for await (const line of createInterface({ input: createReadStream(path).pipe(createZstdDecompress()) })) {
      const { text, source = file, label } = JSON.parse(line) as { text: string; source?: string; label?: unknown }
      if (file === 'toxic' && label !== 1) continue
      counter.read(text)
      if (counter.count < BANDS[0].from) continue
      const key = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      if (texts.has(key)) continue
      const half = createHash('sha1').update(text).digest()[0]! & 1
      const part = UNSEEN_FILES.includes(file)
        ? 'unseen'
        : source === HELD_SOURCE
          ? 'source'
          : half === 0
            ? 'tuned'
            : 'held'
      texts.set(key, { text, source, part, letters: counter.count })
    }
  }
  return [...texts.values()]
}

/** The 95 % interval of a share, after Wilson, in per cent. */
export function interval(hits: number, of: number): string {
  if (of === 0) return '–'
  const [low, high] = wilson(hits, of)
  const percent = (value: number): string => (100 * value).toFixed(0)
  return `${((100 * hits) / of).toFixed(1)} (${percent(low)}–${percent(high)})`
}
