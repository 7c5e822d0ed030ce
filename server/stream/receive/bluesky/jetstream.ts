/**
 * Jetstream: every post of the network as it is written, of which the Russian ones and all around watched accounts are
 * handed on. It is replayed from a few seconds before where it broke off, at another host.
 */
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff, type BackOff } from '../shared/back-off.ts'
import { readSocket, type SocketOptions } from '../shared/read-socket.ts'
import { isRussian } from '../shared/russian.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { isNetworkError, type NetworkError } from '../shared/network-error.ts'
import { handedPosts, type HandedPosts } from './handed-posts.ts'
import { jetstreamUrl, readJetstreamEvent, type JetstreamEvent } from './jetstream-wire.ts'
import type { Profiles } from './profiles.ts'
import { authorOf, deletionOf, groupOf, messageOf, readPost } from './shape.ts'

export interface JetstreamCursor {
  /** Unix microseconds of what was read last: the same at every host, give or take a second. */
  timeUs: number
}

export interface JetstreamOptions {
  /** `wss://…` without a path, taken in turn. */
  hosts: string[]
  profiles: Profiles
  time: Time
  /** Milliseconds between pings of a socket; silent for two of them, it is replaced. */
  pingEvery?: number
  /** Milliseconds within which a socket has to open. */
  openWithin?: number
}

const MOST_MESSAGES = 200
const MOST_FRAMES = 1_000
/** Milliseconds that a message waits for others. */
const OLDEST_MESSAGE = 1_000
/** A cursor that no message goes with is handed on so often: no time is lost at a restart, and no work done for nothing. */
const CURSOR_EVERY = 10_000
/** A host that wants to be left alone is so for no longer than this; the others are asked meanwhile. */
const LONGEST_REST = 15 * 60_000
/** Microseconds that are heard twice, as hosts see an event at times that differ a little. */
const OVERLAP = 5_000_000

type Batch = RawBatch<JetstreamCursor>

/** A message whose author, and whose group, have no names yet. */
interface Nameless {
  message: RawMessage
  author: string | null
  /** Whose thread it is in. */
  root: string | null
}

/** One reading, over as many connections as it takes. */
interface Progress {
  timeUs: number | null
  /** Microseconds, as the cursor's. */
  startedAt: number
  handed: HandedPosts
  handedAt: number
  wait: BackOff
  waiting: Nameless[]
  waitsSince: number
}

export function jetstream(options: JetstreamOptions): NetworkStream<JetstreamCursor> {
  return new Jetstream(options)
}

class Jetstream implements NetworkStream<JetstreamCursor> {
  readonly name = 'bluesky:jetstream'
  readonly #profiles: Profiles
  readonly #time: Time
  readonly #pingEvery: number | undefined
  readonly #openWithin: number | undefined
  readonly #hosts: HostsInTurn
  #watched: ReadonlySet<string> = new Set<string>()
  #heardAt: Date | null = null

  constructor({ hosts, profiles, time, pingEvery, openWithin }: JetstreamOptions) {
    this.#profiles = profiles
    this.#time = time
    this.#pingEvery = pingEvery
    this.#openWithin = openWithin
    this.#hosts = new HostsInTurn(hosts)
  }

  watch({ groups }: { groups: string[] }): void {
    this.#watched = new Set(groups)
  }

  heardAt(): Date | null {
    return this.#heardAt
  }

  async *read(cursor: JetstreamCursor | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const startedAt = this.#now() * 1000
    const progress: Progress = {
      timeUs: cursor?.timeUs ?? null,
      startedAt,
      handed: handedPosts((cursor?.timeUs ?? startedAt) / 1000),
      handedAt: this.#now(),
      wait: backOff(),
      waiting: [],
      waitsSince: 0,
    }
    try {
      while (!signal.aborted) {
        const host = this.#hosts.next(this.#now())
        const from = Math.min(progress.timeUs ?? startedAt, this.#now() * 1000) - OVERLAP
        const error = yield* this.#hear(jetstreamUrl(host, from), progress, signal)
        this.#heardAt = null
        const rest = this.#hosts.leave(host, error?.retryAfter ?? null, this.#now())
        await this.#time.sleep(progress.wait.next(rest), signal)
      }
    } finally {
      this.#heardAt = null
    }
  }

  /** Hears one connection out. @returns why it ended */
  async *#hear(url: URL, progress: Progress, signal: AbortSignal): AsyncGenerator<Batch, NetworkError | null> {
    let error: NetworkError | null = null
    const options: SocketOptions = {
      time: this.#time,
      pingEvery: this.#pingEvery,
      openWithin: this.#openWithin,
      most: MOST_FRAMES,
      within: OLDEST_MESSAGE / 2,
      onHeard: () => {
        this.#heardAt = this.#time.now()
      },
    }
    try {
      for await (const frames of readSocket(url, options, signal)) {
        if (frames.length > 0) progress.wait.reset()
        for (const frame of frames) {
          this.#takeIn(frame, progress)
          if (progress.waiting.length >= MOST_MESSAGES) yield await this.#handOn(progress, signal)
        }
        if (this.#isDue(progress, frames.length > 0)) yield await this.#handOn(progress, signal)
      }
    } catch (thrown) {
      if (!isNetworkError(thrown)) throw thrown
      error = thrown
    }
    if (progress.waiting.length > 0 && !signal.aborted) yield await this.#handOn(progress, signal)
    return error
  }

  #takeIn(frame: string, progress: Progress): void {
    const event = readJetstreamEvent(frame)
    if (!event) return
    const news = this.#newsOf(event, progress.handed)
    if (news.length > 0 && progress.waiting.length === 0) progress.waitsSince = this.#now()
    progress.waiting.push(...news)
    // A host whose clock runs ahead must not have us skip what the others have still to tell.
    progress.timeUs = Math.max(progress.timeUs ?? 0, Math.min(event.timeUs, this.#now() * 1000))
  }

  #isDue({ waiting, waitsSince, handedAt }: Progress, heardAny: boolean): boolean {
    return waiting.length > 0
      ? this.#now() - waitsSince >= OLDEST_MESSAGE
      : heardAny && this.#now() - handedAt >= CURSOR_EVERY
  }

  async #handOn(progress: Progress, signal: AbortSignal): Promise<Batch> {
    // The cursor of now: what comes while names are looked up is behind it, and not in this batch.
    const [batch, upTo] = [progress.waiting, progress.timeUs ?? progress.startedAt]
    progress.waiting = []
    progress.handedAt = this.#now()
    return { messages: await this.#named(batch, signal), cursor: { timeUs: upTo } }
  }

  /** What an event says that is worth handing on and was not yet. */
  #newsOf(event: JetstreamEvent, handed: HandedPosts): Nameless[] {
    const { did, timeUs } = event
    switch (event.kind) {
      case 'post': {
        const { rkey, rev, record, edited } = event
        const post = readPost(did, rkey, record)
        if (!post) return []
        const wanted =
          isRussian(post.langs, post.text) ||
          this.#isWatched(did) ||
          this.#isWatched(post.root) ||
          handed.has(did, rkey)
        if (!wanted || !handed.hand(did, rkey, rev)) return []
        const seenAt = new Date(timeUs / 1000)
        return [
          { message: { ...messageOf(post, seenAt), editedAt: edited ? seenAt : null }, author: did, root: post.root },
        ]
      }
      case 'deletion':
        return handed.drop(did, event.rkey, event.rev)
          ? [{ message: deletionOf(did, event.rkey), author: null, root: null }]
          : []
      case 'gone':
        // Should it come back, its posts stay away here: no one tells which they were.
        return handed.dropAccount(did).map((rkey) => ({ message: deletionOf(did, rkey), author: null, root: null }))
      case 'renamed':
        this.#profiles.forget(did)
        return []
      case 'other':
        return []
    }
  }

  async #named(nameless: Nameless[], signal: AbortSignal): Promise<RawMessage[]> {
    const profiles = this.#profiles
    await profiles.learn(
      nameless.flatMap(({ author, root }) =>
        [author, this.#isWatched(root) ? root : null].filter((did) => did !== null),
      ),
      signal,
    )
    return nameless.map(({ message, author, root }) => {
      if (author === null) return message
      // A watched account's own words are its own, in whosever thread; other people's are its comments.
      const group = this.#isWatched(author) ? author : this.#isWatched(root) ? root : null
      return {
        ...message,
        author: authorOf(author, profiles.find(author)),
        group: group === null ? null : groupOf(group, profiles.find(group)),
      }
    })
  }

  #isWatched(did: string | null): did is string {
    return did !== null && this.#watched.has(did)
  }

  #now(): number {
    return this.#time.now().getTime()
  }
}

class HostsInTurn {
  readonly #hosts: string[]
  #turn = 0
  /** Milliseconds, by host. */
  readonly #restsUntil = new Map<string, number>()

  constructor(hosts: string[]) {
    this.#hosts = hosts
  }

  /** Whose turn it is, unless it rests and another one does not. */
  next(now: number): string {
    const hosts = this.#hosts
    const inTurn = hosts.map((_, n) => hosts[(this.#turn + n) % hosts.length] as string)
    const rest = (host: string): number => Math.max(this.#restOf(host), now)
    return inTurn.toSorted((one, other) => rest(one) - rest(other))[0] as string
  }

  /** @returns how long the next one rests */
  leave(host: string, retryAfter: number | null, now: number): number {
    if (retryAfter) this.#restsUntil.set(host, now + Math.min(retryAfter, LONGEST_REST))
    this.#turn += 1
    return this.#restOf(this.next(now)) - now
  }

  #restOf(host: string): number {
    return this.#restsUntil.get(host) ?? 0
  }
}
