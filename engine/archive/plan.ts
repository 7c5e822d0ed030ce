/**
 * What a query says of the terms of a text. Terms do not know where a word stands, so beside what surely fits there is what
 * may fit, and has to be read: every text that fits is in the second set, and no text that does not is in the first.
 */
import type { Language } from '../language/language.ts'
import { exactTerm, formTerms, LONGEST_TERM } from '../language/terms.ts'
import type { Query, StandingQuery } from '../queries/query.ts'
import { widen } from '../queries/widen.ts'
import type { WideAtom, WideQuery, WideSlot } from '../queries/widen.ts'
import { Bits } from './bits.ts'
import { kindTerm, networkTerm } from './segment-builder.ts'

export type Plan =
  /** Any of these terms stands there. */
  | { kind: 'terms'; terms: string[] }
  /** A term that begins so stands there. */
  | { kind: 'prefix'; prefix: string }
  | { kind: 'all'; parts: Plan[] }
  | { kind: 'any'; parts: Plan[] }
  | { kind: 'not'; part: Plan }
  /** Whatever fits is among these, but these need not fit. */
  | { kind: 'among'; part: Plan }

/** Who may look where: empty lists narrow nothing. */
export interface Narrowing {
  networks: readonly string[]
  kinds: readonly string[]
}

/** What is looked for without what is excluded. */
export function planWanted(
  language: Language,
  { keywords, context }: StandingQuery,
  { networks, kinds }: Narrowing,
): Plan {
  const parts: Plan[] = [planAny(language, keywords)]
  if (context.length > 0) parts.push(planAny(language, context, false))
  if (networks.length > 0) parts.push({ kind: 'terms', terms: networks.map(networkTerm) })
  if (kinds.length > 0) parts.push({ kind: 'terms', terms: kinds.map(kindTerm) })
  return { kind: 'all', parts }
}

/** @param isAlone as `widen` takes it: false for contexts */
export const planAny = (language: Language, queries: readonly Query[], isAlone = true): Plan => ({
  kind: 'any',
  parts: queries.map((query) => planQuery(language, widen(language, query, isAlone))),
})

function planQuery(language: Language, query: WideQuery): Plan {
  switch (query.kind) {
    case 'atom':
      return planAtom(language, query.atom)
    case 'near':
    case 'chain':
      return { kind: 'among', part: { kind: 'all', parts: query.slots.map((slot) => planSlot(language, slot)) } }
    case 'all':
    case 'any':
      return { kind: query.kind, parts: query.parts.map((part) => planQuery(language, part)) }
    case 'not':
      return { kind: 'not', part: planQuery(language, query.part) }
  }
}

const planSlot = (language: Language, slot: WideSlot): Plan => ({
  kind: 'any',
  parts: slot.map((atom) => planAtom(language, atom)),
})

function planAtom(language: Language, atom: WideAtom): Plan {
  switch (atom.kind) {
    case 'word':
      return planTerms(formTerms(language, atom.form))
    case 'row': {
      const words = atom.forms.map((form) => planTerms(formTerms(language, form)))
      return { kind: 'among', part: { kind: 'all', parts: words } }
    }
    case 'exact':
      return planTerms([exactTerm(atom.form)])
    case 'prefix':
      return cut({ kind: 'prefix', prefix: exactTerm(atom.stem) }, [exactTerm(atom.stem)])
    case 'phrase': {
      const words = atom.forms.map((form) => planTerms([exactTerm(form)]))
      return words.length === 1 ? words[0]! : { kind: 'among', part: { kind: 'all', parts: words } }
    }
  }
}

const planTerms = (terms: string[]): Plan => cut({ kind: 'terms', terms }, terms)

/** Terms as long as terms may be may have been cut. */
const cut = (plan: Plan, terms: string[]): Plan =>
  terms.some((term) => term.length >= LONGEST_TERM) ? { kind: 'among', part: plan } : plan

/** Every term and prefix that has to be looked up, each once. */
export function neededBy(plans: readonly Plan[]): { terms: string[]; prefixes: string[] } {
  const terms = new Set<string>()
  const prefixes = new Set<string>()
  const visit = (plan: Plan): void => {
    switch (plan.kind) {
      case 'terms':
        plan.terms.forEach((term) => terms.add(term))
        break
      case 'prefix':
        prefixes.add(plan.prefix)
        break
      case 'all':
      case 'any':
        plan.parts.forEach(visit)
        break
      default:
        visit(plan.part)
    }
  }
  plans.forEach(visit)
  return { terms: [...terms], prefixes: [...prefixes] }
}

/** Where a plan fits in a segment. Sets of others may be handed on as they are: anyone who changes one copies it. */
export interface Fitting {
  /** These fit. */
  sure: Bits
  /** Nothing else fits. The same set where terms decide. */
  may: Bits
}

/** What a segment knows of a term or a prefix. */
export interface Looked {
  size: number
  ofTerm(term: string): Bits
  ofPrefix(prefix: string): Bits
}

export function fitting(plan: Plan, looked: Looked): Fitting {
  switch (plan.kind) {
    case 'terms':
      return decided(
        joined(
          plan.terms.map((term) => looked.ofTerm(term)),
          'or',
          looked.size,
        ),
      )
    case 'prefix':
      return decided(looked.ofPrefix(plan.prefix))
    case 'all':
    case 'any': {
      const parts = plan.parts.map((part) => fitting(part, looked))
      const join = plan.kind === 'all' ? 'and' : 'or'
      const may = joined(
        parts.map((part) => part.may),
        join,
        looked.size,
      )
      return parts.every((part) => part.sure === part.may)
        ? decided(may)
        : {
            may,
            sure: joined(
              parts.map(({ sure }) => sure),
              join,
              looked.size,
            ),
          }
    }
    case 'not': {
      const { sure, may } = fitting(plan.part, looked)
      const without = may.copy().invert()
      return sure === may ? decided(without) : { sure: without, may: sure.copy().invert() }
    }
    case 'among':
      return { sure: new Bits(looked.size), may: fitting(plan.part, looked).may }
  }
}

const decided = (bits: Bits): Fitting => ({ sure: bits, may: bits })

/** Of no sets at all: nothing for «any», everything for «all». */
function joined([first, ...others]: Bits[], join: 'and' | 'or', size: number): Bits {
  if (!first) return join === 'or' ? new Bits(size) : new Bits(size).invert()
  if (others.length === 0) return first
  const bits = first.copy()
  for (const other of others) bits[join](other)
  return bits
}
