/**
 * Learns which readings of common forms are hardly ever meant («день» as a form of «деть», «стали» of «сталь») from real
 * messages, and writes them to engine/data/language/rare-readings.txt.
 *
 *   npm run train:readings
 *
 * No one has marked the messages, so it is done by expectation maximisation: a reading is as likely as its word is common
 * in all its forms, times how common this form is among words of its kind, times the square root of its share in
 * OpenCorpora's annotated texts. The same messages give the same file.
 */
import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createZstdDecompress } from 'node:zlib'
import { loadReadings } from '../engine/language/az.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'

interface Weighed {
  lemma: string
  part: string
  word: string
  kind: string
  form: string
  annotated: number
  likelihood: number
}

const ROUNDS = 15
/** Rarer forms are left with all their readings: there is too little to learn from, and little to win. */
const FEWEST = 100
const RARE = 0.02
/** Words unseen so far are not impossible. */
const UNSEEN = 0.1
/** Of a reading that the annotated texts never show beside others that they do. */
const NEVER_ANNOTATED = 0.001

/** Parts of speech that are forms of one word. */
const WORD_KIND: Record<string, string> = {
  INFN: 'VERB',
  PRTF: 'VERB',
  PRTS: 'VERB',
  GRND: 'VERB',
  ADJS: 'ADJF',
  COMP: 'ADJF',
}
/** «нужно» and «лучше» are near enough to «нужный» and «хороший», whatever they are in a sentence. */
const KEPT_PARTS = new Set(['ADJS', 'COMP'])
/** The documentation's example of a form that has several words. */
const KEPT_FORMS = new Set(['стекла'])

const messages = fileURLToPath(new URL('../../shared/data/messages.ndjson.zst', import.meta.url))
const output = fileURLToPath(new URL('../engine/data/language/rare-readings.txt', import.meta.url))
if (!existsSync(messages)) throw new Error(`${messages} is not there: nothing to learn from`)

const readingsOf = await loadReadings(
  fileURLToPath(new URL('../node_modules/az/dicts', import.meta.url)),
  loadWordLists(),
)

const counts = new Map<string, number>()
for await (const line of createInterface({ input: createReadStream(messages).pipe(createZstdDecompress()) })) {
  const { text } = JSON.parse(line) as { text: string }
  for (const { form, kind } of tokenise(text)) {
    if (kind === 'word' && /^[а-я]{2,}$/.test(form)) counts.set(form, (counts.get(form) ?? 0) + 1)
  }
}

const rows = [...counts]
  .map(([form, count]) => ({ form, count, readings: weigh(form) }))
  .filter(({ readings }) => readings.length > 0)
for (let round = 0; round < ROUNDS; round++) maximise()

function weigh(form: string): Weighed[] {
  const readings = readingsOf(form)
  const annotated = readings.some(({ share }) => share < 1)
  return readings.map((reading) => {
    const { lemma, part, aspect, share } = reading
    const group = WORD_KIND[part] ?? part
    return {
      lemma,
      part,
      word: `${lemma}/${group}`,
      kind: group + aspect,
      form: `${group}${aspect}/${part} ${reading.form}`,
      annotated: !annotated ? 1 : share < 1 ? Math.sqrt(share) : Math.sqrt(NEVER_ANNOTATED),
      likelihood: 1 / readings.length,
    }
  })
}

function maximise(): void {
  const words = new Map<string, number>()
  const kinds = new Map<string, number>()
  const forms = new Map<string, number>()
  const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const { count, readings } of rows) {
    for (const { word, kind, form, likelihood } of readings) {
      add(words, word, count * likelihood)
      // The root, so that a few very common words do not decide how common a case or a person is.
      add(kinds, kind, Math.sqrt(count) * likelihood)
      add(forms, form, Math.sqrt(count) * likelihood)
    }
  }
  for (const { readings } of rows) {
    const weights = readings.map(
      ({ word, kind, form, annotated }) =>
        (words.get(word)! + UNSEEN) * (forms.get(form)! / kinds.get(kind)!) * annotated,
    )
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    readings.forEach((reading, i) => (reading.likelihood = weights[i]! / total))
  }
}

function rareLemmas(readings: Weighed[]): string[] {
  const shares = new Map<string, number>()
  for (const { lemma, likelihood } of readings) shares.set(lemma, (shares.get(lemma) ?? 0) + likelihood)
  const kept = new Set(readings.filter(({ part }) => KEPT_PARTS.has(part)).map(({ lemma }) => lemma))
  return [...shares].filter(([lemma, share]) => share < RARE && !kept.has(lemma)).map(([lemma]) => lemma)
}

const entries = rows
  .filter(({ form, count }) => count >= FEWEST && !KEPT_FORMS.has(form))
  .map(({ form, readings }) => ({ form, rare: rareLemmas(readings).sort() }))
  .filter(({ rare }) => rare.length > 0)
  .sort((a, b) => (a.form < b.form ? -1 : 1))
  .map(({ form, rare }) => `${form}: ${rare.join(', ')}`)

writeFileSync(
  output,
  `# Written by npm run train:readings. Readings that a common form hardly ever means, less than once in ${1 / RARE} times: «день» as a form of
# «деть» (engine/language/word-lists.ts).
#
# "form: lemma, lemma": lemmas that the dictionary gives the form, and that are not meant. All in lower case, ё as е.

${entries.join('\n')}
`,
)
console.info(`${entries.length} forms of ${rows.length} lose a reading: ${output}`)
