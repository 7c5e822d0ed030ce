/**
 * What the judge of topics is trained and measured on: texts that are about a lead category, and whether they ask for it. Of the
 * real messages beside the project nearly all ask for nothing; those that were read say so, the others are presumed to.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../engine/language/language.ts'
import { createMatcher, type Matcher } from '../engine/match/matcher.ts'
import { parseQuery } from '../engine/queries/parse.ts'
import type { Query } from '../engine/queries/query.ts'
import { categorySamples } from '../server/features/watching/categories/categories.samples.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { readExampleFiles, type ExampleFiles } from './example-files.ts'
import { writtenExamples } from './examples.ts'
import { readLabelFiles, type Asks } from './label-files.ts'
import { dataFolder, readDataFile } from './read-data-file.ts'
import { isUnsure } from './talk-data.ts'
import { readTopicAsks } from './topic-asks.ts'
import { readTopicLabels } from './topic-labels.ts'
import type { ClassifierExample } from './train-classifier.ts'

export const topicDataFiles = [
  'neighbour-talk.ndjson.zst',
  'town-talk.ndjson.zst',
  'messages.ndjson.zst',
  'requests-more.ndjson.zst',
  'leads.ndjson',
] as const

/** A category a text is about, or whose frames fit it. */
export interface TopicHit {
  slug: string
  spans: readonly (readonly [number, number])[]
  framed: boolean
}

export interface TopicExample {
  id: string
  text: string
  source: string
  /** null: neither yes nor no. */
  asks: boolean | null
  /** How it is known: someone read it, it was written so, filled into a frame, decided by a rule, or no one looked. */
  known: 'read' | 'written' | 'filled' | 'rule' | 'presumed'
  /** A name of a trade or a trouble, without a word of asking. */
  bare?: boolean
  /** The categories it is a lead of, where that was read. */
  slugs?: readonly string[]
  hits: TopicHit[]
}

interface RealMessage {
  id: string
  text: string
  source: string
  intent?: 'REQUEST' | 'SMALL_REQUEST' | 'BORDERLINE' | 'NOT_REQUEST' | 'SPAM'
  label?: 'REQUEST' | 'OFFER' | 'TALK' | 'AD'
  labelBy?: 'source' | 'first-word' | 'hand'
  relevant?: boolean
}

export const topicDataThere = (): boolean => topicDataFiles.every((name) => existsSync(join(dataFolder, name)))

/** Each text that is about something, in an order that never changes. */
export function readTopicExamples(find: TopicFinder): TopicExample[] {
  const examples: TopicExample[] = []
  const add = (example: Omit<TopicExample, 'hits'>): void => {
    const text = unmasked(example.text)
    const hits = find(text)
    if (hits.length > 0) examples.push({ ...example, text, hits })
  }
  for (const example of writtenTexts()) add(example)
  const labels = readTopicLabels()
  const { asks } = readLabelFiles()
  const slugsOf = readCategoryLabels()
  for (const file of topicDataFiles)
    for (const message of readDataFile<RealMessage>(file)) {
      const label = labels.get(message.id)
      const { id, text, source } = { ...message, source: file === 'leads.ndjson' ? 'leads' : message.source }
      if (label) add({ id, text, source, asks: yesOrNo(label.asks), known: 'read', slugs: label.slugs ?? [] })
      else add({ id, text, source, ...judged(message, asks.get(id), slugsOf.get(id)) })
    }
  return examples
}

const yesOrNo = (answer: 'yes' | 'no' | 'unclear'): boolean | null => (answer === 'unclear' ? null : answer === 'yes')

/** What is known of a message beside the labels of topics. */
function judged(
  { intent, label, labelBy, relevant }: RealMessage,
  asked: Asks | undefined,
  slugs: readonly string[] | undefined,
): Pick<TopicExample, 'asks' | 'known' | 'slugs'> {
  if (slugs) return { asks: slugs.length > 0, known: 'read', slugs }
  if (asked !== undefined)
    return {
      asks: asked === 'service' || asked === 'thing' ? true : asked === 'small' || isUnsure(asked) ? null : false,
      known: 'read',
    }
  if (intent !== undefined)
    return {
      asks: intent === 'SMALL_REQUEST' || intent === 'BORDERLINE' ? null : (relevant ?? intent === 'REQUEST'),
      known: 'read',
    }
  // Titles of orders ask by their place and not by their words.
  if (label === undefined) return { asks: false, known: 'presumed' }
  if (labelBy === 'hand') return { asks: label === 'REQUEST', known: 'read' }
  return { asks: label === 'REQUEST' ? (labelBy === 'first-word' ? true : null) : false, known: 'rule' }
}

/** Texts that were written for the project. */
function writtenTexts(): Omit<TopicExample, 'hits'>[] {
  const all = readExampleFiles()
  const files = ofContrast(all, false)
  const contrasts = ofContrast(all, true)
  const known = 'written'
  const sampled = Object.entries(categorySamples).flatMap(([slug, { leads, others }]) => [
    ...leads.map(
      (text, at) => ({ id: `${slug}+${at}`, text, source: 'samples', asks: true, known, slugs: [slug] }) as const,
    ),
    ...others.map((text, at) => ({ id: `${slug}-${at}`, text, source: 'samples', asks: false, known }) as const),
  ])
  return [
    ...files.requests.map(
      ({ text, group }, at) =>
        ({ id: `requests-${at}`, text, source: 'requests', asks: true, known, bare: group === 'bare' }) as const,
    ),
    ...[...files.talk, ...files.unwanted].map(
      ({ text }, at) => ({ id: `talk-${at}`, text, source: 'talk', asks: false, known }) as const,
    ),
    ...writtenExamples(files).map(
      ({ text, intent }, at) =>
        ({ id: `frames-${at}`, text, source: 'frames', asks: intent === true, known: 'filled' }) as const,
    ),
    ...contrasts.requests.map(
      ({ text }, at) => ({ id: `contrast+${at}`, text, source: 'contrast', asks: true, known }) as const,
    ),
    ...contrasts.talk.map(
      ({ text }, at) => ({ id: `contrast-${at}`, text, source: 'contrast', asks: false, known }) as const,
    ),
    ...readTopicAsks().map(
      ({ text, asks }, at) => ({ id: `asked-${at}`, text, source: 'asked', asks, known }) as const,
    ),
    ...all.needs.map(
      ({ text, asks, slugs }, at) =>
        ({ id: `needs-${at}`, text, source: 'needs', asks, known, ...(asks && { slugs }) }) as const,
    ),
    ...sampled,
  ]
}

/** Contrasts are a source of their own: there are so many, and so many of them a bare noun, that they count less (`topic-training.ts`). */
function ofContrast(files: ExampleFiles, isWanted: boolean): ExampleFiles {
  // `paid` and `near-spam` are written for what is unwanted, and tell of no category.
  const isOfThem = ({ group }: { group: string }): boolean =>
    (group === 'contrast') === isWanted && group !== 'paid' && group !== 'near-spam'
  return { ...files, requests: files.requests.filter(isOfThem), talk: files.talk.filter(isOfThem), needs: [] }
}

/** Texts written by category, for the classifier: whether a word of one stands in them or not. */
export const readNeeds = (find: TopicFinder): ClassifierExample[] =>
  readExampleFiles().needs.map(({ text, asks, slugs }) => ({
    text,
    slugs: asks ? slugs : [],
    fitted: find(text).map(({ slug }) => slug),
  }))

/** Of what no one read every so many are enough: all of them make it no better. */
const PRESUMED_STEP = 4

/**
 * What the classifier learns from: `needs`, and `examples` of which it is known what they ask for. What is filled into a frame is left out, it
 * says little by much.
 */
export function classifierExamples(
  needs: readonly ClassifierExample[],
  examples: readonly TopicExample[],
): ClassifierExample[] {
  const presumed = examples.filter(({ known }) => known === 'presumed').filter((_, at) => at % PRESUMED_STEP === 0)
  const known = examples.filter(({ known, source }) => known !== 'presumed' && known !== 'filled' && source !== 'needs')
  const others = [...known, ...presumed].flatMap((example) => {
    const slugs = askedFor(example)
    return slugs === null ? [] : [{ text: example.text, slugs, fitted: example.hits.map(({ slug }) => slug) }]
  })
  return [...needs, ...others]
}

/** null: it is not known which. */
function askedFor({ asks, slugs, hits }: TopicExample): readonly string[] | null {
  if (asks === null) return null
  if (!asks) return []
  const wanted = slugs ?? [...new Set(hits.map(({ slug }) => slug))]
  return wanted.length > 0 && (slugs || wanted.length === 1) ? wanted : null
}

/** Which categories a text is about. */
export type TopicFinder = (text: string) => TopicHit[]

export function createTopicFinder(language: Language): TopicFinder {
  const categories = loadSeededCategories()
  const frames = createMatcher(language)
  const topics = createMatcher(language)
  categories.forEach(({ queries, excluded, topics: about }, id) => {
    const without = { context: [], excluded: excluded.map(parsed) }
    frames.add(id, { keywords: queries.map(parsed), ...without })
    if (about.length > 0) topics.add(id, { keywords: about.map(parsed), ...without })
  })
  const spansOf = (matcher: Matcher, text: string) => new Map(matcher.match(text).map(({ id, spans }) => [id, spans]))
  return (text) => {
    const framed = spansOf(frames, text)
    const about = spansOf(topics, text)
    return [...new Set([...about.keys(), ...framed.keys()])].map((id) => ({
      slug: categories[id]!.slug,
      spans: about.get(id) ?? framed.get(id) ?? [],
      framed: framed.has(id),
    }))
  }
}

function parsed(text: string): Query {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(`${result.mistakes.map(({ message }) => message).join(' ')} ${text}`)
  return result.query
}

/** What was masked in the data stands in messages as people write it. */
const unmasked = (text: string): string =>
  text.replaceAll('[телефон]', '8 900 123-45-67').replaceAll('[имя]', 'Анна').replaceAll('[ссылка]', 'https://a.ru/b')

/** Labels of the categories' own, `category-labels.ndjson`. */
function readCategoryLabels(): ReadonlyMap<string, readonly string[]> {
  const path = new URL('../server/features/watching/categories/category-labels.ndjson', import.meta.url)
  return new Map(lines<{ id: string; slugs: string[] }>(readFileSync(path, 'utf8')).map(({ id, slugs }) => [id, slugs]))
}

const lines = <Line>(text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
