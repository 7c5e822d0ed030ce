/**
 * Prints the messages of ../shared/data/messages.ndjson.zst that are worth labelling: what the seeded categories pick, and
 * what one of them would pick with one demand less. Anyone who reads them writes `category-labels.ndjson`; what stands there
 * already is left out. The same messages and categories always give the same list.
 *
 *   node bench/near-misses.ts [--each 6]     of each category at most this many
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { createMatcher } from '../engine/match/matcher.ts'
import type { Query, Slot } from '../engine/queries/query.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { parsed } from './exactness-brands.ts'

const seededCategories = loadSeededCategories()

interface Message {
  id: string
  source: string
  text: string
}

interface NearMiss {
  step: number
  message: Message
}

/** From near to far: picked, without exclusions, without nearness, any forms of the words, one word or bracket less. */
const STEPS = ['picked', 'excluded', 'apart', 'other forms', 'one less'] as const
type Step = (typeof STEPS)[number]
/** Requests are short; longer posts come last. */
const LONG = 400

const messagesPath = fileURLToPath(new URL('../../shared/data/messages.ndjson.zst', import.meta.url))
const labelsPath = fileURLToPath(
  new URL('../server/features/watching/categories/category-labels.ndjson', import.meta.url),
)
const { values } = parseArgs({ options: { each: { type: 'string', default: '6' } } })

if (!existsSync(messagesPath)) {
  console.error(`Skipped, absent: ${messagesPath}`)
  process.exit(0)
}

const language = await loadLanguage()
const messages = readLines<Message>(zstdDecompressSync(readFileSync(messagesPath)))
const done = new Set(readLines<{ id: string }>(readFileSync(labelsPath)).map(({ id }) => id))
const found = findNearMisses()
let shown = 0
for (const [category, { slug }] of seededCategories.entries()) {
  for (const { step, message } of nearest(found.get(category) ?? [])) {
    if (done.has(message.id)) continue
    done.add(message.id)
    shown++
    console.info(`${message.id} [${slug}: ${STEPS[step]}] ${message.text.replace(/\s+/g, ' ').slice(0, 600)}`)
  }
}
console.info(`${shown} to read`)

/** By category; a message stands under its nearest step. */
function findNearMisses(): Map<number, NearMiss[]> {
  const matchers = STEPS.map(matcherFor)
  const misses = new Map<number, NearMiss[]>(seededCategories.map((_, category) => [category, []]))
  for (const message of messages) {
    const seen = new Set<number>()
    for (const [step, matcher] of matchers.entries()) {
      for (const category of matcher.matchIds(message.text)) {
        if (!seen.has(category)) misses.get(category)?.push({ step, message })
        seen.add(category)
      }
    }
  }
  return misses
}

function matcherFor(step: Step) {
  const matcher = createMatcher(language)
  for (const [id, { queries, excluded }] of seededCategories.entries()) {
    const keywords = queries.map(parsed).flatMap((query) => loosened(query, step))
    matcher.add(id, { keywords, context: [], excluded: step === 'excluded' ? [] : excluded.map(parsed) })
  }
  return matcher
}

/** The nearest of each source take turns. */
function nearest(misses: NearMiss[]): NearMiss[] {
  const bySource = Map.groupBy(misses, ({ message }) => message.source).values()
  const turns = [...bySource].flatMap((theirs) =>
    theirs
      .sort((a, b) => a.step - b.step || long(a) - long(b) || shuffled(a) - shuffled(b))
      .map((miss, turn) => ({ ...miss, turn })),
  )
  return turns.sort((a, b) => a.step - b.step || a.turn - b.turn).slice(0, Number(values.each))
}

function long({ message }: NearMiss): number {
  return message.text.length > LONG ? 1 : 0
}

/** Orders what is equally near by chance, always the same way. */
function shuffled({ message }: NearMiss): number {
  let hash = 7
  for (const letter of message.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1) >>> 3
  return hash
}

function loosened(query: Query, step: Step): Query[] {
  if (step === 'picked' || step === 'excluded') return [query]
  if (step === 'other forms') return [anyForms(query)]
  if (query.kind === 'chain')
    return step === 'apart' ? [{ kind: 'all', parts: query.slots.map(anyOf) }] : oneLess(query.slots, query.gaps)
  const [first, ...others] = query.kind === 'all' ? query.parts : []
  if (first === undefined) return []
  return step === 'apart' ? loosened(first, step).map((part) => ({ kind: 'all', parts: [part, ...others] })) : [first]
}

/** Of two, the second stays: the first only asks («ищу», «кто может») and would fit half of all messages. */
function oneLess(slots: Slot[], gaps: number[]): Query[] {
  if (slots.length === 2) return slots.slice(1).map(anyOf)
  return slots.map((_, gone) => {
    const before = gaps.slice(0, Math.max(gone - 1, 0))
    const joined = gone > 0 && gone < slots.length - 1 ? [gaps[gone - 1]! + gaps[gone]!] : []
    return {
      kind: 'chain',
      slots: slots.filter((_slot, i) => i !== gone),
      gaps: [...before, ...joined, ...gaps.slice(gone + 1)],
    }
  })
}

function anyOf(slot: Slot): Query {
  const parts = slot.map((atom): Query => ({ kind: 'atom', atom }))
  return parts.length === 1 ? parts[0]! : { kind: 'any', parts }
}

function anyForms(query: Query): Query {
  const free = (slot: Slot): Slot =>
    slot.map((atom) => (atom.kind === 'exact' ? { kind: 'word', form: atom.form } : atom))
  if (query.kind === 'chain' || query.kind === 'near') return { ...query, slots: query.slots.map(free) }
  return query.kind === 'all' ? { ...query, parts: query.parts.map(anyForms) } : query
}

function readLines<T>(bytes: Buffer): T[] {
  return bytes
    .toString()
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}
