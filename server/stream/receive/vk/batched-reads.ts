/**
 * Readings that wait for their turn go together in one call of `execute`, up to 25 of a method: a second holds only few calls.
 * `execute` wants a token of a user; with a token of another kind each goes by itself. Every reading counts towards its method's
 * limit of a day all the same, and fails by itself: VK answers `false` in its place and lists the errors in the order of these.
 */
import { readJson } from '../shared/json.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { responseOf, errorOfVk, type VkError, type VkParameters } from './vk-wire.ts'

/** Of one `execute`. */
export const MOST_READS = 25

/** What may be read so. */
export const batchedMethods = ['wall.get', 'wall.getById', 'wall.getComments']

/** One call with a token. @returns the text of the answer */
type Send = (method: string, parameters: VkParameters, token: string, signal: AbortSignal) => Promise<string>

interface BatchOptions {
  pool: TokenPool
  send: Send
  /** May this token be used for `execute`? */
  mayExecute(token: string): boolean
}

interface WaitingRead {
  parameters: VkParameters
  resolve(response: unknown): void
  reject(error: unknown): void
}

export class BatchedReads {
  readonly #method: string
  readonly #options: BatchOptions
  readonly #waiting: WaitingRead[] = []
  /** The turn that is waited for: whatever comes until then goes along. */
  #turn: object | null = null
  /** Reads that someone still waits for; with the last one the turn is given up. */
  #wanted = 0
  #over = new AbortController()
  /** Fewer when an answer was too long for VK, and more again by and by. */
  #most = MOST_READS
  /** Tokens that turned out to be of another kind. */
  readonly #unable = new Set<string>()

  constructor(method: string, options: BatchOptions) {
    this.#method = method
    this.#options = options
  }

  read(parameters: VkParameters, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new NetworkError('temporary', `${this.#method}: ended`))
      let isOver = false
      const end = (settle: () => void): void => {
        if (isOver) return
        isOver = true
        signal?.removeEventListener('abort', leave)
        this.#wanted -= 1
        settle()
        if (this.#wanted === 0) this.#over.abort()
      }
      const read: WaitingRead = {
        parameters,
        resolve: (response) => end(() => resolve(response)),
        reject: (error) => end(() => reject(error as Error)),
      }
      const leave = (): void => {
        const place = this.#waiting.indexOf(read)
        if (place >= 0) this.#waiting.splice(place, 1)
        read.reject(new NetworkError('temporary', `${this.#method}: ended`))
      }
      signal?.addEventListener('abort', leave)
      if (this.#wanted === 0) this.#over = new AbortController()
      this.#wanted += 1
      this.#waiting.push(read)
      this.#askTurn()
    })
  }

  #askTurn(): void {
    if (this.#turn || this.#waiting.length === 0) return
    const turn = {}
    const { signal } = this.#over
    this.#turn = turn
    this.#options.pool
      .use(
        this.#method,
        (token) => {
          // The next turn is waited for while this one is answered.
          if (this.#turn === turn) this.#turn = null
          return this.#takeTurn(token, signal)
        },
        signal,
      )
      .catch((error: unknown) => {
        // No token helps: whatever waits would hear the same. What came after everyone had left has a turn of its own.
        if (signal === this.#over.signal) for (const read of this.#waiting.splice(0)) read.reject(error)
      })
      .finally(() => {
        if (this.#turn === turn) this.#turn = null
        this.#askTurn()
      })
  }

  /** What is thrown is of the token: the pool lets it rest, and the turn goes to another. */
  async #takeTurn(token: string, signal: AbortSignal): Promise<void> {
    const { pool, mayExecute } = this.#options
    const [first] = this.#waiting
    if (!first) return
    const together = Math.min(this.#most, this.#waiting.length)
    const isBatch = together > 1 && mayExecute(token) && !this.#unable.has(token)
    // The turn itself is one.
    const reads = this.#waiting.splice(0, isBatch ? 1 + pool.spend(token, this.#method, together - 1) : 1)
    this.#askTurn()
    const unread =
      reads.length > 1 ? await this.#execute(reads, token, signal) : await this.#readOne(first, token, signal)
    if (!unread) return
    this.#waiting.unshift(...unread.reads)
    if (unread.error) throw unread.error
  }

  async #readOne(read: WaitingRead, token: string, signal: AbortSignal): Promise<Unread | null> {
    try {
      const text = await this.#options.send(this.#method, read.parameters, token, signal)
      read.resolve(responseOf(this.#method, text))
      return null
    } catch (error) {
      if (isOfToken(error)) return { reads: [read], error }
      read.reject(error)
      return null
    }
  }

  async #execute(reads: WaitingRead[], token: string, signal: AbortSignal): Promise<Unread | null> {
    let answer: ExecuteAnswer
    try {
      answer = readExecuted(await this.#options.send('execute', { code: codeOf(this.#method, reads) }, token, signal))
    } catch (error) {
      if (isOfToken(error)) return { reads, error }
      for (const read of reads) read.reject(error)
      return null
    }
    if ('error' in answer) return this.#refusedWhole(reads, token, answer.error)
    this.#most = Math.min(MOST_READS, this.#most + 1)
    return this.#settle(reads, answer)
  }

  /** A token of another kind, or too long an answer: the same once more, by themselves or fewer of them. */
  #refusedWhole(reads: WaitingRead[], token: string, error: VkError): Unread | null {
    if (KIND_REFUSED.includes(error.error_code)) {
      this.#unable.add(token)
      return { reads, error: null }
    }
    if (error.error_code === RUNTIME_ERROR) {
      this.#most = Math.max(1, Math.floor(reads.length / 2))
      return { reads, error: null }
    }
    const networkError = errorOfVk('execute', error)
    if (isOfToken(networkError)) return { reads, error: networkError }
    for (const read of reads) read.reject(networkError)
    return null
  }

  #settle(reads: WaitingRead[], { response, execute_errors: errors = [] }: Executed): Unread | null {
    const refusals = errors.filter(({ method }) => method === this.#method)
    const unread: WaitingRead[] = []
    let ofToken: NetworkError | null = null
    for (const [place, read] of reads.entries()) {
      const answered = response[place] ?? null
      if (answered !== false && answered !== null) {
        read.resolve(answered)
        continue
      }
      const refusal = answered === false ? refusals.shift() : undefined
      const error = refusal
        ? errorOfVk(this.#method, refusal)
        : new NetworkError('temporary', `${this.#method}: neither an answer nor an error in its place`)
      if (isOfToken(error)) {
        unread.push(read)
        ofToken ??= error
      } else read.reject(error)
    }
    return ofToken && { reads: unread, error: ofToken }
  }
}

/** To be read in another turn; `error`: by another token. */
interface Unread {
  reads: WaitingRead[]
  error: NetworkError | null
}

const isOfToken = (error: unknown): error is NetworkError =>
  isNetworkError(error, 'rate-limited', 'quota-exceeded', 'auth-dead', 'captcha-needed')

/** The method is not there for tokens of this kind. */
const KIND_REFUSED = [27, 28]
/** Also of an answer above 5 MB. */
const RUNTIME_ERROR = 13

const codeOf = (method: string, reads: WaitingRead[]): string =>
  `return [${reads.map(({ parameters }) => `API.${method}(${JSON.stringify(parameters)})`).join(',')}];`

interface Executed {
  response: unknown[]
  execute_errors?: (VkError & { method: string })[]
}
type ExecuteAnswer = Executed | { error: VkError }

function readExecuted(text: string): ExecuteAnswer {
  const answer = readJson(text) as Partial<Executed> & { error?: VkError }
  if (answer?.error) return { error: answer.error }
  if (!Array.isArray(answer?.response)) throw new NetworkError('temporary', 'execute: neither an answer nor an error')
  return { response: answer.response, execute_errors: answer.execute_errors ?? [] }
}
