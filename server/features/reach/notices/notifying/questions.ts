/** What filters ask, made ready to be asked often: the same for all who ask the same, so that words are looked up in the language once. */
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { questionOf } from '../../../reading/filters/filters.public.ts'

const MOST_QUESTIONS = 100_000

export class Questions {
  readonly #language: AppContext['language']
  readonly #known = new Map<string, WeakRef<FilterQuestion>>()

  constructor(language: AppContext['language']) {
    this.#language = language
  }

  of(fields: FilterFields): FilterQuestion {
    const key = Questions.keyOf(fields)
    const known = this.#known.get(key)?.deref()
    if (known) return known
    const made = questionOf(this.#language, fields)
    if (this.#known.size >= MOST_QUESTIONS) this.#known.clear()
    this.#known.set(key, new WeakRef(made))
    return made
  }

  /** The same of filters that ask the same; what says nothing of which messages fit is left out. */
  static keyOf({ open: _open, push: _push, limit: _limit, ...asked }: FilterFields): string {
    return JSON.stringify(asked)
  }
}
