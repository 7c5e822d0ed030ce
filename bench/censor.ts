/**
 * How exact the censor is: of a long list of obscene forms, plain and in disguise, how many it finds; of ordinary words that
 * such lists wrongly hold, how many it takes; and what it takes in real messages. Needs the texts in ../shared/data.
 *
 *   npm run bench:censor -- [--words]     --words prints what it took in real messages that no list holds
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { loadCensor } from '../server/kit/engine-data.ts'

const { values } = parseArgs({ options: { words: { type: 'boolean', default: false } } })
const isObscene = loadCensor()
const data = new URL('../../shared/data/', import.meta.url)
const [LISTED, SUSPECT, MESSAGES, TOXIC] = [
  'obscene.txt.zst',
  'obscene-suspect.txt',
  'messages.ndjson.zst',
  'toxic.ndjson.zst',
].map((name) => new URL(name, data)) as [URL, URL, URL, URL]
const absent = [LISTED, SUSPECT, MESSAGES, TOXIC].filter((file) => !existsSync(file))
if (absent.length > 0) {
  console.error(`Skipped, these texts are absent:\n${absent.map(({ pathname }) => pathname).join('\n')}`)
  process.exit(0)
}

const unpacked = (file: URL): string[] => zstdDecompressSync(readFileSync(file)).toString().split('\n').filter(Boolean)
const share = (part: number, whole: number): string => (part / whole).toFixed(4)
const toYe = (word: string): string => word.toLowerCase().replaceAll('ё', 'е')

const tiers = Map.groupBy(
  unpacked(LISTED)
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t')),
  ([, tier]) => tier,
)
const strict = (tiers.get('mat') ?? []).map(([word = '']) => word)
const known = new Set([...tiers.values()].flat().map(([word = '']) => toYe(word)))
const suspects = readFileSync(SUSPECT, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t')[0] ?? '')
const messages = unpacked(MESSAGES).map((line) => (JSON.parse(line) as { text: string }).text)

/** Words as they stand in texts, with the signs of disguise. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}*#@$%&^]+/gu) ?? []
const counts = new Map<string, number>()
for (const text of messages) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
/** Obscene forms that people wrote: these are disguised, and not the rarest of the list. */
const written = strict.filter((word) => /^[а-яё]{3,}$/.test(word) && counts.has(word))

const lookAlike: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x' }
const disguises: [string, (word: string) => string][] = [
  ['as they are', (word) => word],
  ['in capitals, each letter twice', (word) => word.toUpperCase().replace(/./g, '$&$&')],
  ['with a Latin letter', (word) => word.replace(/[аеорсух]/, (letter) => lookAlike[letter] ?? letter)],
  ['with a star for the second vowel or the only one', (word) => word.replace(/^(.+?)[аеёиоуыэюя]/, '$1*')],
  ['letter by letter', (word) => word.split('').join(' ')],
  ['with points', (word) => word.split('').join('.')],
]
const found = disguises.map(([name, disguise]) => ({
  'obscene forms that people wrote': name,
  found: share(written.filter((word) => isObscene(disguise(word))).length, written.length),
}))

const startedAt = performance.now()
const taken = messages.filter(isObscene)
const microseconds = ((performance.now() - startedAt) * 1000) / messages.length
const isListed = (text: string): boolean => wordsOf(text).some((word) => isObscene(word) && known.has(toYe(word)))
const unlisted = taken.filter((text) => !isListed(text))
const toxic = unpacked(TOXIC).map((line) => JSON.parse(line) as { text: string; label: number })

console.info(
  `strict list: ${share(strict.filter(isObscene).length, strict.length)} of ${strict.length} forms found; ordinary words wrongly listed: ${suspects.filter(isObscene).length} of ${suspects.length} taken`,
)
console.table(found)
console.info(
  `real messages: ${taken.length} of ${messages.length} taken, ${taken.length - unlisted.length} of them for a word that a list holds, ${unlisted.length} for another one; ${microseconds.toFixed(1)} µs a message`,
)
console.info(
  `rude comments and polite ones: ${JSON.stringify(Object.fromEntries(Object.entries(Object.groupBy(toxic, (each) => (each.label === 1 ? 'rude' : 'polite'))).map(([label, of = []]) => [label, share(of.filter(({ text }) => isObscene(text)).length, of.length)])))}`,
)
if (values.words) {
  const odd = new Map<string, number>()
  for (const text of unlisted)
    for (const word of wordsOf(text)) if (isObscene(word)) odd.set(word, (odd.get(word) ?? 0) + 1)
  console.info(
    [...odd]
      .sort(([, one], [, other]) => other - one)
      .map(([word, count]) => `${word} ${count}`)
      .join(', '),
  )
}
