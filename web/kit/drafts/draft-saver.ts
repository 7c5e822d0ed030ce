import type { ErrorCode } from '../../../contract/errors.ts'
import { CallError, hasCode } from '../calls/call-error.ts'

/** What could not be saved is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'failed'; error: Error }
  /** Someone else has changed it: nothing is saved over them. `by`: who, where the refusal says so. */
  | { state: 'overtaken'; by: string | null }

export interface DraftTold<Draft, Saved> {
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
  readonly #tell: (told: DraftTold<Draft, Saved>) => void
  #told: DraftTold<Draft, Saved>
  #unsaved = false
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    { draft, saved }: { draft: Draft; saved: Saved },
    how: DraftSaving<Draft, Saved>,
    tell: (told: DraftTold<Draft, Saved>) => void,
  ) {
    this.#told = { draft, saved, saving: { state: 'saved' } }
    this.#how = how
    this.#tell = tell
  }

  get told(): DraftTold<Draft, Saved> {
    return this.#told
  }

  get isUnsaved(): boolean {
    return this.#unsaved || this.#running !== null
  }

  change(to: Partial<Draft>): void {
    this.#unsaved = true
    const overtaken = this.#told.saving.state === 'overtaken'
    this.#say({ draft: { ...this.#told.draft, ...to }, ...(!overtaken && { saving: { state: 'waiting' } }) })
    if (!overtaken) this.#saveIn(this.#how.pause)
  }

  /** What was done to it besides writing: from there one goes on. */
  take(draft: Draft, saved: Saved): void {
    this.#say({ draft, saved, saving: { state: 'saved' } })
  }

  /** What is not saved yet is saved now. @returns whether all is */
  async settle(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (this.#unsaved && this.#told.saving.state !== 'overtaken') {
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
    this.#say({ saving: { state: 'saving' } })
    try {
      const saved = await this.#how.save(this.#told.saved, this.#told.draft)
      this.#say({ saved, saving: { state: this.#unsaved ? 'waiting' : 'saved' } })
    } catch (error) {
      this.#unsaved = true
      if (hasCode(error, this.#how.overtaken)) {
        return this.#say({ saving: { state: 'overtaken', by: editorIn(error) } })
      }
      this.#say({ saving: { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) } })
      this.#saveIn(AGAIN_MS)
    }
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), milliseconds)
  }

  #say(told: Partial<DraftTold<Draft, Saved>>): void {
    this.#told = { ...this.#told, ...told }
    this.#tell(this.#told)
  }
}

const editorIn = (error: unknown): string | null => {
  const by = error instanceof CallError ? error.details.by : null
  return typeof by === 'string' ? by : null
}
