/**
 * Writes how significant each common stem of a text is: `engine/data/duplicates/word-weights.txt`. A word is as significant as it is rare where
 * people write, whatever the subject: counted for each source alone, and of all sources the second and the third in which it
 * is commonest decide, so the word of one town or of one trade stays rare. A noun counts most, then an adjective, a verb, an
 * adverb; a preposition nothing. One source is left out, so that `npm run bench:duplicates` has texts never seen.
 *
 *   npm run train:copies
 */
import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createZstdDecompress } from 'node:zlib'
import { Letters, skeletonStemOf } from '../engine/duplicates/letters.ts'
import { listedWeights, MOST_WEIGHT } from '../engine/duplicates/word-weights.ts'
import { loadReadings, type WordReading } from '../engine/language/az.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'

const DATA = new URL('../../shared/data/', import.meta.url)
const FILES = ['messages', 'neighbour-talk', 'town-talk', 'requests-more']
const HELD_OUT = 'vkkarelia'
const OUT = fileURLToPath(new URL('../engine/data/duplicates/word-weights.txt', import.meta.url))
/** Sources with fewer texts say little about how rare a word is. */
const FEWEST_TEXTS = 1500
/** Stems in fewer than one text of so many (a power of two) are not listed: what is not known is taken for rare. */
const RAREST_BITS = 11.3
/** A word in every fourth text counts for nothing. */
const COMMONEST_BITS = 2
const UNITS_PER_BIT = 1.5
const FORMS_LOOKED_UP = 6

/** By part of speech: the share of its rarity that a word is worth, and the most, in bits. */
const WORTH: Record<string, [share: number, most: number]> = {
  PREP: [1, 0.5],
  CONJ: [1, 0.5],
  PRCL: [1, 0.5],
  INTJ: [1, 0.5],
  NPRO: [1, 0.5],
  ADVB: [1, 2],
  PRED: [1, 2],
  COMP: [1, 2],
  VERB: [0.6, 6],
  INFN: [0.6, 6],
  GRND: [0.6, 6],
  PRTF: [0.6, 6],
  PRTS: [0.6, 6],
  ADJF: [0.75, 8],
  ADJS: [0.75, 8],
}
const NOUN_WORTH: [number, number] = [1, 10]
/** A noun put for a noun makes another text, however common: «снег» and «вода». Not so the commonest, «раз» and «время». */
const LEAST_NOUN_BITS = 4
const COMMONEST_NOUN_BITS = 4.5

/** What people add, leave out and put otherwise when they post a text again. At most one bit. */
const POLITE =
  `добрый доброе доброго день вечер утро здравствуйте привет приветствую соседи друзья ребята народ коллеги уважаемые девочки
девушки всем пожалуйста спасибо заранее благодарю подскажите посоветуйте порекомендуйте может кто нибудь срочно очень хороший хорошая
отличный недорого напишите пишите личку лс звоните обращайтесь просто только всегда сегодня новый новая ищу ищем нужен нужна
толковый грамотный опытный ответственный адекватный надежный проверенный недорогой знающий добросовестный качественный
жители земляки горожане мамочки подписчики`.split(/\s+/)
/** Of these a congratulation, a condolence or a prayer of anybody is put together. At most two bits. */
const RITUAL =
  `поздравляю поздравляем поздравление рождения рождением здоровья счастья удачи желаю желаем царствие царство небесное
вечная вечный покой покоя пухом соболезнования соболезную соболезнуем примите бог боже господи господь храни аминь молодец
молодцы помилуй грешного грешную грешных моли богородица пресвятая крепкого долгих
благополучия успехов долголетия процветания бодрости оптимизма бабуля бабулечка мамуля мамулечка доченька сыночек внученька сестричка`.split(
    /\s+/,
  )
/** Another of these makes another text, however common: at least so many bits. */
const TURNS =
  `продам продаю продается продажа куплю покупаю скупаю сдам сдаю сдается сниму снимем отдам отдаю приму возьму меняю обменяю предлагаю требуется без мужчина женщина`.split(
    /\s+/,
  )
const TURN_BITS = 8

interface Source {
  texts: number
  counts: Map<string, number>
}

const sources = new Map<string, Source>()
const formsOf = new Map<string, Map<string, number>>()
const letters = new Letters()

function read(text: string, { counts }: Source): void {
  const stems = new Set<string>()
  for (const form of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const stem = skeletonStemOf(form)
    stems.add(stem)
    const forms = formsOf.get(stem) ?? new Map<string, number>()
    formsOf.set(stem, forms.set(form, (forms.get(form) ?? 0) + 1))
  }
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
}

async function readAll(): Promise<void> {
  const seen = new Set<string>()
  for (const file of FILES) {
    const path = new URL(`${file}.ndjson.zst`, DATA)
    if (!existsSync(path)) throw new Error(`${path.pathname} is not there`)
    for await (const line of createInterface({ input: createReadStream(path).pipe(createZstdDecompress()) })) {
      const { text, source: name = file } = JSON.parse(line) as { text: string; source?: string }
      if (text === '' || name === HELD_OUT) continue
      letters.read(text)
      const key = String.fromCharCode(...letters.codes.subarray(0, letters.count))
      if (seen.has(key)) continue
      seen.add(key)
      const source = sources.get(name) ?? { texts: 0, counts: new Map<string, number>() }
      sources.set(name, source)
      source.texts++
      read(text, source)
    }
  }
}

/** −log2 of the share of texts that have it, where it is second and third commonest. */
function bitsOf(stem: string, large: readonly Source[]): number {
  const shares = large.map(({ texts, counts }) => ((counts.get(stem) ?? 0) + 0.3) / (texts + 100)).sort((a, b) => b - a)
  return -Math.log2(Math.sqrt((shares[1] ?? 1) * (shares[2] ?? 1)))
}

/** The part of speech that most of its forms in the texts have, by the likeliest reading of each. */
function partOf(stem: string, readings: (form: string) => WordReading[]): string {
  const parts = new Map<string, number>()
  const forms = [...(formsOf.get(stem) ?? [])].sort((a, b) => b[1] - a[1]).slice(0, FORMS_LOOKED_UP)
  for (const [form, count] of forms) {
    const likeliest = readings(form.replaceAll('ё', 'е')).sort((a, b) => b.share - a.share)[0]
    const part = likeliest && WORTH[likeliest.part] ? likeliest.part : ''
    parts.set(part, (parts.get(part) ?? 0) + count)
  }
  return [...parts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function weigh(readings: (form: string) => WordReading[]): Map<string, number> {
  const large = [...sources.values()].filter(({ texts }) => texts >= FEWEST_TEXTS)
  const bits = new Map<string, number>()
  for (const stem of new Set(large.flatMap(({ counts }) => [...counts.keys()]))) {
    const rarity = bitsOf(stem, large)
    if (rarity > RAREST_BITS) continue
    const worth = WORTH[partOf(stem, readings)]
    const [share, most] = worth ?? NOUN_WORTH
    const least = worth || rarity < COMMONEST_NOUN_BITS || stem.length < 3 ? 0 : LEAST_NOUN_BITS
    bits.set(stem, Math.max(least, Math.min(most, share * Math.max(0, rarity - COMMONEST_BITS))))
  }
  const most = (words: readonly string[], limit: number): void => {
    for (const stem of words.map(skeletonStemOf)) bits.set(stem, Math.min(bits.get(stem) ?? limit, limit))
  }
  most(RITUAL, 2)
  most(POLITE, 1)
  for (const stem of TURNS.map(skeletonStemOf)) bits.set(stem, TURN_BITS)
  return new Map([...bits].map(([stem, value]) => [stem, Math.min(MOST_WEIGHT, Math.round(value * UNITS_PER_BIT))]))
}

const HEAD = `# Written by npm run train:copies: how much a stem tells of a text, from how rare it is and what part of speech
# (engine/duplicates/word-weights.ts). What is not here is rare and weighs the most.
#
# [weight], then its stems, as words are read for prints: without their ending, look-alike letters in Cyrillic, none twice in a row. Word
# prints are stored: after a change \`engine/duplicates/word-print.ts\` gets another version.
`

await readAll()
const dictionary = fileURLToPath(new URL('../node_modules/az/dicts', import.meta.url))
const weights = weigh(await loadReadings(dictionary, loadWordLists()))
const sections = listedWeights.map((weight) => {
  const stems = [...weights].flatMap(([stem, each]) => (each === weight ? [stem] : []))
  return `\n[${weight}]\n${stems.sort().join('\n')}\n`
})
writeFileSync(OUT, HEAD + sections.join(''))
console.log(`${weights.size} stems of ${sources.size} sources`)
