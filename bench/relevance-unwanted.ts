/**
 * What the head `unwanted` costs: spam found by source, ordinary talk that is called unwanted, and true mentions of brands that
 * the neural filter of a project hides, with what did it. Shares stand with their Wilson 95 % intervals. Needs ../shared/data.
 *
 *   npm run bench:unwanted -- [--model FOLDER] [--list SOURCE]
 *
 * `--model` is what `npm run train:relevance -- --out FOLDER` wrote; the shipped one when left out. `--list` prints the ids of a
 * source's messages that are called unwanted and that no one has read yet (training/labels/unwanted.ndjson), with the reasons.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { createScorer, type Relevance } from '../engine/relevance/score.ts'
import { isUnwantedIn } from '../rules/filters/spam.ts'
import { suppress, suppressionOf } from '../server/features/watching/projects/suppress.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readShippedModel } from '../server/kit/shipped-model.ts'
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

const { values } = parseArgs({ options: { model: { type: 'string' }, list: { type: 'string' } } })
const data = new URL('../../shared/data/', import.meta.url)
const names = ['spam', 'brands', 'town-talk', 'neighbour-talk', 'messages', 'requests-more'] as const
const fileOf = (name: string): URL => new URL(`${name}.ndjson.zst`, data)
const absent = names.filter((name) => !existsSync(fileOf(name)))
if (absent.length > 0) {
  console.log(`Skipped, absent from ../shared/data: ${absent.join(', ')}`)
  process.exit(0)
}
/** Links that were masked as a word are links again: the word would be a word of the text. */
const read = <T>(name: (typeof names)[number]): T[] =>
  zstdDecompressSync(readFileSync(fileOf(name)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replaceAll('[ссылка]', 'https://link.example/1')) as T)

const { model } = await readShippedModel(values.model)
const scorer = createScorer(model, loadWordKinds())
const labels = readUnwantedLabels()

/** «12 of 345: 3.48 % (2.00–5.98)». */
function share(part: number, whole: number): string {
  if (whole === 0) return '0 of 0'
  const [low, high] = wilson(part, whole)
  const percent = (value: number): string => (100 * value).toFixed(2)
  return `${part} of ${whole}: ${percent(part / whole)} % (${percent(low)}–${percent(high)})`
}

type Is = (said: Relevance) => boolean
const rules: Readonly<Record<string, Is>> = {
  'of a category': (said) => isUnwantedIn('category', said),
  'of a project or group': (said) => isUnwantedIn('project', said),
}
const taken = (lines: readonly { text: string }[], is: Is): number =>
  lines.filter(({ text }) => is(scorer.score(text))).length
const shares = (lines: readonly { text: string }[]): Record<string, string> =>
  Object.fromEntries(Object.entries(rules).map(([name, is]) => [name, share(taken(lines, is), lines.length)]))

function showSpam(): void {
  const lines = read<SpamLine>('spam')
  console.log(
    `\nSpam that is found, and talk of the same chats that is taken, at ${model.thresholds.unwanted.toFixed(2)}`,
  )
  const groups = Map.groupBy(lines, ({ source, label, split }) => `${label}, ${source}, ${split}`)
  console.table(Object.fromEntries([...groups].toSorted().map(([name, of]) => [name, shares(of)])))
  const advertisements = read<TrapLine>('requests-more').filter(
    ({ source, label }) => source === 'clubdoorman' && label === 'AD',
  )
  const ham = lines.filter(({ label, split }) => label === 'ham' && split === 'dev')
  const spam = lines.filter(({ label, split }) => label === 'spam' && split === 'dev')
  const rows: [string, { text: string }[]][] = [
    ['dev', spam],
    ...Map.groupBy(spam, ({ source }) => `dev, ${source}`),
    ['antispambot, both parts (never trained on)', lines.filter(({ source }) => source === 'antispambot')],
    ['clubdoorman, a list of a bot (never trained on)', advertisements],
  ]
  for (const [rule, is] of Object.entries(rules)) {
    const alarms = taken(ham, is)
    console.log(`\nF1 against all talk of the dev part (${ham.length}), ${rule}`)
    for (const [name, of] of rows) {
      const found = taken(of, is)
      const f1 = (2 * found) / (found + alarms + of.length)
      console.log(`  ${name}: F1 ${f1.toFixed(3)}, found ${share(found, of.length)}, taken wrongly ${alarms}`)
    }
  }
}

/** Of long sources only so many, evenly drawn. */
const MOST_TALK = 12_000

function showTalk(): void {
  const talk = [...read<TalkLine>('town-talk'), ...read<TalkLine>('neighbour-talk'), ...read<TalkLine>('messages')]
  const sources = Map.groupBy(talk, ({ source }) => source)
  console.log('\nOrdinary talk that is called unwanted; what a reader found unwanted indeed is no talk')
  const rows = [...sources].map(([source, of]) => {
    const step = Math.ceil(of.length / MOST_TALK)
    const drawn = of.filter(({ id }, at) => at % step === 0 && labels.get(id) !== true)
    const unread = drawn.filter(({ id, text }) => !labels.has(id) && scorer.score(text).isUnwanted)
    if (values.list === source) unread.forEach(showReasons)
    return [source, { ...shares(drawn), 'of them unread': unread.length }] as const
  })
  console.table(Object.fromEntries(rows))
  const traps = read<TrapLine>('requests-more')
  console.log('Requests and offers by label; an offer may be unwanted, a request never is')
  console.table(
    Object.fromEntries([...Map.groupBy(traps, ({ label }) => label)].map(([label, of]) => [label, shares(of)])),
  )
}

function showReasons({ id, text }: TalkLine): void {
  const why = scorer.reasons(text, 'unwanted').map(({ words, weight }) => `${words} ${weight.toFixed(1)}`)
  console.log(`${id} ${scorer.score(text).unwantedScore.toFixed(2)} ${why.join('; ')}\n  ${JSON.stringify(text)}`)
}

/** What a neural filter hides of tweets about a brand, the brand being the project. */
function showMentions(): void {
  const tweets = read<Tweet>('brands')
  const shapes: Readonly<Record<string, (brand: string) => readonly string[]>> = {
    'keywords alone': () => [],
    'keywords and context': brandContext,
  }
  for (const [shape, context] of Object.entries(shapes)) {
    const of = tweets.flatMap(({ text, split, brands }) =>
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
      const said = scorer.score(mention.text)
      const isUnwanted = isUnwantedIn('project', said)
      const isHidden = suppress(scorer, mention.text, filter, () => said) !== null
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
