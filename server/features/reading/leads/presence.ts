/**
 * Who has which message before them. Each process keeps that of its own sockets and publishes it to the others over the bus, now and then again:
 * who is no longer among it is gone, and so is a process that ended. Nothing of it is stored.
 */
import { randomUUID } from 'node:crypto'
import { publishEach, type BusMessages } from '../../../kit/bus.ts'
import { SECOND } from '../../../kit/clock.ts'
import type { AppContext, LiveSocket } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'

type Context = Pick<AppContext, 'db' | 'bus' | 'log'>

/** One person in one process. */
interface Looking {
  ownerId: number
  userId: number
  messageIds: number[]
}

/** Of whom a process published, and when, on the clock of this one. */
interface Heard extends Looking {
  process: string
  at: number
}

/** In milliseconds. */
export interface PresenceTiming {
  /** Steps of one person through a feed are published as one. */
  gather: number
  /** All that this process knows is published again. */
  beat: number
  /** Who was not heard of for so long is gone. */
  gone: number
}
const usualTiming: PresenceTiming = { gather: 300, beat: 4 * SECOND, gone: 12 * SECOND }

/** No one has more tabs before them; and so many people are published at once. */
const MOST_MESSAGES = 20
const MOST_PUBLISHED = 40
/** What has changed and no one who is connected here asked for is forgotten. */
const MOST_CHANGED = 5_000

export class Presence {
  readonly #ctx: Context
  readonly #timing: PresenceTiming
  readonly #process = randomUUID()
  /** By socket. */
  readonly #own = new Map<string, { ownerId: number; userId: number; messageId: number }>()
  /** By process and person. */
  readonly #heard = new Map<string, Heard>()
  /** Whose own sockets moved and was not published yet. */
  readonly #unpublished = new Set<number>()
  readonly #sockets = new Set<string>()
  /** `ownerId messageId` of what others look at by now, or no more. */
  #changed = new Set<string>()
  #isPublishing = false
  #beating: NodeJS.Timeout | undefined

  constructor(ctx: Context, timing = usualTiming) {
    this.#ctx = ctx
    this.#timing = timing
    ctx.bus.on('leads.looking', (message) => this.#hear(message))
    // Another team, or another product: who hears of them is asked again.
    ctx.bus.on('scope.changed', ({ userId }) => {
      for (const each of this.#heard.values()) if (each.userId === userId) this.#note(each.ownerId, each.messageIds)
    })
  }

  /**
   * @param at null: nothing, or nothing of a team
   * @returns is this the first that is heard of the socket?
   */
  set(socket: LiveSocket, at: { ownerId: number; userId: number; messageId: number } | null): boolean {
    const isNew = !this.#sockets.has(socket.id)
    if (isNew) {
      this.#sockets.add(socket.id)
      socket.onClose(() => {
        this.#sockets.delete(socket.id)
        this.#place(socket.id, null)
      })
    }
    // A socket that closed meanwhile has nothing more to report.
    if (this.#sockets.has(socket.id)) this.#place(socket.id, at)
    return isNew
  }

  /** What is looked at in this team, and by whom. */
  listLooking(ownerId: number): Map<number, Set<number>> {
    const people = new Map<number, Set<number>>()
    for (const { ownerId: of, userId, messageIds } of this.#heard.values())
      if (of === ownerId) for (const id of messageIds) people.set(id, (people.get(id) ?? new Set()).add(userId))
    return people
  }

  /** What changed since the last time, by team. */
  takeChanged(): Map<number, number[]> {
    const changed = [...this.#changed].map((key) => key.split(' ').map(Number) as [number, number])
    this.#changed = new Set()
    const byOwner = Map.groupBy(changed, ([ownerId]) => ownerId)
    return new Map([...byOwner].map(([ownerId, pairs]) => [ownerId, pairs.map(([, messageId]) => messageId)]))
  }

  /** It could not be announced: the next time it is taken again. */
  putBack(changed: Map<number, number[]>): void {
    for (const [ownerId, ids] of changed) this.#note(ownerId, ids)
  }

  #place(socketId: string, at: { ownerId: number; userId: number; messageId: number } | null): void {
    const before = this.#own.get(socketId)
    if (before) this.#unpublished.add(before.userId)
    if (at) {
      this.#own.set(socketId, at)
      this.#unpublished.add(at.userId)
    } else this.#own.delete(socketId)
    this.#publishSoon()
  }

  #publishSoon(): void {
    if (this.#isPublishing) return this.#beatOn()
    this.#isPublishing = true
    setTimeout(() => {
      this.#isPublishing = false
      const people = [...this.#unpublished]
      this.#unpublished.clear()
      this.#publishPeople(people)
    }, this.#timing.gather).unref()
    this.#beatOn()
  }

  /** Of each of these people all there is in this process: with nothing they look at nothing here. */
  #publishPeople(userIds: number[]): void {
    const looking = userIds.map((userId) => this.#ofPerson(userId))
    const portions = Array.from({ length: Math.ceil(looking.length / MOST_PUBLISHED) }, (_, portion) => ({
      process: this.#process,
      looking: looking.slice(portion * MOST_PUBLISHED, (portion + 1) * MOST_PUBLISHED),
    }))
    this.#publish(portions)
  }

  #ofPerson(userId: number): Looking {
    const theirs = [...this.#own.values()].filter((each) => each.userId === userId)
    const ownerId = theirs[0]?.ownerId ?? 0
    const messageIds = new Set(theirs.filter((each) => each.ownerId === ownerId).map(({ messageId }) => messageId))
    return { ownerId, userId, messageIds: [...messageIds].slice(0, MOST_MESSAGES) }
  }

  #publish(payloads: BusMessages['leads.looking'][]): void {
    publishEach(this.#ctx.db, 'leads.looking', payloads).catch((error: unknown) =>
      // The next beat publishes it.
      this.#ctx.log.warn({ err: error }, 'who looks at which message could not be told'),
    )
  }

  #hear({ process, looking }: BusMessages['leads.looking']): void {
    for (const now of looking) {
      const key = `${process} ${now.userId}`
      this.#noteBetween(this.#heard.get(key), now)
      if (now.messageIds.length > 0) this.#heard.set(key, { ...now, process, at: performance.now() })
      else this.#heard.delete(key)
    }
    this.#beatOn()
  }

  #noteBetween(before: Looking | undefined, now: Looking): void {
    const same = before?.ownerId === now.ownerId
    const stays = (id: number, other: Looking | undefined): boolean => same && other?.messageIds.includes(id) === true
    if (before)
      this.#note(
        before.ownerId,
        before.messageIds.filter((id) => !stays(id, now)),
      )
    this.#note(
      now.ownerId,
      now.messageIds.filter((id) => !stays(id, before)),
    )
  }

  #note(ownerId: number, messageIds: number[]): void {
    if (this.#changed.size > MOST_CHANGED) this.#changed.clear()
    for (const id of messageIds) this.#changed.add(`${ownerId} ${id}`)
  }

  /** As long as anyone looks at anything. */
  #beatOn(): void {
    if (this.#own.size + this.#heard.size === 0) {
      clearInterval(this.#beating)
      this.#beating = undefined
    } else this.#beating ??= setInterval(() => this.#beat(), this.#timing.beat).unref()
  }

  #beat(): void {
    this.#publishPeople([...new Set([...this.#own.values()].map(({ userId }) => userId))])
    const since = performance.now() - this.#timing.gone
    const gone = [...this.#heard.values()].filter(({ at }) => at < since)
    // In the name of who published them: everybody hears it over the bus, this process too, and notifies its browsers.
    this.#publish(
      gone.map(({ process, ownerId, userId }) => ({ process, looking: [{ ownerId, userId, messageIds: [] }] })),
    )
    this.#beatOn()
  }
}

export const presenceOf = perProcess((ctx: Context) => new Presence(ctx))
