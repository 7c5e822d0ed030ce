/**
 * Whom a new item may concern: in memory, by its product, and by what is asked of it there. Many ask the same, and it is looked at once for all of them; whom
 * something waits for already is not asked about.
 */
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { mightFit, type AnnouncedItem } from '../../../reading/feed/feed.public.ts'
import { asksProduct } from '../../../../../rules/filters/fits.ts'
import type { Pair, ReachablePerson } from './people.ts'
import { Questions } from './questions.ts'

/** Those who hold a product alike and ask the same of it. */
interface Group {
  key: string
  productKey: string
  question: FilterQuestion
  trial: boolean
  moderator: boolean
  members: Set<Pair>
  /** Those of them for whom nothing waits yet. */
  idle: Set<Pair>
}

export class NoticeCandidates {
  readonly #questions: Questions
  readonly #groups = new Map<string, Group>()
  readonly #byProduct = new Map<string, Set<Group>>()
  readonly #groupsOf = new Map<Pair, Group[]>()

  constructor(questions: Questions) {
    this.#questions = questions
  }

  /** How many questions there are; a measure of what one item may cost. */
  get size(): number {
    return this.#groups.size
  }

  add(person: ReachablePerson): void {
    for (const pair of person.pairs.values()) {
      const asked = Questions.keyOf(pair.fields)
      const question = this.#questions.of(pair.fields)
      const groups: Group[] = []
      for (const [productKey, trial] of person.products) {
        const [productType = '', id] = productKey.split(' ')
        if (!asksProduct(question, productType, Number(id))) continue
        groups.push(
          this.#group(
            `${productKey} ${trial} ${person.moderator} ${asked}`,
            productKey,
            question,
            trial,
            person.moderator,
          ),
        )
      }
      for (const group of groups) group.members.add(pair)
      this.#groupsOf.set(pair, groups)
      this.settle(pair)
    }
  }

  remove(person: ReachablePerson): void {
    for (const pair of person.pairs.values()) {
      for (const group of this.#groupsOf.get(pair) ?? []) {
        group.members.delete(pair)
        group.idle.delete(pair)
        if (group.members.size === 0) this.#forget(group)
      }
      this.#groupsOf.delete(pair)
    }
  }

  /** Whether it is to be asked about has changed. */
  settle(pair: Pair): void {
    const isIdle = pair.waitingSince === null || (pair.short && pair.rule.mode === 'now')
    for (const { idle } of this.#groupsOf.get(pair) ?? [])
      if (isIdle) idle.add(pair)
      else idle.delete(pair)
  }

  /** Those whom the item may concern, of those who are asked about. */
  find(item: AnnouncedItem, now: Date): Pair[] {
    const found: Pair[] = []
    for (const group of this.#byProduct.get(item.productKey) ?? []) {
      if (group.idle.size > 0 && mightFit(group.question, item, group, now)) found.push(...group.idle)
    }
    return found
  }

  #group(key: string, productKey: string, question: FilterQuestion, trial: boolean, moderator: boolean): Group {
    const known = this.#groups.get(key)
    if (known) return known
    const made: Group = { key, productKey, question, trial, moderator, members: new Set(), idle: new Set() }
    this.#groups.set(key, made)
    const beside = this.#byProduct.get(productKey) ?? new Set()
    this.#byProduct.set(productKey, beside.add(made))
    return made
  }

  #forget(group: Group): void {
    this.#groups.delete(group.key)
    const beside = this.#byProduct.get(group.productKey)
    beside?.delete(group)
    if (beside?.size === 0) this.#byProduct.delete(group.productKey)
  }
}
