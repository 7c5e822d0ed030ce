import type { Atom, Query, Slot } from './query.ts'

/**
 * Writes a query back in the language. For every query that `parseQuery` made, parsing the print gives an equal query.
 * A `near` with another gap or with alternatives in a slot has no written form of its own; two slots of it are printed
 * as the `chain` that means the same.
 */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'atom':
      return printAtom(query.atom)
    case 'near': {
      const [first, second] = query.slots
      if (query.slots.length === 2 && first && second && (first.length > 1 || second.length > 1)) {
        return printChain(query.slots, [query.gap])
      }
      const written = query.slots.map(printSlot)
      return (query.isName === true ? written.map(withCapital) : written).join(' ')
    }
    case 'chain':
      return printChain(query.slots, query.gaps)
    case 'all':
      return printAll(query.parts)
    case 'any':
      return query.parts.map((part) => (part.kind === 'any' ? bracketed(part) : printQuery(part))).join(' | ')
    case 'not':
      return query.part.kind === 'atom' ? `-${printAtom(query.part.atom)}` : `-${bracketed(query.part)}`
  }
}

function printAtom(atom: Atom): string {
  switch (atom.kind) {
    case 'word':
      if (atom.parts !== undefined) return atom.parts.map(withCapital).join('')
      return atom.anyAspect === true ? `~${atom.form}` : atom.form
    case 'exact':
      return `"${atom.form}"`
    case 'prefix':
      return `${atom.stem}*`
    case 'phrase':
      if (atom.slashed === true) return atom.forms.join('/')
      return atom.pointed === true ? atom.forms.join('.') : `"${atom.forms.join(' ')}"`
  }
}

const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function bracketed(query: Query): string {
  return `(${printQuery(query)})`
}

function printSlot(slot: Slot): string {
  return slot.length === 1 ? printAtom(slot[0]!) : `(${slot.map(printAtom).join(' | ')})`
}

function printChain(slots: Slot[], gaps: number[]): string {
  return slots.map((slot, i) => (i === 0 ? '' : ` /${gaps[i - 1]! + 1} `) + printSlot(slot)).join('')
}

/** The first proximity stands bare; a second bare one would run into it, so it gets brackets. */
function printAll(parts: Query[]): string {
  let bare = false
  return parts
    .map((part) => {
      if (part.kind === 'not') return printQuery(part)
      if (bare || part.kind === 'all' || part.kind === 'any') return bracketed(part)
      bare = true
      return printQuery(part)
    })
    .join(' ')
}
