/** What the people who are connected may see, kept by each process until it changes. */
import type { Clock } from '../../../../kit/clock.ts'
import type { Db } from '../../../../kit/sql.ts'
import type { Viewer } from '../../../access/subscriptions/subscriptions.public.ts'
import { readVisibility, type Visibility } from './visibility.ts'

export class KnownVisibility {
  readonly #known = new Map<number, Visibility>()
  /** Grows when what was read of a person may be outdated. */
  #outdated = 0

  /** The bus says that someone may see something else by now; null: anyone may. */
  forget(userId: number | null): void {
    this.#outdated += 1
    if (userId === null) this.#known.clear()
    else this.#known.delete(userId)
  }

  forgetAllBut(connected: number[]): void {
    const here = new Set(connected)
    for (const userId of this.#known.keys()) if (!here.has(userId)) this.#known.delete(userId)
  }

  async read({ db, clock }: { db: Db; clock: Clock }, viewer: Viewer): Promise<Visibility> {
    const now = clock.now()
    const known = this.#known.get(viewer.userId)
    if (known && now.getTime() < known.until) return known
    const before = this.#outdated
    const visibility = await readVisibility(db, viewer, now)
    if (this.#outdated === before) this.#known.set(viewer.userId, visibility)
    return visibility
  }
}
