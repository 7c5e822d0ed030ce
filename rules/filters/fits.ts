/**
 * The one predicate of a filter. Pages and totals ask the same in SQL (server/features/reading/feed/read/conditions.ts), badges and signals
 * ask here; a property test holds both equal.
 */
import type { HidingReason } from '../../contract/reading/hiding-reasons.ts'
import { intentLevels, type FilterFields, type IntentLevel } from '../../contract/reading/filters.ts'
import type { LeadStatus } from '../../contract/reading/lead-mark.ts'
import type { MessageKind, Network, SourceKind } from '../../contract/networks.ts'
import { mayShow } from '../trial.ts'
import { phraseOf, plainPhrase } from './phrase.ts'
import { whySpam, type SpamFacts } from './spam.ts'
import { mayReadVerdict } from './verdict.ts'
import { WHOLE_LIST } from './views.ts'
import { readFilterWords } from './words.ts'

const DAY = 86_400_000

/** A word of a filter, or a phrase. */
export interface AskedWord {
  word: string
  /** Of a word any must be among the terms of a message: lemmas, or `=form` for an exact one. Of a phrase all of them must be. */
  terms: string[]
  /** What of a phrase must stand in the `plainPhrase` of a message; null of a word. */
  phrase: string | null
}

/** Any of these products; of a groupset only the groups that are named, or, with `WHOLE_LIST` in their place, all of them. */
export interface AskedProducts {
  categories: number[]
  projects: number[]
  groups: { groupsetId: number; groupId: number }[]
}

export interface AskedPlaces {
  /** A country is chosen: wherever it is, if that is known. */
  anywhere: boolean
  /** Chosen places of any type. */
  ids: number[]
  /** Of those, regions: all their towns too. */
  regions: number[]
  /** Also where the place is not known. */
  unknown: boolean
}

/** A filter made ready to be asked often: words as terms, dates as milliseconds, empty lists as null where they ask for nothing. */
export interface FilterQuestion {
  /** Any of these, or all of them, as `wordsMode` says, must be in the message; empty: no matter. */
  included: AskedWord[]
  wordsMode: FilterFields['wordsMode']
  /** None of these may be. */
  excluded: AskedWord[]
  /** What is searched for in what is left: any of these; empty: no matter. */
  searched: AskedWord[]
  networks: Network[]
  sourceKinds: SourceKind[]
  products: AskedProducts | null
  places: AskedPlaces | null
  kind: 'all' | MessageKind
  recentDays: number | null
  /** Half-open, [from, to), in milliseconds of UTC. */
  from: number | null
  to: number | null
  onlyFavorites: boolean
  onlyWithNotes: boolean
  onlyBlackList: boolean
  spam: FilterFields['spam']
  handled: FilterFields['handled']
  /** Empty: no matter. */
  leadStatuses: LeadStatus[]
  assignees: string[]
  /** From this level on. */
  intentLevel: IntentLevel
  /** Without what their own marks speak against. */
  learned: boolean
}

/** What a message and its place in the feed are, anyone who reads it. */
export interface ItemFacts extends Omit<SpamFacts, 'spamMarked'> {
  terms: readonly string[]
  text: string
  network: string
  kind: string
  sourceKind: string
  productType: string
  productId: number
  groupId: number | null
  publishedAt: number
  locationId: number | null
  /** The region of the place, or the place itself where it is a region. */
  regionId: number | null
  intentLevel: IntentLevel
  /** By which filter of its project it is kept from the feed. */
  suppressedBy: 'censor' | 'neural' | null
}

/** What it is to the one who reads. */
export interface ReaderFacts {
  /** They hold the product on trial. */
  trial: boolean
  /** They see what moderators rejected. */
  moderator: boolean
  blackListed: boolean
  spamMarked: boolean
  favorite: boolean
  /** They or someone of their team wrote a note. */
  noted: boolean
  /** They are done with it, or with a copy of it. */
  handled: boolean
  /** How far the work on it, or on a copy of it, is in their team. */
  leadStatus: LeadStatus
  /** All by which a filter may name who has it: `none`; or the id, and `me` when it is the reader. */
  assignedTo: readonly string[]
  /** Their own marks speak against it, and they did not favourite, note or like it. */
  dismissedByModel: boolean
}

/** As `assignedTo` has it. @param assigneeId null: no one's */
export function assignedTo(assigneeId: number | null, readerId: number): string[] {
  if (assigneeId === null) return ['none']
  return assigneeId === readerId ? ['me', String(assigneeId)] : [String(assigneeId)]
}

/** What the predicate looks at. */
export interface FilterableItem extends ItemFacts, ReaderFacts {}

/** What a word of the filter may be in a message's terms; the language decides. */
export type TermsOf = (word: string, exact: boolean) => readonly string[]

/** @param search what is also searched for, as typed into the field of a search; a word with a «!» must not be there */
export function filterQuestion(fields: FilterFields, terms: TermsOf, search = ''): FilterQuestion {
  const asked = (words: string[], exact = fields.exactMatch): AskedWord[] =>
    words.map((word) => askedWord(word, exact, terms)).filter((each) => each.terms.length > 0)
  const typed = readFilterWords({ includedWords: [search], excludedWords: [] })
  return {
    included: asked(fields.includedWords),
    wordsMode: fields.wordsMode,
    excluded: [...asked(fields.excludedWords), ...asked(typed.excludedWords, false)],
    searched: asked(typed.includedWords, false),
    networks: fields.networks,
    sourceKinds: fields.sourceKinds,
    products: askedProducts(fields),
    places: askedPlaces(fields),
    kind: fields.kind,
    recentDays: fields.recentDays,
    from: fields.fromDate === null ? null : Date.parse(fields.fromDate),
    to: fields.toDate === null ? null : Date.parse(fields.toDate),
    onlyFavorites: fields.onlyFavorites,
    onlyWithNotes: fields.onlyWithNotes,
    onlyBlackList: fields.onlyBlackList,
    spam: fields.spam,
    handled: fields.handled,
    leadStatuses: fields.leadStatuses,
    assignees: fields.assignees,
    intentLevel: fields.intent,
    learned: fields.learned,
  }
}

function askedWord(word: string, exact: boolean, terms: TermsOf): AskedWord {
  const phrase = phraseOf(word)
  if (phrase === null) return { word, terms: [...terms(word, exact)], phrase }
  const parts = phrase.trim().split(' ')
  // Signs that belong to a word, as in «c++», are lost in a phrase: what they may have stood at leads nowhere.
  const plain = parts.filter((part) => /^(?:[a-z]{2,}|[а-я]{2,})$/u.test(part))
  const leading = plain.length > 0 ? plain : parts
  return { word, terms: [...new Set(leading.flatMap((part) => terms(part, true)))], phrase }
}

/** Every term that may lead to what the words ask for. */
export function termsOf(words: readonly AskedWord[]): string[] {
  return [...new Set(words.flatMap((each) => each.terms))].sort()
}

/** Is the word, or the phrase, in the message? */
export function holdsWord({ terms, phrase }: AskedWord, item: Pick<ItemFacts, 'terms' | 'text'>): boolean {
  if (phrase === null) return terms.some((term) => item.terms.includes(term))
  return terms.every((term) => item.terms.includes(term)) && plainPhrase(item.text).includes(phrase)
}

/** Null: it asks for no product apart from the others. */
export function askedProducts({
  categories,
  monitoredProjects: projects,
  monitoredGroups,
}: Pick<FilterFields, 'categories' | 'monitoredProjects' | 'monitoredGroups'>): AskedProducts | null {
  if (categories.length + projects.length + monitoredGroups.length === 0) return null
  const groups = monitoredGroups.map((pair) => {
    const [groupsetId, groupId] = pair.split('/').map(Number)
    return { groupsetId: groupsetId ?? 0, groupId: groupId ?? 0 }
  })
  return { categories, projects, groups }
}

function askedPlaces({ locations, undefinedLocations: unknown }: FilterFields): AskedPlaces | null {
  if (locations.length === 0) return null
  const ids = (type?: string): number[] =>
    locations.filter((each) => type === undefined || each.type === type).map(({ id }) => id)
  // The gazetteer knows one country: whatever has a place lies in it.
  return { anywhere: ids('country').length > 0, ids: ids(), regions: ids('region'), unknown }
}

/** The days a question reaches back, as the moment they begin. */
export function earliestMoment(question: FilterQuestion, now: number): number | null {
  const recent = question.recentDays === null ? null : now - question.recentDays * DAY
  if (recent === null) return question.from
  return question.from === null ? recent : Math.max(recent, question.from)
}

/** May a filter with this question show anything of the product at all? */
export function asksProduct(
  { products }: Pick<FilterQuestion, 'products'>,
  productType: string,
  productId: number,
): boolean {
  if (products === null) return true
  if (productType === 'category') return products.categories.includes(productId)
  if (productType === 'project') return products.projects.includes(productId)
  return products.groups.some(({ groupsetId }) => groupsetId === productId)
}

function asksItem({ products }: FilterQuestion, { productType, productId, groupId }: ItemFacts): boolean {
  if (products === null) return true
  if (productType === 'category') return products.categories.includes(productId)
  if (productType === 'project') return products.projects.includes(productId)
  return products.groups.some(
    (pair) => pair.groupsetId === productId && (pair.groupId === groupId || pair.groupId === WHOLE_LIST),
  )
}

function asksPlace({ places }: FilterQuestion, { locationId, regionId }: ItemFacts): boolean {
  if (places === null) return true
  if (locationId === null) return places.unknown
  return places.anywhere || places.ids.includes(locationId) || (regionId !== null && places.regions.includes(regionId))
}

export interface Hiding {
  reason: HidingReason
  /** The word, the network, the number of marks: whatever says it more exactly. */
  detail: string | null
}

/** The first reason for which an item of a visible product is kept from the reader; null when it fits. Copies are not asked for. */
export function whyHidden(question: FilterQuestion, item: FilterableItem, now: number): Hiding | null {
  const because = (reason: HidingReason, detail: string | null = null): Hiding => ({ reason, detail })
  if (!mayReadVerdict(item.verdict, item.moderator)) return because(item.verdict === 'removed' ? 'removed' : 'rejected')
  if (!mayShow(item, item.publishedAt, now)) return because('trial')
  if (!asksItem(question, item)) return because('products')
  if (question.kind !== 'all' && item.kind !== question.kind) return because('kind')
  if (question.networks.length > 0 && !question.networks.includes(item.network as Network))
    return because('networks', item.network)
  if (question.sourceKinds.length > 0 && !question.sourceKinds.includes(item.sourceKind as SourceKind))
    return because('sourceKinds', item.sourceKind)
  const earliest = earliestMoment(question, now)
  if (earliest !== null && item.publishedAt < earliest) return because('dates')
  if (question.to !== null && item.publishedAt >= question.to) return because('dates')
  if (!asksPlace(question, item)) return because('locations')
  if (intentLevels.indexOf(item.intentLevel) < intentLevels.indexOf(question.intentLevel))
    return because('intent', item.intentLevel)
  if (item.suppressedBy !== null) return because(item.suppressedBy)
  if (item.blackListed && !question.onlyBlackList) return because('blackList')
  if (!item.blackListed && question.onlyBlackList) return because('notBlackListed')
  const spam = whySpam(item)
  if (spam !== null && question.spam === 'no')
    return because(spam, spam === 'spamCount' ? String(item.spamCount) : null)
  if (spam === null && question.spam === 'yes') return because('notSpam')
  if (question.learned && item.dismissedByModel) return because('learned')
  if (question.handled === 'hide' && item.handled) return because('handled')
  if (question.handled === 'only' && !item.handled) return because('notHandled')
  if (question.leadStatuses.length > 0 && !question.leadStatuses.includes(item.leadStatus))
    return because('leadStatus', item.leadStatus)
  if (question.assignees.length > 0 && !question.assignees.some((each) => item.assignedTo.includes(each)))
    return because('assignee')
  if (question.onlyFavorites && !item.favorite) return because('notFavorite')
  if (question.onlyWithNotes && !item.noted) return because('noNote')
  const holds = (word: AskedWord): boolean => holdsWord(word, item)
  if (question.wordsMode === 'all') {
    const missing = question.included.find((each) => !holds(each))
    if (missing) return because('includedWords', missing.word)
  } else if (question.included.length > 0 && !question.included.some(holds)) return because('includedWords')
  const word = question.excluded.find(holds)
  if (word) return because('excludedWords', word.word)
  return question.searched.length === 0 || question.searched.some(holds) ? null : because('search')
}

export function fits(question: FilterQuestion, item: FilterableItem, now: number): boolean {
  return whyHidden(question, item, now) === null
}
