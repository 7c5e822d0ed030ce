/**
 * What the head `unwanted` costs: spam found by source, ordinary talk that is called unwanted, and true mentions of brands that
 * the neural filter of a project hides, with what did it. Shares stand with their Wilson 95 % intervals. Needs ../shared/data.
 * How much of a row was trained on stands beside it; fails when a text of what is never trained on was.
 *
 *   npm run bench:unwanted -- [--model FOLDER] [--list SOURCE] [--check]
 *
 * `--model` is what `npm run train:relevance -- --out FOLDER` wrote; the shipped one when left out. What it was trained on is taken
 * to be what a training reads now. `--list` prints the ids of a source's messages that are called unwanted and that no one has read
 * yet (training/labels/unwanted.ndjson), with the reasons. `--check` only looks whether texts are apart.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { createScorer, type Relevance } from '../engine/relevance/score.ts'
import { isUnwantedIn } from '../rules/filters/spam.ts'
import { suppress, suppressionOf } from '../server/features/watching/projects/suppress.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readShippedModel } from '../server/kit/shipped-model.ts'
import { dataFileNames, dataFolder } from '../training/read-data-file.ts'
import { readRelevanceData } from '../training/relevance-data.ts'
import { checkApart, countShared } from '../training/splits.ts'
import { readUnwantedLabels } from '../training/unwanted-labels.ts'
import { brandQueries } from './exactness-brands.ts'
import { brandContext } from './relevance-mention.ts'
import { wilson } from './intervals.ts'

interface SpamLine {
  text: string
  label: 'spam' | 'ham' | 'ad'
  source: string
  split: string
}
interface TalkLine {
  id: string
  text: string
  source: string
}
interface TrapLine {
  text: string
  label: string
  source: string
}
interface Tweet {
  text: string
  split: string
  brands: Record<string, number>
}

const { values } = parseArgs({
  options: { model: { type: 'string' }, list: { type: 'string' }, check: { type: 'boolean', default: false } },
})
const names = ['spam', 'brands', 'town-talk', 'neighbour-talk', 'messages', 'requests-more'] as const
const fileOf = (name: string): string => join(dataFolder, `${name}.ndjson.zst`)
const needed = new Set([...names.map(fileOf), ...dataFileNames.map((name) => join(dataFolder, name))])
const absent = [...needed].filter((path) => !existsSync(path))
if (absent.length > 0) {
  console.log(`Skipped, absent from ../shared/data: ${absent.join(', ')}`)
  process.exit(0)
}
/** Links that were masked as a word are links again: the word would be a word of the text. */
const linked = (text: string): string => text.replaceAll('[ссылка]', 'https://link.example/1')
const read = <T>(name: (typeof names)[number]): T[] =>
  zstdDecompressSync(readFileSync(fileOf(name)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(linked(line)) as T)

const lines = {
  spam: read<SpamLine>('spam'),
  talk: [...read<TalkLine>('town-talk'), ...read<TalkLine>('neighbour-talk'), ...read<TalkLine>('messages')],
  traps: read<TrapLine>('requests-more'),
  tweets: read<Tweet>('brands'),
}
const antispambot = lines.spam.filter(({ source }) => source === 'antispambot')
const clubdoorman = lines.traps.filter(({ source, label }) => source === 'clubdoorman' && label === 'AD')

const trained = readTrained()
const talkOf = (from: string): TalkLine[] => lines.talk.filter(({ source }) => source === from)
checkApart(`The head unwanted of ${values.model ?? 'the shipped model'}`, trained.unwanted, {
  antispambot,
  clubdoorman,
  zhkchat: talkOf('zhkchat'),
  rusentitweet: talkOf('rusentitweet'),
  'tweets about brands': lines.tweets,
  'spam and talk, dev': lines.spam.filter(({ split }) => split !== 'train'),
})
console.log(
  `Apart: antispambot, clubdoorman, zhkchat, tweets and the dev part are not among the ${trained.unwanted.length} examples that say what is unwanted.`,
)
if (values.check) process.exit(0)

const { model } = await readShippedModel(values.model)
const scorer = createScorer(model, loadWordKinds())
const labels = readUnwantedLabels()

/** What each head is taught by; what says nothing of `unwanted` still teaches intent, by rows that both heads read. */
function readTrained(): Record<'unwanted' | 'any', { text: string }[]> {
  const { examples, presumed } = readRelevanceData()
  const any = [...examples, ...presumed].map((each) => ({ ...each, text: linked(each.text) }))
  return { any, unwanted: any.filter(({ unwanted }) => unwanted !== undefined) }
}

/** Of the distinct texts of each row, how many say what is unwanted to a training: figures of those are kind. */
function trainedOn(rows: Iterable<readonly [name: string, of: readonly { text: string }[]]>): Record<string, string> {
  const sets = Object.fromEntries(rows)
  const taught = countShared(trained.unwanted, sets)
  const known = countShared(trained.any, sets)
  return Object.fromEntries(
    Object.entries(taught).map(([name, { trained: times, of }]) => {
      const more = known[name]!.trained - times
      return [name, `${times} of ${of}${more === 0 ? '' : `; ${more} more for intent alone`}`]
    }),
  )
}

/** «12 of 345: 3.48 % (2.00–5.98)». */
function share(part: number, whole: number): string {
  if (whole === 0) return '0 of 0'
  const [low, high] = wilson(part, whole)
  const percent = (value: number): string => (100 * value).toFixed(2)
  return `${part} of ${whole}: ${percent(part / whole)} % (${percent(low)}–${percent(high)})`
}

type Is = (relevance: Relevance) => boolean
const rules: Readonly<Record<string, Is>> = {
  'of a category': (relevance) => isUnwantedIn('category', relevance),
  'of a project or group': (relevance) => isUnwantedIn('project', relevance),
}
const taken = (of: readonly { text: string }[], is: Is): number =>
  of.filter(({ text }) => is(scorer.score(text))).length
const shares = (of: readonly { text: string }[]): Record<string, string> =>
  Object.fromEntries(Object.entries(rules).map(([name, is]) => [name, share(taken(of, is), of.length)]))

function showSpam(): void {
  const { spam: all } = lines
  console.log(
    `\nSpam that is found, and talk of the same chats that is taken, at ${model.thresholds.unwanted.toFixed(2)}`,
  )
  const groups = Map.groupBy(all, ({ source, label, split }) => `${label}, ${source}, ${split}`)
  const seen = trainedOn(groups)
  console.table(
    Object.fromEntries([...groups].toSorted().map(([name, of]) => [name, { ...shares(of), 'trained on': seen[name] }])),
  )
  const ham = all.filter(({ label, split }) => label === 'ham' && split === 'dev')
  const spam = all.filter(({ label, split }) => label === 'spam' && split === 'dev')
  const rows: [string, { text: string }[]][] = [
    ['dev', spam],
    ...Map.groupBy(spam, ({ source }) => `dev, ${source}`),
    ['antispambot, both parts', antispambot],
    ['clubdoorman, a list of a bot', clubdoorman],
  ]
  const rowsSeen = trainedOn(rows)
  for (const [rule, is] of Object.entries(rules)) {
    const alarms = taken(ham, is)
    console.log(`\nF1 against all talk of the dev part (${ham.length}), ${rule}`)
    for (const [name, of] of rows) {
      const found = taken(of, is)
      const f1 = (2 * found) / (found + alarms + of.length)
      console.log(
        `  ${name}: F1 ${f1.toFixed(3)}, found ${share(found, of.length)}, taken wrongly ${alarms}; trained on: ${rowsSeen[name]}`,
      )
    }
  }
}

/** Of long sources only so many, evenly drawn. */
const MOST_TALK = 12_000

function showTalk(): void {
  const sources = Map.groupBy(lines.talk, ({ source }) => source)
  console.log('\nOrdinary talk that is called unwanted; what a reader found unwanted indeed is no talk')
  const drawnOf = (of: readonly TalkLine[]): TalkLine[] => {
    const step = Math.ceil(of.length / MOST_TALK)
    return of.filter(({ id }, at) => at % step === 0 && labels.get(id) !== true)
  }
  const all = [...sources].map(([source, of]) => [source, drawnOf(of)] as const)
  const seen = trainedOn(all)
  const rows = all.map(([source, drawn]) => {
    const unread = drawn.filter(({ id, text }) => !labels.has(id) && scorer.score(text).isUnwanted)
    if (values.list === source) unread.forEach(showReasons)
    return [source, { ...shares(drawn), 'of them unread': unread.length, 'trained on': seen[source] }] as const
  })
  console.table(Object.fromEntries(rows))
  const traps = Map.groupBy(lines.traps, ({ label }) => label)
  const trapsSeen = trainedOn(traps)
  console.log('Requests and offers by label; an offer may be unwanted, a request never is')
  console.table(
    Object.fromEntries([...traps].map(([label, of]) => [label, { ...shares(of), 'trained on': trapsSeen[label] }])),
  )
}

function showReasons({ id, text }: TalkLine): void {
  const why = scorer.reasons(text, 'unwanted').map(({ words, weight }) => `${words} ${weight.toFixed(1)}`)
  console.log(`${id} ${scorer.score(text).unwantedScore.toFixed(2)} ${why.join('; ')}\n  ${JSON.stringify(text)}`)
}

/** What a neural filter hides of tweets about a brand, the brand being the project. */
function showMentions(): void {
  const shapes: Readonly<Record<string, (brand: string) => readonly string[]>> = {
    'keywords alone': () => [],
    'keywords and context': brandContext,
  }
  for (const [shape, context] of Object.entries(shapes)) {
    const of = lines.tweets.flatMap(({ text, split, brands }) =>
      Object.entries(brands).map(([brand, tone]) => ({ brand, text, split, tone })),
    )
    const judged = of.map((mention) => {
      const keywords = [brandQueries[mention.brand] ?? mention.brand]
      const filter = suppressionOf({
        censorFilter: false,
        neuralFilter: true,
        keywords,
        context: context(mention.brand),
      })
      const relevance = scorer.score(mention.text)
      const isUnwanted = isUnwantedIn('project', relevance)
      const isHidden = suppress(scorer, mention.text, filter, () => relevance) !== null
      return { ...mention, isUnwanted, isHidden }
    })
    console.log(`\nTrue mentions hidden from a project with a neural filter, ${shape}`)
    const groups: [string, typeof judged][] = [
      ...Map.groupBy(judged, ({ split }) => split),
      ...Map.groupBy(judged, ({ split, tone }) => `${split}, ${['complaint', 'neutral', 'praise'][tone + 1]}`),
      ...Map.groupBy(judged, ({ brand }) => brand),
    ]
    console.table(
      Object.fromEntries(
        groups.map(([name, part]) => [
          name,
          {
            hidden: share(part.filter(({ isHidden }) => isHidden).length, part.length),
            'as unwanted': part.filter(({ isUnwanted }) => isUnwanted).length,
            'as no mention': part.filter(({ isUnwanted, isHidden }) => isHidden && !isUnwanted).length,
          },
        ]),
      ),
    )
    if (shape === 'keywords alone') showCauses(judged.filter(({ isUnwanted }) => isUnwanted))
  }
}

function showCauses(texts: readonly { text: string }[]): void {
  const causes = new Map<string, number>()
  for (const { text } of texts) {
    for (const { words, span } of scorer.reasons(text, 'unwanted')) {
      const cause = span === null ? `(${words})` : /\p{Nd}/u.test(words) ? '(number or link)' : words.toLowerCase()
      causes.set(cause, (causes.get(cause) ?? 0) + 1)
    }
  }
  const first = [...causes].toSorted(([, a], [, b]) => b - a).slice(0, 25)
  console.log(`Causes, of ${texts.length}: ${first.map(([cause, times]) => `${cause} ${times}`).join(', ')}`)
}

showSpam()
showTalk()
showMentions()
