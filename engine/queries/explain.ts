import type { Language } from '../language/language.ts'
import { isAddress } from '../language/writings.ts'
import type { Atom, Query, Slot } from './query.ts'
import { widenAtom, writtenTogether } from './widen.ts'
import type { WideAtom } from './widen.ts'

/** Of what is written instead so many are named. */
const MOST_EXAMPLES = 3

/**
 * A query in plain Russian, words between asterisks: «есть *ремонт* рядом с *квартира*, нет *вакансия*». With a
 * language, words in any form are named by their dictionary form, with examples of what is written instead; without, as they
 * were written.
 */
export function explainQuery(query: Query, language?: Language): string {
  return new Explainer(language).describe(query)
}

class Explainer {
  readonly #language: Language | undefined

  constructor(language: Language | undefined) {
    this.#language = language
  }

  describe(query: Query): string {
    switch (query.kind) {
      case 'not':
        return this.#describeNot(query.part)
      case 'all':
        return query.parts
          .map((part) =>
            part.kind === 'any' && !isPlainChoice(part) ? `(${this.describe(part)})` : this.describe(part),
          )
          .join(', ')
      case 'any':
        return isPlainChoice(query)
          ? `есть ${this.#thing(query)}`
          : query.parts.map((part) => `либо ${this.describe(part)}`).join('; ')
      default:
        return `есть ${this.#thing(query)}`
    }
  }

  #describeNot(query: Query): string {
    if (query.kind === 'any' && isPlainChoice(query)) {
      return `нет ни ${query.parts.map((part) => this.#thing(part)).join(', ни ')}`
    }
    if (query.kind === 'all' || query.kind === 'any') return `нет такого: (${this.describe(query)})`
    return `нет ${this.#thing(query)}`
  }

  /** What is there or is not there, without the verb. */
  #thing(query: Query): string {
    switch (query.kind) {
      case 'atom':
        return this.#atom(query.atom)
      case 'near':
        return this.#near(query.slots, query.gap) + this.#together(query)
      case 'chain':
        return this.#chain(query.slots, query.gaps) + this.#together(query)
      case 'any':
        return query.parts.map((part) => this.#thing(part)).join(' или ')
      default:
        return `(${this.describe(query)})`
    }
  }

  #near(slots: Slot[], gap: number): string {
    const names = slots.map((slot) => this.#slot(slot))
    if (gap === 0) return `${listed(names)} вплотную друг к другу`
    return names.length === 2 ? `${names[0]} рядом с ${names[1]}` : `${listed(names)} рядом друг с другом`
  }

  /** What may stand instead of several of the words: «10м2» for *10* рядом с *м2*. */
  #together(query: Extract<Query, { kind: 'near' | 'chain' }>): string {
    if (this.#language === undefined) return ''
    return writtenTogether(this.#language, query)
      .map(([, ...others]) => alsoWritten(others))
      .join('')
  }

  #chain(slots: Slot[], gaps: number[]): string {
    const [first, ...rest] = slots.map((slot) => this.#slot(slot))
    return first + rest.map((name, i) => ` ${distance(gaps[i]!)} ${name}`).join('')
  }

  #slot(slot: Slot): string {
    const names = slot.map((atom) => this.#atom(atom)).join(' или ')
    return slot.length === 1 ? names : `(${names})`
  }

  #word(atom: Extract<Atom, { kind: 'word' }>): string {
    const language = this.#language
    if (language === undefined) return `*${atom.form}*${atom.anyAspect === true ? ' (в любом виде)' : ''}`
    const name = `*${language.lemmas(atom.form)[0] ?? atom.form}*`
    const verbs = atom.anyAspect === true ? (language.aspects?.(atom.form) ?? []) : []
    const { anyAspect: _, ...plain } = atom
    const others = widenAtom(language, plain).slice(1)
    if (isAddress(atom.form) && others.length > 0) return `${name} (и его страницы)`
    return `${name}${verbs.map((verb) => ` или *${verb}*`).join('')}${alsoWritten(others)}`
  }

  #phrase(atom: Extract<Atom, { kind: 'phrase' }>): string {
    if (atom.pointed !== true && atom.slashed !== true) return `*${atom.forms.join(' ')}* (точно так)`
    const others = this.#language ? widenAtom(this.#language, atom).slice(1) : []
    return `*${atom.forms.join(atom.slashed === true ? '/' : '.')}*${alsoWritten(others)}`
  }

  #atom(atom: Atom): string {
    switch (atom.kind) {
      case 'word':
        return this.#word(atom)
      case 'exact':
        return `*${atom.form}* (точно так)`
      case 'prefix':
        return `*${atom.stem}…*`
      case 'phrase':
        return this.#phrase(atom)
    }
  }
}

/** Some examples of what is found as well; what only begins so goes by the sign it begins with. */
function alsoWritten(atoms: readonly WideAtom[]): string {
  const examples = atoms.flatMap((atom) =>
    atom.kind === 'row' ? [atom.forms.join(' ')] : atom.kind === 'word' ? [atom.form] : [],
  )
  if (examples.length > 0) return ` (и «${examples.slice(0, MOST_EXAMPLES).join('», «')}»)`
  return atoms.length > 0 ? ' (и всё, что с этого начинается)' : ''
}

function isPlainChoice(query: Extract<Query, { kind: 'any' }>): boolean {
  return query.parts.every((part) => part.kind === 'atom')
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`
}

function distance(gap: number): string {
  return gap === 0 ? 'вплотную к' : `не дальше чем через ${gap} ${wordsWord(gap)} от`
}

function wordsWord(count: number): string {
  const form = new Intl.PluralRules('ru').select(count)
  return form === 'one' ? 'слово' : form === 'few' ? 'слова' : 'слов'
}
