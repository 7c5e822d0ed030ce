import type { ArticleDraft, EditedArticle } from '../../../../../contract/site/blog.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'

/** A moment after the last letter. */
const TYPING_MS = 900
/** What could not be saved is tried again. */
const AGAIN_MS = 5_000

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  | { state: 'failed'; error: Error }
  /** Someone else has changed it: nothing is saved over them. */
  | { state: 'overtaken' }

export interface ArticleTold {
  draft: ArticleDraft
  /** As the server has it; null: it is not there yet. */
  article: EditedArticle | null
  saving: Saving
}

type Save = (article: EditedArticle | null, draft: ArticleDraft) => Promise<EditedArticle>

/** Saves what is typed a moment later, one saving after the other, until nothing is unsaved; the first one makes the article. */
export class ArticleSaver {
  readonly #save: Save
  readonly #tell: (told: ArticleTold) => void
  #told: ArticleTold
  #unsaved = false
  #running: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(begun: Pick<ArticleTold, 'article' | 'draft'>, save: Save, tell: (told: ArticleTold) => void) {
    this.#told = { ...begun, saving: { state: 'saved' } }
    this.#save = save
    this.#tell = tell
  }

  get told(): ArticleTold {
    return this.#told
  }

  get isUnsaved(): boolean {
    return this.#unsaved || this.#running !== null
  }

  change(to: Partial<ArticleDraft>): void {
    this.#unsaved = true
    const overtaken = this.#told.saving.state === 'overtaken'
    this.#say({ draft: { ...this.#told.draft, ...to }, ...(!overtaken && { saving: { state: 'waiting' } }) })
    if (!overtaken) this.#saveIn(TYPING_MS)
  }

  /** What was done to it besides writing: from there one goes on. */
  take(article: EditedArticle): void {
    this.#say({ article, draft: article.draft, saving: { state: 'saved' } })
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
      const article = await this.#save(this.#told.article, this.#told.draft)
      this.#say({ article, saving: { state: this.#unsaved ? 'waiting' : 'saved' } })
    } catch (error) {
      this.#unsaved = true
      if (hasCode(error, 'ARTICLE_ALREADY_CHANGED')) return this.#say({ saving: { state: 'overtaken' } })
      this.#say({ saving: { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) } })
      this.#saveIn(AGAIN_MS)
    }
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), milliseconds)
  }

  #say(told: Partial<ArticleTold>): void {
    this.#told = { ...this.#told, ...told }
    this.#tell(this.#told)
  }
}
