import type { CategoryContent, CategoryMistake } from '../../../../contract/watching/editing.ts'
import { CallError, hasCode } from '../../../kit/calls/call-error.ts'

/** A moment after the last letter. */
const TYPING_MS = 700
/** What could not be saved is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'failed'; error: Error }
  /** Someone else has changed it: nothing is saved over them. */
  | { state: 'overtaken'; by: string | null }

type Save = (
  revision: string | null,
  content: CategoryContent,
) => Promise<{ revision: string | null; mistakes: CategoryMistake[] }>

export interface DraftTold {
  content: CategoryContent
  mistakes: CategoryMistake[]
  saving: Saving
}

/** Saves what is typed a moment later, one saving after the other, until nothing is unsaved. */
export class DraftSaver {
  readonly #save: Save
  readonly #tell: (told: DraftTold) => void
  #told: DraftTold
  #revision: string | null
  #unsaved = false
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    begun: { content: CategoryContent; mistakes: CategoryMistake[]; revision: string | null },
    save: Save,
    tell: (told: DraftTold) => void,
  ) {
    this.#told = { content: begun.content, mistakes: begun.mistakes, saving: { state: 'saved' } }
    this.#revision = begun.revision
    this.#save = save
    this.#tell = tell
  }

  get told(): DraftTold {
    return this.#told
  }

  /** Of the draft as it is saved; null: there is none. */
  get revision(): string | null {
    return this.#revision
  }

  get isUnsaved(): boolean {
    return this.#unsaved || this.#running !== null
  }

  change(to: Partial<CategoryContent>): void {
    this.#unsaved = true
    const overtaken = this.#told.saving.state === 'overtaken'
    this.#say({ content: { ...this.#told.content, ...to }, ...(!overtaken && { saving: { state: 'waiting' } }) })
    if (!overtaken) this.#saveIn(TYPING_MS)
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

  async #saveOnce(): Promise<void> {
    this.#unsaved = false
    this.#say({ saving: { state: 'saving' } })
    try {
      const { revision, mistakes } = await this.#save(this.#revision, this.#told.content)
      this.#revision = revision
      this.#say({ mistakes, saving: { state: this.#unsaved ? 'waiting' : 'saved' } })
    } catch (error) {
      this.#unsaved = true
      if (hasCode(error, 'CATEGORY_ALREADY_CHANGED')) {
        const { by } = (error as CallError).details
        return this.#say({ saving: { state: 'overtaken', by: typeof by === 'string' ? by : null } })
      }
      this.#say({ saving: { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) } })
      this.#saveIn(AGAIN_MS)
    }
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), milliseconds)
  }

  #say(told: Partial<DraftTold>): void {
    this.#told = { ...this.#told, ...told }
    this.#tell(this.#told)
  }
}
