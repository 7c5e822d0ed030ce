/**
 * How exact the engine is: same-word conflation beside Snowball and az, recall of brand mentions, precision and recall of
 * the seeded categories. Needs the texts in ../shared/data and says which are absent.
 *
 *   npm run bench:exactness -- [--write] [--held-back]     --write puts the tables into engine/README.md
 *
 * `--held-back` prints the errors of `queries/unseen.txt` too: from then on these are seen.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadDictionary } from '../engine/language/az.ts'
import { createLanguage } from '../engine/language/language.ts'
import type { Language } from '../engine/language/language.ts'
import { createStemmer } from '../engine/language/stemmer.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { openCategoryDecider } from './decide-categories.ts'
import { measureBrands } from './exactness-brands.ts'
import { labelledMessagesThere, measureCategories } from './exactness-categories.ts'
import { readQueryCases, scoreQueries } from './exactness-queries.ts'
import { azAlone, readForms, scoreForms } from './exactness-words.ts'
import type { Keys, Texts } from './exactness-words.ts'

const seededCategories = loadSeededCategories()

interface Lead {
  intent: 'REQUEST' | 'SMALL_REQUEST' | 'NOT_REQUEST' | 'SPAM'
  relevant: boolean
  text: string
}

const BEGIN = '<!-- bench:exactness -->'
const END = '<!-- /bench:exactness -->'

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, 'held-back': { type: 'boolean', default: false } },
})
const readme = fileURLToPath(new URL('../engine/README.md', import.meta.url))
const data = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const dictionary = fileURLToPath(new URL('../node_modules/az/dicts', import.meta.url))

const TAIGA = `${data}conllu/ru_taiga-ud-dev.conllu`
const SOCIAL = `${data}conllu/GramEval2020-RuEval2017-social-dev.conllu`
const NEWS = [`${data}conllu/GramEval2020-SynTagRus-dev.conllu`, `${data}conllu/MorphoRuEval2017-Lenta-train.conllu`]
const BRANDS = `${data}brands.ndjson.zst`
const LEADS = `${data}leads.ndjson`

const shipped = await loadLanguage()
const queries = queryTable()
console.info(`${queries}\n`)

const absent = [TAIGA, SOCIAL, ...NEWS, BRANDS, LEADS].filter((path) => !existsSync(path))
if (absent.length > 0) {
  console.error(`Skipped all others, these texts are absent:\n${absent.join('\n')}`)
  process.exit(0)
}

const ours = createLanguage(await loadDictionary(dictionary, loadWordLists()))
const itsReadings = await azAlone(dictionary)
const withTypos = createLanguage(await loadDictionary(dictionary, loadWordLists(), { typos: 'all' }))

const tables = [
  wordTable(),
  brandTable(ours),
  await categoryTable(ours),
  ...(labelledMessagesThere() ? [await labelTable(ours)] : []),
].join('\n\n')
console.info(tables)
if (values.write) keep(`${queries}\n\n${tables}`)

function wordTable(): string {
  const samples: [string, Texts[]][] = [
    ['All text', [TAIGA, SOCIAL, ...NEWS].map((path) => ({ path }))],
    ['Social text', [{ path: TAIGA, genre: 'social' }, { path: SOCIAL }]],
  ]
  const systems: [string, Keys][] = [
    ['Snowball', createLanguage(createStemmer()).lemmas],
    ['az, its first reading', itsReadings(1)],
    ['az, all its readings', itsReadings(Infinity)],
    ['**ours**', ours.lemmas],
    ['ours with `typos: all`', withTypos.lemmas],
  ]
  const scored = samples.map(([, texts]) => {
    const forms = readForms(texts)
    return { forms: forms.length, scores: systems.map(([, keys]) => scoreForms(forms, keys)) }
  })
  const rows = systems.map(([name], i) => {
    const cells = scored.flatMap(({ scores }) => {
      const { precision, recall, f1 } = scores[i]!
      return [precision, recall, f1].map((value) => value.toFixed(3))
    })
    return [name, ...cells]
  })
  const heads = samples.flatMap(([name], i) => [`${name} (${scored[i]!.forms} forms): precision`, 'recall', 'F1'])
  return table(['same word?', ...heads], rows)
}

/** Made-up queries: our errors are printed before the table, each with its cause. */
function queryTable(): string {
  const parts: [string, string][] = [
    ['seen while the engine was changed', 'seen.txt'],
    ['held back, measured once', 'unseen.txt'],
  ]
  const rows = parts.flatMap(([name, file]) => {
    const cases = readQueryCases(file)
    const ours = scoreQueries(cases, shipped)
    const isShown = file === 'seen.txt' || values['held-back']
    for (const { cause, kind, query, text, why } of isShown ? ours.errors : [])
      console.info(`${file} [${cause}] ${kind}: «${query}» in «${text}» (${why})`)
    const scores = [
      ['**ours**', ours] as const,
      ['Snowball', scoreQueries(cases, createLanguage(createStemmer()))] as const,
    ]
    return scores.map(([system, { queries, sentences, missed, wrong }]) => [
      name,
      system,
      ...[queries, sentences, missed, wrong, missed + wrong].map(String),
    ])
  })
  return table(['made-up queries', '', 'queries', 'sentences', 'missed', 'wrongly taken', 'errors'], rows)
}

function brandTable(language: Language): string {
  const rows = measureBrands(BRANDS, language)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const line = (
    name: string,
    query: string,
    row: { mentions: number; found: number; devMentions: number; devFound: number },
  ) => [
    name,
    query,
    `${row.mentions}`,
    share(row.found, row.mentions),
    `${row.devMentions}`,
    share(row.devFound, row.devMentions),
  ]
  const all = {
    mentions: sum((r) => r.mentions),
    found: sum((r) => r.found),
    devMentions: sum((r) => r.devMentions),
    devFound: sum((r) => r.devFound),
  }
  return table(
    ['brand', 'query', 'mentions', 'recall', 'of them held back', 'recall'],
    [...rows.map((row) => line(row.brand, `\`${row.query.replaceAll('|', '\\|')}\``, row)), line('all', '', all)],
  )
}

/** Of a small request («надо проверить трансформатор») no one can say whether it is a lead: neither right nor wrong. */
async function categoryTable(language: Language): Promise<string> {
  const categoriesOf = await openCategoryDecider(language)
  const leads = readFileSync(LEADS, 'utf8')
    .trim()
    .split('\n')
    .map((line): Lead => JSON.parse(line))
  const taken = leads.filter(({ text }) => categoriesOf(text).length > 0)
  const right = taken.filter(({ relevant }) => relevant).length
  const wrong = taken.filter(({ intent }) => intent === 'NOT_REQUEST' || intent === 'SPAM').length
  const wanted = leads.filter(({ relevant }) => relevant).length
  return table(
    ['categories', 'messages', 'leads', 'found', 'wrongly taken', 'precision', 'recall'],
    [
      [
        `${seededCategories.length} seeded`,
        `${leads.length}`,
        `${wanted}`,
        `${right}`,
        `${wrong}`,
        share(right, right + wrong),
        share(right, wanted),
      ],
    ],
  )
}

/** Ordinary talk, where leads are rare: what the categories pick out of it, and what they nearly pick. */
async function labelTable(language: Language): Promise<string> {
  const rows = (await measureCategories(language)).map(({ part, messages, leads, found, wrong }) => [
    part === 'even' ? 'even ids' : 'odd ids, held back',
    `${messages}`,
    `${leads}`,
    `${found}`,
    `${wrong.length}`,
    share(found, found + wrong.length),
    share(found, leads),
  ])
  return table(['labelled messages', 'messages', 'leads', 'found', 'wrongly taken', 'precision', 'recall'], rows)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : (part / whole).toFixed(3)
}

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

function keep(text: string): void {
  const whole = readFileSync(readme, 'utf8')
  const from = whole.indexOf(BEGIN)
  const to = whole.indexOf(END)
  if (from < 0 || to < from) throw new Error(`${readme} has no ${BEGIN} … ${END}`)
  writeFileSync(readme, `${whole.slice(0, from + BEGIN.length)}\n\n${text}\n\n${whole.slice(to)}`)
}
