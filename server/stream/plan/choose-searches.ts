/**
 * The words of many customers become few searches. Whatever fits a standing query holds some words for certain: a search for one,
 * two or three of these finds all that the query can fit. Of all such searches those are taken that serve most for what they cost;
 * every query that can be served by searches is.
 */
import type { Language } from '../../../engine/language/language.ts'
import type { Atom, Query } from '../../../engine/queries/query.ts'

export interface WaitingQuery {
  /** Any of these fits … */
  keywords: Query[]
  /** … and, when there are any, one of these. */
  context: Query[]
  /** Customers who wait for it. */
  weight: number
}

export interface SearchLimits {
  /** Words of one search. */
  mostWords: number
  /** Messages that one search can bring, however many there are. */
  mostResults: number
  /** Messages that are written in the network a day, roughly. */
  messagesADay: number
}

export interface ChosenSearch {
  /** Its words in one order: the same search of many customers is one. */
  key: string
  words: string[]
  weight: number
}

export interface Knowledge {
  language: Language
  /** In about what share of messages a word with this lemma is. */
  shareOf(lemma: string): number
  /** Messages a day that this search brings, where it is known. */
  measured(key: string): number | null
}

/** A word in any form. */
interface Word {
  /** Its lemmas: what has the same ones is the same word. */
  id: string
  /** As it is searched for. */
  written: string
  share: number
}

/** Words that all are in whatever fits one way of a keyword. */
interface Branch {
  words: Word[]
  query: number
}

interface Candidate {
  key: string
  words: Word[]
  branches: number[]
  cost: number
  /** More comes than it can bring. */
  overflows: boolean
}

/** How often a search is asked a day, when one has to guess what it costs. */
const READINGS_A_DAY = 24
const MOST_READINGS_A_DAY = 96
/** Messages of one page. */
const PAGE = 100
/** What overflows loses something of what it was asked for. */
const OVERFLOW_PRICE = 10
/** Words of one text go together: the second is met so many times oftener beside the first than anywhere. */
const TOGETHER = 20
/** Of the words that a branch needs, the rarest so many are looked at. */
const RAREST = 4
/** Branches or candidates that take about a millisecond. */
const A_STEP = 100

export interface Choice {
  searches: ChosenSearch[]
  /** This many queries no search can serve: a prefix, or nothing but signs. */
  uncovered: number
}

/**
 * Takes the cheaper of two plans: one searches for the rarest words (the thing that is wanted), one for the words that most queries
 * share (`ищу`, `посоветуйте`): few searches that bring much. In steps of some milliseconds, for anyone who has something else to do.
 */
export function* chooseSearches(
  queries: WaitingQuery[],
  limits: SearchLimits,
  knowledge: Knowledge,
): Generator<void, Choice> {
  const needs: Slot[][][] = []
  for (const { keywords, context } of queries) {
    needs.push(keywords.map((keyword) => needsOf(withContext(keyword, context), knowledge)))
    yield
  }
  const uncovered = needs.filter((each) => each.some((slots) => slots.length === 0)).length
  const known = new Map<string, Candidate>()
  const plans: { branches: Branch[]; chosen: Candidate[]; cost: number }[] = []
  for (const costOf of [costOfRare, costOfShared(needs)]) {
    const branches = needs.flatMap((each, query) =>
      each.flatMap((slots) => alternativesOf(slots, costOf)).map((words): Branch => ({ words, query })),
    )
    yield
    const candidates = yield* listCandidates(branches, limits, knowledge, known)
    const chosen = withoutNeedless(yield* cover(candidates, branches, queries), branches.length)
    plans.push({
      branches,
      chosen,
      cost: chosen.reduce((sum, { cost, overflows }) => sum + cost * (overflows ? OVERFLOW_PRICE : 1), 0),
    })
  }
  const [best] = plans.toSorted((a, b) => a.cost - b.cost)
  const searches = (best?.chosen ?? []).map(({ key, words, branches: served }) => ({
    key,
    words: words.map(({ written }) => written),
    weight: [...new Set(served.map((branch) => best!.branches[branch]!.query))].reduce(
      (sum, query) => sum + queries[query]!.weight,
      0,
    ),
  }))
  return { searches, uncovered }
}

/** The lemmas whose shares a plan asks for. */
export function lemmasIn(queries: WaitingQuery[], language: Language): string[] {
  const lemmas = new Set<string>()
  const shareOf = (lemma: string): number => {
    lemmas.add(lemma)
    return 0
  }
  for (const { keywords, context } of queries)
    for (const keyword of keywords) needsOf(withContext(keyword, context), { language, shareOf, measured: () => null })
  return [...lemmas]
}

const withContext = (keyword: Query, context: Query[]): Query =>
  context.length === 0 ? keyword : { kind: 'all', parts: [keyword, { kind: 'any', parts: context }] }

/** One of these is in the text, with all its words. */
type Slot = Word[][]

/** What is certain of every text that fits: something of each slot. */
function needsOf(query: Query, knowledge: Knowledge): Slot[] {
  switch (query.kind) {
    case 'atom':
      return slotsOf([[query.atom]], knowledge)
    case 'near':
    case 'chain':
      return slotsOf(query.slots, knowledge)
    case 'all':
      return query.parts.flatMap((part) => (part.kind === 'not' ? [] : needsOf(part, knowledge)))
    case 'any': {
      const parts = query.parts.map((part) => alternativesOf(needsOf(part, knowledge), costOfRare))
      return parts.some((part) => part.length === 0) ? [] : [parts.flat()]
    }
    case 'not':
      return []
  }
}

function slotsOf(slots: Atom[][], knowledge: Knowledge): Slot[] {
  return slots.flatMap((atoms) => {
    const alternatives = atoms.map((atom) => wordsOf(atom, knowledge))
    return alternatives.some((words) => words.length === 0) ? [] : [alternatives]
  })
}

function wordsOf(atom: Atom, knowledge: Knowledge): Word[] {
  switch (atom.kind) {
    case 'word':
    case 'exact':
      return wordOf(atom.form, knowledge)
    case 'phrase':
      return atom.forms.flatMap((form) => wordOf(form, knowledge))
    case 'prefix':
      return []
  }
}

function wordOf(form: string, { language, shareOf }: Knowledge): Word[] {
  if (form.length < 2 || !/[\p{L}\p{N}]/u.test(form)) return []
  const lemmas = language.lemmas(form)
  const [first = form] = lemmas
  // A form of several words is searched for as it stands: the network may read it otherwise than we.
  return [
    {
      id: lemmas.toSorted().join('|'),
      written: lemmas.length === 1 ? first : form,
      share: Math.min(
        1,
        lemmas.reduce((sum, lemma) => sum + shareOf(lemma), 0),
      ),
    },
  ]
}

/**
 * What is enough to search by: words that are certain in any case go into each of the alternatives; of the slots with a choice,
 * the cheapest gives them. None when nothing is certain.
 */
function alternativesOf(slots: Slot[], costOf: (slot: Slot) => number): Word[][] {
  const certain = slots.filter((slot) => slot.length === 1).flatMap(([words = []]) => words)
  const choices = slots.filter((slot) => slot.length > 1)
  const best = choices.map((slot) => ({ slot, cost: costOf(slot) })).toSorted((a, b) => a.cost - b.cost)[0]
  if (!best) return certain.length === 0 ? [] : [distinct(certain)]
  return best.slot.map((words) => distinct([...certain, ...words]))
}

const rarest = (words: Word[]): number => Math.min(...words.map(({ share }) => share))
const costOfRare = (slot: Slot): number => slot.reduce((sum, words) => sum + rarest(words) + 1e-4, 0)

/** Cheap is what many other keywords need too. */
function costOfShared(needs: Slot[][][]): (slot: Slot) => number {
  const counts = new Map<string, number>()
  for (const slots of needs.flat()) {
    for (const id of new Set(slots.flat(2).map((word) => word.id))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return (slot) => slot.reduce((sum, words) => sum + 1 / Math.max(1, ...words.map(({ id }) => counts.get(id) ?? 1)), 0)
}

const distinct = (words: Word[]): Word[] =>
  [...new Map(words.map((word) => [word.id, word])).values()].toSorted(
    (a, b) => a.share - b.share || (a.id < b.id ? -1 : 1),
  )

/** @param known candidates of an earlier plan: what they cost is the same */
function* listCandidates(
  branches: Branch[],
  { mostWords, mostResults, messagesADay }: SearchLimits,
  { measured }: Knowledge,
  known: Map<string, Candidate>,
): Generator<void, Candidate[]> {
  const candidates = new Map<string, Candidate>()
  for (const [branch, { words }] of branches.entries()) {
    if (branch % A_STEP === 0) yield
    for (const some of subsetsOf(words.slice(0, RAREST), mostWords)) {
      const key = some
        .map(({ id }) => id)
        .toSorted()
        .join(' ')
      let candidate = candidates.get(key)
      if (!candidate) {
        const before = known.get(key)
        const results = before ? 0 : (measured(key) ?? messagesADay * shareOfAll(some))
        candidate = before
          ? { ...before, branches: [] }
          : {
              key,
              words: some,
              branches: [],
              cost: READINGS_A_DAY + results / PAGE,
              overflows: results > (mostResults * MOST_READINGS_A_DAY) / 2,
            }
        candidates.set(key, candidate)
        known.set(key, candidate)
      }
      candidate.branches.push(branch)
    }
  }
  return [...candidates.values()]
}

function shareOfAll(words: Word[]): number {
  const [first = 1, ...rest] = words.map(({ share }) => share).toSorted((a, b) => a - b)
  return rest.reduce((share, next) => share * Math.min(1, next * TOGETHER), first)
}

function subsetsOf(words: Word[], most: number): Word[][] {
  const subsets: Word[][] = []
  for (let mask = 1; mask < 1 << words.length; mask += 1) {
    const subset = words.filter((_, place) => mask & (1 << place))
    if (subset.length <= most) subsets.push(subset)
  }
  return subsets
}

/** Greedily, what serves most for its cost first; what overflows only where nothing else serves. */
function* cover(candidates: Candidate[], branches: Branch[], queries: WaitingQuery[]): Generator<void, Candidate[]> {
  const weights = branches.map(({ query }) => queries[query]!.weight)
  const isServed = new Uint8Array(branches.length)
  const chosen: Candidate[] = []
  const worth = ({ branches: served, cost }: Candidate): number =>
    served.reduce((sum, branch) => sum + (isServed[branch] ? 0 : weights[branch]!), 0) / cost
  for (const overflowing of [false, true]) {
    const heap = heapOf(
      candidates
        .filter(({ overflows }) => overflows === overflowing)
        .map((candidate) => ({ candidate, worth: worth(candidate) })),
    )
    // Worths only fall: the first whose worth is still what it was is the best of all.
    let steps = 0
    for (let first = heap.take(); first && first.worth > 0; first = heap.take()) {
      if (steps++ % A_STEP === 0) yield
      const now = worth(first.candidate)
      if (now < first.worth) {
        if (now > 0) heap.put({ candidate: first.candidate, worth: now })
        continue
      }
      chosen.push(first.candidate)
      for (const branch of first.candidate.branches) isServed[branch] = 1
    }
  }
  return chosen
}

interface Weighed {
  candidate: Candidate
  worth: number
}

/** What is worth more; of equals, what has fewer words, for others may come to need it; else any order that stands. */
function isBefore(a: Weighed, b: Weighed): boolean {
  if (a.worth !== b.worth) return a.worth > b.worth
  const words = a.candidate.words.length - b.candidate.words.length
  return words === 0 ? a.candidate.key < b.candidate.key : words < 0
}

function heapOf(items: Weighed[]) {
  const heap: Weighed[] = []
  function put(item: Weighed): void {
    let at = heap.push(item) - 1
    for (let above = (at - 1) >> 1; at > 0 && isBefore(item, heap[above]!); at = above, above = (at - 1) >> 1)
      heap[at] = heap[above]!
    heap[at] = item
  }
  function take(): Weighed | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    let at = 0
    for (let below = 1; below < heap.length; below = at * 2 + 1) {
      const best = below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!) ? below + 1 : below
      if (!isBefore(heap[best]!, last)) break
      heap[at] = heap[best]!
      at = best
    }
    heap[at] = last
    return first
  }
  for (const item of items) put(item)
  return { put, take }
}

/** A search is dropped when others that bring all they find serve everything it serves. */
function withoutNeedless(chosen: Candidate[], branches: number): Candidate[] {
  const servedBy = new Uint32Array(branches)
  for (const { branches: served, overflows } of chosen)
    if (!overflows) for (const branch of served) servedBy[branch]! += 1
  const isNeeded = ({ branches: served, overflows }: Candidate): boolean => {
    if (served.some((branch) => servedBy[branch]! <= (overflows ? 0 : 1))) return true
    if (!overflows) for (const branch of served) servedBy[branch]! -= 1
    return false
  }
  // What was taken last was taken for the least.
  return chosen.toReversed().filter(isNeeded).toReversed()
}
