/**
 * How well copies are found, and how fast: recall on made edits of real messages by length, pairs joined among real messages to
 * be read by eye, time and memory at millions of made-up fingerprints.
 *
 *   npm run bench:duplicates -- [--stored 1000000,3000000,10000000] [--pairs 100] [--sample 1000] [--part held] [--letters]
 *
 * `--part` says which texts are edited and paired (bench/duplicates-texts.ts): `held` and `source` are what weights and thresholds were not
 * found on, their pairs have been read; `unseen` are files in which nothing was found; `tuned` is the rest.
 * `--letters` leaves the words out, as it was before there were word prints.
 */
import { parseArgs } from 'node:util'
import { createDuplicateIndex } from '../engine/duplicates/duplicate-index.ts'
import { edits, shortEdits } from '../engine/duplicates/edits.samples.ts'
import type { Fingerprint } from '../engine/duplicates/fingerprint.ts'
import { fingerprint, FINGERPRINT_BYTES } from '../engine/duplicates/fingerprint.ts'
import {
  codeAt,
  WEIGHT_SHIFT,
  WORD_BYTES,
  type WordPrint,
  WORDS_FROM,
  WORDS_VERSION,
} from '../engine/duplicates/word-print.ts'
import { MOST_WEIGHT } from '../engine/duplicates/word-weights.ts'
import { loadWordPrinter } from '../server/kit/engine-data.ts'
import { BANDS, bandOf, interval, readTexts, type Text } from './duplicates-texts.ts'
import { seeded, shuffle } from './query-load.ts'

const SEED = 11
/** As the stream has it: server/stream/store/clusters.ts. */
const THRESHOLD = 0.8
const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000,3000000,10000000' },
    pairs: { type: 'string', default: '100' },
    sample: { type: 'string', default: '1000' },
    part: { type: 'string', default: 'held,source' },
    letters: { type: 'boolean', default: false },
  },
})
const sizes = values.stored.split(',').filter(Boolean).map(Number)
if (sizes.some((size) => !(size > 0))) throw new Error('--stored takes numbers parted by commas')
const parts = values.part.split(',')
const wordPrint = loadWordPrinter()
const wordsOf = (text: string): WordPrint | null => (values.letters ? null : wordPrint(text))

const measureReading = (texts: readonly Text[]): void => {
  const perSecond = (read: (text: string) => unknown): number => {
    const start = performance.now()
    for (const { text } of texts) read(text)
    return texts.length / ((performance.now() - start) / 1000)
  }
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0) / texts.length
  perSecond(fingerprint)
  const [prints, words] = [perSecond(fingerprint), perSecond(wordPrint)]
  console.log(
    `${texts.length} messages of ${characters.toFixed(0)} characters: ${prints.toFixed(0)} fingerprints/s, ` +
      `${words.toFixed(0)} word prints/s (${(words / prints).toFixed(2)})`,
  )
}

/** Each original is stored among all the others; the edited text must find it. */
const measureRecall = (texts: readonly Text[]): void => {
  const index = createDuplicateIndex({ threshold: THRESHOLD })
  const samples: { text: string; id: number }[][] = BANDS.map(() => [])
  const others: string[] = []
  texts.forEach((each, id) => {
    const { text, part } = each
    const [print, words] = [fingerprint(text), wordsOf(text)]
    if (print === null || index.find(print, 0, words) !== null) return
    index.add(id, print, 0, words)
    if (!parts.includes(part)) return
    if (id % 10 === 0) others.push(...(text.match(/\p{L}{2,}/gu) ?? []))
    const sample = samples[bandOf(each)]!
    if (sample.length < Number(values.sample)) sample.push({ text, id })
  })
  console.log(
    `\nRecall in % with its 95 % interval: originals of ${parts.join(' and ')} edited, looked for among ${index.size} different messages`,
  )
  const heads = BANDS.map(({ name }, band) => `${name} letters, ${samples[band]!.length} texts`)
  console.log(`| edit | ${heads.join(' | ')} | another found |\n|---|${'---:|'.repeat(BANDS.length + 1)}`)
  for (const [name, edit] of [...Object.entries(shortEdits(others)), ...Object.entries(edits)]) {
    const random = seeded(SEED)
    let [others, of] = [0, 0]
    const cells = samples.map((sample) => {
      let [right, tried] = [0, 0]
      for (const { text, id } of sample) {
        const edited = edit(text, random)
        const print = fingerprint(edited)
        // What is left of it is too short to be known.
        if (print === null) continue
        tried++
        const found = index.find(print, 0, wordsOf(edited))
        if (found?.id === id) right++
        else if (found) others++
      }
      of += tried
      return `${interval(right, tried)}${tried < sample.length ? ` of ${tried}` : ''}`
    })
    console.log(`| ${name} | ${cells.join(' | ')} | ${((others / of) * 100).toFixed(2)} % |`)
  }
}

/** Pairs whose texts differ: equal ones need no eye. */
const printPairs = (texts: readonly Text[]): void => {
  const index = createDuplicateIndex({ threshold: THRESHOLD })
  const pairs: { similarity: number; a: Text; b: Text }[][] = BANDS.map(() => [])
  // One pair for each original: a post that comes back every week would be most of the sample.
  const paired = new Set<number>()
  let [read, more] = [0, 0]
  texts.forEach((each, id) => {
    if (!parts.includes(each.part)) return
    read++
    const [print, words] = [fingerprint(each.text), wordsOf(each.text)]
    if (print === null) return
    const found = index.find(print, 0, words)
    if (found === null) index.add(id, print, 0, words)
    else if (paired.has(found.id)) more++
    else {
      const a = texts[found.id]!
      paired.add(found.id)
      pairs[Math.min(bandOf(a), bandOf(each))]!.push({ similarity: found.similarity, a, b: each })
    }
  })
  const show = (text: string): string => {
    const flat = text.replace(/\s+/g, ' ')
    return flat.length <= 300 ? flat : `${flat.slice(0, 180)} […${flat.length}…] ${flat.slice(-110)}`
  }
  console.log(
    `\nJoined among ${read} different messages of ${parts.join(' and ')}: ${pairs.map((of, band) => `${of.length} of ${BANDS[band]!.name}`).join(', ')} letters and ${more} further copies; some of the former:`,
  )
  pairs.forEach((of, band) => {
    console.log(`\n## ${BANDS[band]!.name} letters`)
    shuffle(of, seeded(SEED))
      .slice(0, Number(values.pairs))
      .forEach(({ similarity, a, b }, i) => {
        console.log(
          `\n${i + 1}. ${similarity.toFixed(2)} ${a.source} ${b.source}\n  A ${show(a.text)}\n  B ${show(b.text)}`,
        )
      })
  })
}

const quantile = (sorted: Float64Array, share: number): string =>
  ((sorted[Math.floor(sorted.length * share)] ?? 0) * 1000).toFixed(1)

const VOCABULARY = 200_000

/** A made-up word print: 8 to 20 words, the commonest as often as in a language (Zipf), the rarer the heavier. */
const makeWords = (random: () => number): WordPrint => {
  const codes = new Set<number>()
  const count = 8 + Math.floor(random() * 13)
  while (codes.size < count) codes.add(makeWord(random))
  return writeWords([...codes])
}

const makeWord = (random: () => number): number => {
  const rank = Math.floor(VOCABULARY ** random())
  const weight = Math.min(MOST_WEIGHT, Math.floor(Math.log2(rank)))
  return (weight << WEIGHT_SHIFT) | ((Math.imul(rank, 0x9e3779b1) >>> 12) & ~1)
}

const writeWords = (codes: readonly number[]): WordPrint => {
  const print = new Uint8Array(WORDS_FROM + codes.length * WORD_BYTES)
  print.set([WORDS_VERSION, codes.length])
  codes.forEach((code, place) =>
    print.set([code & 255, (code >>> 8) & 255, code >>> 16], WORDS_FROM + place * WORD_BYTES),
  )
  return print
}

/** Two of them become common ones. */
const changeTwoWords = (words: WordPrint, random: () => number): WordPrint => {
  const codes = Array.from({ length: words[1]! }, (_, place) => codeAt(words, WORDS_FROM + place * WORD_BYTES))
  for (let i = 0; i < 2; i++) codes[Math.floor(random() * codes.length)] = (2 << WEIGHT_SHIFT) | (2 * (500 + i))
  return writeWords(codes)
}

interface Prints {
  print: Fingerprint
  words: WordPrint | null
}

const measureIndex = (stored: number): string => {
  const random = seeded(SEED)
  const numbers = new Uint32Array(FINGERPRINT_BYTES / 4)
  const print = new Uint8Array(numbers.buffer)
  const make = (): Prints => {
    for (let i = 0; i < numbers.length; i++) numbers[i] = random() * 4294967296
    return { print, words: values.letters ? null : makeWords(random) }
  }
  const index = createDuplicateIndex({ threshold: values.letters ? 0.6 : THRESHOLD })
  const span = 14 * 86_400_000
  const kept: Prints[] = []
  const added = new Float64Array(stored)
  for (let id = 0; id < stored; id++) {
    const made = make()
    if (id % 1000 === 0) kept.push({ ...made, print: made.print.slice() })
    const start = performance.now()
    index.add(id, made.print, (id / stored) * span, made.words)
    added[id] = performance.now() - start
  }
  added.sort()
  const tries = 20_000
  // On a busy machine the system takes the processor away for milliseconds: such calls are counted apart.
  let [slow, interrupted] = [0, 0]
  const interruptions = (): number => process.resourceUsage().involuntaryContextSwitches
  const timed = (next: (i: number) => Prints): [Float64Array, number] => {
    const took = new Float64Array(tries)
    let found = 0
    for (let i = 0; i < tries; i++) {
      const wanted = next(i)
      const before = interruptions()
      const start = performance.now()
      if (index.find(wanted.print, span, wanted.words) !== null) found++
      took[i] = performance.now() - start
      if (took[i]! > 1) {
        slow++
        if (interruptions() > before) interrupted++
      }
    }
    return [took.sort(), found / tries]
  }
  const [missing, falselyFound] = timed(make)
  // A third of the slots and two words differ from what is stored: by its letters alone it would not be found.
  const [present, found] = timed((i) => {
    const { print: whole, words } = kept[(i * 7919) % kept.length]!
    const changed = whole.slice()
    for (let slot = 0; slot < 8; slot++) changed[Math.floor(random() * 24) * 2]! ^= 1
    return { print: changed, words: words && changeTwoWords(words, random) }
  })
  return (
    `| ${stored.toLocaleString('en')} | ${quantile(missing, 0.5)} / ${quantile(missing, 0.95)} / ${quantile(missing, 0.99)} | ${quantile(present, 0.5)} / ${quantile(present, 0.95)} / ${quantile(present, 0.99)} | ` +
    `${((slow / tries / 2) * 100).toFixed(2)} % / ${(((slow - interrupted) / tries / 2) * 100).toFixed(3)} % | ` +
    `${quantile(added, 0.5)} / ${quantile(added, 0.99)} / ${(added.at(-1) ?? 0).toFixed(1)} ms | ${(found * 100).toFixed(1)} % | ${(falselyFound * 100).toFixed(2)} % | ` +
    `${(index.bytes / stored).toFixed(0)} | ${(index.bytes / 2 ** 20).toFixed(0)} |`
  )
}

const texts = await readTexts()
if (texts === null) console.log('The real messages are not there (../shared/data): only the index is measured.')
else {
  const shuffled = shuffle(texts, seeded(SEED))
  measureReading(shuffled.slice(0, 50_000))
  if (Number(values.sample) > 0) measureRecall(shuffled)
  if (Number(values.pairs) > 0) printPairs(shuffled)
}
if (sizes.length > 0) {
  console.log(
    '\n| stored | find, nothing there: p50 / p95 / p99 us | find, a copy there: p50 / p95 / p99 us | finds over 1 ms / of them not interrupted | add: p50 / p99 us / longest | found | falsely | bytes each | MiB |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const size of sizes) console.log(measureIndex(size))
}
