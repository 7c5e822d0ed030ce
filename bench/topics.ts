/**
 * How well lead categories are decided: their exact frames alone, as before there was a judge of topics, with it, and with the classifier besides. Real messages
 * are judged by models trained without their source (of the largest source, without their half), written requests by one
 * trained without every third of them. Precision in the wild is of what was read (`training/labels/topics.ndjson` and the
 * categories' own labels); what no one read and is taken counts as wrong. The intent is the shipped model's, which was trained on
 * most of these sources: how many of the texts it has seen stands beside each table. Fails when a text that is called held back was
 * trained on.
 *
 *   npm run bench:topics -- [--missed] [--unread] [--scores FILE] [--check]
 *
 * `--check` only looks whether texts are apart; `--missed` and `--unread` print what is missed, or is taken and no one has read, by id; `--scores` writes what each message got.
 */
import { parseArgs } from 'node:util'
import { asksFor } from '../engine/topics/entering.ts'
import { createClassifier, type Likelihoods } from '../engine/topics/topic-classifier.ts'
import { boundedIntent, logOddsAbove } from '../engine/topics/topic-judge.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { loadScorer } from '../server/kit/relevance.ts'
import { readDataFile, relevanceDataThere } from '../training/read-data-file.ts'
import { readRelevanceData } from '../training/relevance-data.ts'
import { checkApart, countShared, heldOutSources, comparableText } from '../training/splits.ts'
import { compact } from '../training/quantise.ts'
import { trainClassifier, type ClassifierExample } from '../training/train-classifier.ts'
import {
  classifierExamples,
  createTopicFinder,
  readNeeds,
  readTopicExamples,
  topicDataFiles,
  topicDataThere,
  type TopicExample,
} from '../training/topic-data.ts'
import {
  FRAMED,
  INTENT_SHARE,
  logOddsOf,
  readAsks,
  THRESHOLD,
  TRAINING_SEEDS,
  trainTopics,
  type ReadAsk,
} from '../training/topic-training.ts'
import { wilson } from './intervals.ts'

const { values } = parseArgs({
  options: {
    missed: { type: 'boolean', default: false },
    unread: { type: 'boolean', default: false },
    scores: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
})

const CHATS = ['zhkchat', 'tszhchat']
const TOWN = [...CHATS, 'okcomments', 'kurskappeals', 'forumcomments', 'rusentitweet', 'ruspell']
const OURS = new Set(['requests', 'talk', 'frames', 'samples'])

if (!topicDataThere() || !relevanceDataThere()) {
  console.log('The real messages are not there (../shared/data): nothing to measure.')
  process.exit(0)
}
const language = await loadLanguage()
const wordKinds = loadWordKinds()
const scorer = await loadScorer()
const find = createTopicFinder(language)
const examples = readTopicExamples(find)
const needs = readNeeds(find)
const folds = splitFolds(readAsks(examples, wordKinds))
const intentTexts = readIntentTexts()
const rawTexts = new Map(
  topicDataFiles.flatMap((file) => readDataFile<{ id: string; text: string }>(file)).map(({ id, text }) => [id, text]),
)
checkApart(
  'The intent of the shipped model',
  intentTexts,
  asWritten(
    [...heldOutSources, 'samples'].map((source) => [source, examples.filter((each) => each.source === source)]),
  ),
)
console.log(
  `Apart: no text of a fold is among those its judge of topics is trained on; none of ${heldOutSources.join(', ')} and samples among the ${intentTexts.length} of the intent.`,
)
if (values.check) process.exit(0)
const judged = judgeUnseen()

interface Judged {
  example: TopicExample
  /** Of each category that it is about. */
  topics: { slug: string; topic: number }[]
  /** Log-odds above those from which on it is warm. */
  intent: number
  likelihoods: Likelihoods
}

interface Fold {
  trained: ReadAsk[]
  /** For the classifier. */
  lessons: ClassifierExample[]
  measured: ReadAsk[]
}

/** Apart by text as well as by source: some of `leads.ndjson` was said in the chats, and people write the same twice. */
function splitFolds(asks: readonly ReadAsk[]): Fold[] {
  return ['chats', 'comments even', 'comments odd', 'others', 'written'].map((fold) => {
    const measured = asks.filter(({ example }) => foldOf(example) === fold)
    const texts = new Set(measured.map(({ example }) => comparableText(example.text)))
    const isTrained = (example: TopicExample): boolean =>
      foldOf(example) !== fold && !texts.has(comparableText(example.text))
    const trained = asks.filter(({ example }) => isTrained(example))
    const lessons = classifierExamples(needs, examples.filter(isTrained))
    const held = { [fold]: measured.map(({ example }) => example) }
    checkApart(
      'The judge of topics',
      trained.map(({ example }) => example),
      held,
    )
    checkApart('The classifier', lessons, held)
    return { trained, lessons, measured }
  })
}

/** Of each text, what a model says that has not seen texts like it. */
function judgeUnseen(): Judged[] {
  const judged: Judged[] = []
  const slugs = loadSeededCategories().map(({ slug }) => slug)
  for (const { trained, lessons, measured } of folds) {
    const weights = trainTopics(trained, TRAINING_SEEDS)
    const classify = createClassifier(trainClassifier(lessons, slugs, TRAINING_SEEDS[0]!, compact))
    for (const [example, asks] of Map.groupBy(measured, (ask) => ask.example)) {
      const about = example.hits.map(({ slug }) => slug)
      judged.push({
        example,
        topics: asks.map((ask) => ({ slug: ask.hit.slug, topic: logOddsOf(ask, weights) })),
        intent: logOddsAbove(scorer.score(example.text).intentScore, scorer.thresholds.warm),
        likelihoods: onlyOf(about, classify(example.text, about)),
      })
    }
  }
  return judged
}

/** The likelihoods of all categories of ten thousand texts would be kept for nothing. */
function onlyOf(slugs: readonly string[], { of, none }: Likelihoods): Likelihoods {
  return { of: new Map(slugs.flatMap((slug) => (of.has(slug) ? [[slug, of.get(slug)!]] : []))), none }
}

/** null: always trained on. */
function foldOf({ source, text, id }: TopicExample): string | null {
  if (source === 'leads' || OURS.has(source)) return part(text) === 0 ? 'written' : null
  if (CHATS.includes(source)) return 'chats'
  if (source === 'okcomments') return Number(id.slice(-1)) % 2 === 0 ? 'comments even' : 'comments odd'
  return TOWN.includes(source) ? 'others' : null
}

/** 0, 1 or 2, always the same for a text. */
function part(text: string): number {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return (hash >>> 3) % 3
}

function readIntentTexts(): { text: string }[] {
  const { examples: read, presumed } = readRelevanceData()
  return [...read, ...presumed]
}

/** With what is masked in the data still masked, as the relevance model is trained on it. */
function asWritten(sets: [name: string, texts: readonly TopicExample[]][]): Record<string, { text: string }[]> {
  return Object.fromEntries(
    sets.map(([name, texts]) => [name, texts.map(({ id, text }) => ({ text: rawTexts.get(id) ?? text }))]),
  )
}

/** Beside a table: how much of it the intent has seen. */
function printIntent(sources: readonly string[]): void {
  const sets = sources.map((source): [string, TopicExample[]] => [source, sum([source]).map(({ example }) => example)])
  const seen = Object.entries(countShared(intentTexts, asWritten(sets))).map(
    ([source, { trained, of }]) => `${source} ${trained} of ${of}`,
  )
  console.log(
    `\nNot held back: the intent was trained on ${seen.join(', ')} of these texts, and its share, that of a frame and the threshold were chosen by these very figures.`,
  )
}

type Decide = (judged: Judged) => boolean
const isFramed: Decide = ({ example }) => example.hits.some(({ framed }) => framed)
/** Of the category that it asks for most. */
const topicOf = ({ topics }: Judged): number => Math.max(...topics.map(({ topic }) => topic))
const withIntent = (each: Judged, topic: number): number =>
  topic + INTENT_SHARE * boundedIntent(each.intent) + (isFramed(each) ? FRAMED : 0) - THRESHOLD
/** As it is decided in use, where the judge must be so much surer. */
const asksWithMore = (each: Judged, more: number): boolean =>
  each.topics.some(({ slug, topic }) =>
    asksFor(slug, withIntent(each, topic) - more, { intent: () => each.intent, likelihoods: () => each.likelihoods }),
  )
const ways: [string, Decide][] = [
  ['frames alone, before', isFramed],
  ['frames, and intent warm', (each) => isFramed(each) && each.intent >= 0],
  ['topic alone', (each) => topicOf(each) >= THRESHOLD],
  ['topic and intent', (each) => withIntent(each, topicOf(each)) >= 0],
  ['**topic, intent and classifier**', (each) => asksWithMore(each, 0)],
  ...[-2, -1.5, -1, -0.5, 0.5, 1].map((more): [string, Decide] => [
    `threshold ${THRESHOLD + more}`,
    (each) => asksWithMore(each, more),
  ]),
]

/** Of `found` out of `all`, with the 95 % interval after Wilson. */
function share(found: number, all: number): string {
  if (all === 0) return ''
  const [low, high] = wilson(found, all)
  return `${found} of ${all} = ${(found / all).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

const sum = (sources: readonly string[]): Judged[] => judged.filter(({ example }) => sources.includes(example.source))

function wildRow([name, takes]: [string, Decide], from: readonly Judged[]): string[] {
  const taken = from.filter(takes)
  const leads = from.filter(({ example }) => example.asks)
  const right = taken.filter(({ example }) => example.asks).length
  return [name, share(right, taken.length), share(leads.filter(takes).length, leads.length)]
}

function writtenRow([name, takes]: [string, Decide]): string[] {
  const of = (source: string, asks: boolean): Judged[] =>
    sum([source]).filter(({ example }) => example.asks === asks && (source === 'leads' || OURS.has(source)))
  const cells = [
    of('requests', true),
    of('talk', false),
    of('samples', true),
    of('samples', false),
    of('leads', true),
    of('leads', false),
  ]
  return [name, ...cells.map((cell) => `${cell.filter(takes).length} of ${cell.length}`)]
}

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

for (const [title, sources] of [
  ['town and housing, all', TOWN],
  ['chats of two houses', CHATS],
  ['comments', ['okcomments']],
] as const) {
  const from = sum(sources)
  console.log(`\n${title}: ${from.length} messages about a category\n`)
  console.log(
    table(
      ['', 'precision of what is taken', 'recall of the leads known'],
      ways.map((way) => wildRow(way, from)),
    ),
  )
  printIntent(sources)
}
console.log('\nWritten, and leads.ndjson (every third, which the judge of topics was not trained on)\n')
console.log(
  table(['', 'requests', 'talk wrongly', 'samples', 'samples wrongly', 'leads', 'leads wrongly'], ways.map(writtenRow)),
)
printIntent(['requests', 'talk', 'samples', 'leads'])

const lineOf = (each: Judged): string => {
  const { example, intent, topics, likelihoods } = each
  const likelihood = Math.max(...topics.map(({ slug }) => likelihoods.of.get(slug) ?? -Infinity))
  return `${example.id} ${topicOf(each).toFixed(1)} ${Math.exp(likelihood).toFixed(2)} ${intent.toFixed(1)} ${example.hits.map(({ slug, framed }) => slug + (framed ? '!' : '')).join(',')}`
}
const unread = sum(TOWN).filter((each) => each.example.known === 'presumed' && asksWithMore(each, -0.5))
const missed = sum([...TOWN, 'leads']).filter((each) => each.example.asks && !asksWithMore(each, 0))
console.log(`\ntaken, or nearly, and not read by anybody: ${unread.length}; leads missed: ${missed.length}`)
if (values.unread) for (const each of unread) console.log(lineOf(each))
if (values.missed) for (const each of missed) console.log(lineOf(each))
if (values.scores) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(
    values.scores,
    JSON.stringify(judged.map(({ example, topics, intent }) => ({ ...example, topics, intent }))),
  )
}
