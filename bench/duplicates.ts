/**
 * How well copies are found, and how fast: recall on made edits of real messages, pairs found among real messages to be
 * read by eye, time and memory at millions of made-up fingerprints.
 *
 *   npm run bench:duplicates -- [--stored 1000000,10000000] [--pairs 100] [--sample 4000]
 */
import { parseArgs } from 'node:util'
import { createDuplicateIndex } from '../engine/duplicates/duplicate-index.ts'
import { edits } from '../engine/duplicates/edits.samples.ts'
import type { Fingerprint } from '../engine/duplicates/fingerprint.ts'
import { FEWEST_LETTERS_TO_VARY, fingerprint, FINGERPRINT_BYTES } from '../engine/duplicates/fingerprint.ts'
import { Letters } from '../engine/duplicates/letters.ts'
import { readMessages, seeded, shuffle } from './query-load.ts'

const SEED = 11
const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000,10000000' },
    pairs: { type: 'string', default: '100' },
    sample: { type: 'string', default: '4000' },
  },
})
const sizes = values.stored.split(',').filter(Boolean).map(Number)
if (sizes.some((size) => !(size > 0))) throw new Error('--stored takes numbers parted by commas')

const measureReading = (texts: readonly string[]): void => {
  const start = performance.now()
  let [found, characters] = [0, 0]
  for (const text of texts) {
    if (fingerprint(text) !== null) found++
    characters += text.length
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${(texts.length / seconds).toFixed(0)} fingerprints/s over ${texts.length} messages of ${(characters / texts.length).toFixed(0)} characters; ` +
      `${((found / texts.length) * 100).toFixed(1)} % have one`,
  )
}

const letters = new Letters()
const isShort = (text: string): boolean => {
  letters.read(text)
  return letters.count < FEWEST_LETTERS_TO_VARY
}

/** Each original is stored among all the others; the edited text must find it, or another message like it. */
const measureRecall = (texts: readonly string[]): void => {
  const index = createDuplicateIndex()
  const sample: { text: string; id: number }[] = []
  texts.forEach((text, id) => {
    const print = fingerprint(text)
    if (print === null || index.find(print, 0) !== null) return
    index.add(id, print, 0)
    if (sample.length < Number(values.sample)) sample.push({ text, id })
  })
  const random = seeded(SEED)
  const parts = [sample.filter(({ text }) => isShort(text)), sample.filter(({ text }) => !isShort(text))]
  console.log(`\nRecall: ${sample.length} originals, edited, looked for among ${index.size} different messages`)
  console.log(
    `| edit | ${parts[0]!.length} texts of 30 to 59 letters | ${parts[1]!.length} longer ones | of these, another found |\n|---|---:|---:|---:|`,
  )
  for (const [name, edit] of Object.entries(edits)) {
    const [short, long] = parts.map((part) => {
      let [right, other] = [0, 0]
      for (const { text, id } of part) {
        const print = fingerprint(edit(text, random))
        const found = print && index.find(print, 0)
        if (found?.id === id) right++
        else if (found) other++
      }
      return [right, other].map((count) => `${((count / part.length) * 100).toFixed(1)} %`)
    })
    console.log(`| ${name} | ${short![0]} | ${long![0]} | ${long![1]} |`)
  }
}

/** Pairs whose texts differ: equal ones need no eye. */
const printPairs = (texts: readonly string[]): void => {
  const index = createDuplicateIndex()
  const pairs: { similarity: number; a: string; b: string }[] = []
  // One pair for each original: a post that comes back every week would be most of the sample.
  const paired = new Set<number>()
  let [equal, more] = [0, 0]
  texts.forEach((text, id) => {
    const print = fingerprint(text)
    if (print === null) return
    const found = index.find(print, 0)
    if (found === null) index.add(id, print, 0)
    else if (texts[found.id] === text) equal++
    else if (paired.has(found.id)) more++
    else pairs.push({ similarity: found.similarity, a: texts[found.id]!, b: text })
    if (found && texts[found.id] !== text) paired.add(found.id)
  })
  console.log(
    `\n${equal} equal copies and ${pairs.length + more} differing ones (of ${pairs.length} originals) found among ${texts.length} messages; some of the latter:`,
  )
  const show = (text: string): string => {
    const flat = text.replace(/\s+/g, ' ')
    return flat.length <= 300 ? flat : `${flat.slice(0, 180)} […${flat.length}…] ${flat.slice(-110)}`
  }
  shuffle(pairs, seeded(SEED))
    .slice(0, Number(values.pairs))
    .forEach(({ similarity, a, b }, i) => {
      console.log(`\n${i + 1}. ${similarity.toFixed(2)}\n  A ${show(a)}\n  B ${show(b)}`)
    })
}

const quantile = (sorted: Float64Array, share: number): string =>
  ((sorted[Math.floor(sorted.length * share)] ?? 0) * 1000).toFixed(1)

const measureIndex = (stored: number): string => {
  const random = seeded(SEED)
  const words = new Uint32Array(FINGERPRINT_BYTES / 4)
  const bytes = new Uint8Array(words.buffer)
  const fill = (): Fingerprint => {
    for (let i = 0; i < words.length; i++) words[i] = random() * 4294967296
    return bytes
  }
  const index = createDuplicateIndex()
  const span = 14 * 86_400_000
  const kept: Fingerprint[] = []
  const added = new Float64Array(stored)
  for (let id = 0; id < stored; id++) {
    const print = fill()
    if (id % 1000 === 0) kept.push(print.slice())
    const start = performance.now()
    index.add(id, print, (id / stored) * span)
    added[id] = performance.now() - start
  }
  added.sort()
  const tries = 20_000
  // On a busy machine the system takes the processor away for milliseconds: such calls are counted apart.
  let [slow, interrupted] = [0, 0]
  const interruptions = (): number => process.resourceUsage().involuntaryContextSwitches
  const timed = (next: (i: number) => Fingerprint): [Float64Array, number] => {
    const took = new Float64Array(tries)
    let found = 0
    for (let i = 0; i < tries; i++) {
      const print = next(i)
      const before = interruptions()
      const start = performance.now()
      if (index.find(print, span) !== null) found++
      took[i] = performance.now() - start
      if (took[i]! > 1) {
        slow++
        if (interruptions() > before) interrupted++
      }
    }
    return [took.sort(), found / tries]
  }
  const [missing, falselyFound] = timed(fill)
  // A third of the slots differ from what is stored.
  const [present, found] = timed((i) => {
    const print = kept[(i * 7919) % kept.length]!.slice()
    for (let slot = 0; slot < 8; slot++) print[Math.floor(random() * 24) * 2]! ^= 1
    return print
  })
  return (
    `| ${stored.toLocaleString('en')} | ${quantile(missing, 0.5)} / ${quantile(missing, 0.95)} / ${quantile(missing, 0.99)} | ${quantile(present, 0.5)} / ${quantile(present, 0.95)} / ${quantile(present, 0.99)} | ` +
    `${((slow / tries / 2) * 100).toFixed(2)} % / ${(((slow - interrupted) / tries / 2) * 100).toFixed(3)} % | ` +
    `${quantile(added, 0.5)} / ${quantile(added, 0.99)} / ${(added.at(-1) ?? 0).toFixed(1)} ms | ${(found * 100).toFixed(1)} % | ${(falselyFound * 100).toFixed(2)} % | ` +
    `${(index.bytes / stored).toFixed(0)} | ${(index.bytes / 2 ** 20).toFixed(0)} |`
  )
}

const texts = await readMessages()
if (texts === null)
  console.log('The real messages are not there (../shared/data/messages.ndjson.zst): only the index is measured.')
else {
  measureReading(texts)
  measureRecall(shuffle(texts, seeded(SEED)))
  printPairs(texts)
}
if (sizes.length > 0) {
  console.log(
    '\n| stored | find, nothing there: p50 / p95 / p99 us | find, a copy there: p50 / p95 / p99 us | finds over 1 ms / of them not interrupted | add: p50 / p99 us / longest | found | falsely | bytes each | MiB |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const size of sizes) console.log(measureIndex(size))
}
