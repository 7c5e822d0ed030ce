import type { Atom, Query } from './query.ts'

/** The words a query asks for, as they are written in it, folded: what it must not hold is left out. */
export function queryWords(query: Query): string[] {
  switch (query.kind) {
    case 'atom':
      return atomWords(query.atom)
    case 'near':
    case 'chain':
      return query.slots.flat().flatMap(atomWords)
    case 'all':
    case 'any':
      return query.parts.flatMap(queryWords)
    case 'not':
      return []
  }
}

function atomWords(atom: Atom): string[] {
  if (atom.kind === 'phrase') return atom.forms
  return [atom.kind === 'prefix' ? atom.stem : atom.form]
}
