import type { ErrorCode } from '../../../contract/errors.ts'
import { CallError, hasCode } from '../calls/call-error.ts'

/** What could not be saved is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'failed'; error: Error }
  /** Someone else has changed it: nothing is saved over them. `by`: who, where the refusal says so. */
  | { state: 'overtaken'; by: string | null }

export interface DraftState<Draft, Saved> {
  draft: Draft
  /** What the server answered last, or had when it was opened. */
  saved: Saved
  saving: Saving
}

export interface DraftSaving<Draft, Saved> {
  /** How long nothing is typed before it is saved, in milliseconds. */
  pause: number
  /** How the server refuses what someone else has changed meanwhile. */
  overtaken: ErrorCode
  /** @param saved what was answered last: the change is one of it */
  save: (saved: Saved, draft: Draft) => Promise<Saved>
}

/** Saves what is typed a moment later, one saving after the other, until nothing is unsaved. */
export class DraftSaver<Draft extends object, Saved> {
  readonly #how: DraftSaving<Draft, Saved>
  readonly #notify: (state: DraftState<Draft, Saved>) => void
  #state: DraftState<Draft, Saved>
  #unsaved = false
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    { draft, saved }: { draft: Draft; saved: Saved },
    how: DraftSaving<Draft, Saved>,
    notify: (state: DraftState<Draft, Saved>) => void,
  ) {
    this.#state = { draft, saved, saving: { state: 'saved' } }
    this.#how = how
    this.#notify = notify
  }

  get state(): DraftState<Draft, Saved> {
    return this.#state
  }

  get isUnsaved(): boolean {
    return this.#unsaved || this.#running !== null
  }

  change(to: Partial<Draft>): void {
    this.#unsaved = true
    const overtaken = this.#state.saving.state === 'overtaken'
    this.#update({ draft: { ...this.#state.draft, ...to }, ...(!overtaken && { saving: { state: 'waiting' } }) })
    if (!overtaken) this.#saveIn(this.#how.pause)
  }

  /** What was done to it in other ways than by writing: from there one goes on. */
  take(draft: Draft, saved: Saved): void {
    this.#update({ draft, saved, saving: { state: 'saved' } })
  }

  /** What is not saved yet is saved now. @returns whether all is */
  async settle(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (this.#unsaved && this.#state.saving.state !== 'overtaken') {
      this.#running = this.#saveOnce().finally(() => (this.#running = null))
      await this.#running
    }
    return !this.#unsaved
  }

  /** Nothing is saved any more. */
  end(): void {
    this.#unsaved = false
    clearTimeout(this.#timer)
  }

  async #saveOnce(): Promise<void> {
    this.#unsaved = false
    this.#update({ saving: { state: 'saving' } })
    try {
      const saved = await this.#how.save(this.#state.saved, this.#state.draft)
      this.#update({ saved, saving: { state: this.#unsaved ? 'waiting' : 'saved' } })
    } catch (error) {
      this.#unsaved = true
      if (hasCode(error, this.#how.overtaken)) {
        return this.#update({ saving: { state: 'overtaken', by: editorIn(error) } })
      }
      this.#update({ saving: { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) } })
      this.#saveIn(AGAIN_MS)
    }
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), milliseconds)
  }

  #update(state: Partial<DraftState<Draft, Saved>>): void {
    this.#state = { ...this.#state, ...state }
    this.#notify(this.#state)
  }
}

const editorIn = (error: unknown): string | null => {
  const by = error instanceof CallError ? error.details.by : null
  return typeof by === 'string' ? by : null
}
