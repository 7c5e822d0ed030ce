/**
 * Sends mailings: by lanes, each at the rate its service takes, over connections they share. A recipient is a row that is taken, marked before the server is
 * asked to take the letter, and settled by its answer; where this process ends between two of these, another finds out from the row how far it came.
 */
import { Counter } from 'prom-client'
import { readMailingBody } from '../../../../../rules/mailings/body.ts'
import { laneOf, type LaneName } from '../../../../../rules/mailings/lane.ts'
import { firstRate, rateAfter, type SendRate } from '../../../../../rules/mailings/send-rate.ts'
import type { MailingType } from '../../../../../contract/office/mailings.ts'
import { publish } from '../../../../kit/bus.ts'
import { MINUTE, SECOND } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { registers } from '../../../../kit/metrics.ts'
import { pause } from '../../../../kit/pause.ts'
import { whenBack } from '../../../../kit/sql.ts'
import { mailingHeaders, mailingLetter, type MailingText } from '../mailing-letter.ts'
import { suppressBounced } from '../suppressions.ts'
import { mailingAddress } from '../return-address.ts'
import { signLeaving } from '../unsubscribe-token.ts'
import {
  claimDueRecipients,
  markHanded,
  findNextMailingTime,
  release,
  settle,
  settleLeft,
  type Claimed,
} from './claim-due-recipients.ts'
import { judge, NotToSend, type Verdict } from './judge.ts'
import { beginDue, completeDone, hold, stopAll, stopBouncing } from './open-mailings.ts'
import type { MailTransport } from './transport.ts'

/** Letters of one lane on their way at once. */
const AT_ONCE = 3
/** Taken at once, at most; and of a slow lane what it sends in two seconds, so that a pause leaves little begun. */
const MOST_TAKEN = 30
/** Waited when our own server fails, longer each time; after the last everything is paused. */
const AFTER_FAILURES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]
const ANNOUNCED_EVERY = SECOND

const lettersSent = new Counter({
  name: 'echolot_mailing_letters_total',
  help: 'What became of letters of mailings',
  labelNames: ['lane', 'state'] as const,
  registers,
})

/** `unpaced`: as fast as the server takes them. */
export interface SenderOptions {
  unpaced?: boolean
}

/** What follows for the others that were taken with it. `stop`: they are given back, as it was. */
type Followed = 'next' | 'held' | 'stop'

export class MailingSender {
  readonly #ctx: AppContext
  readonly #transport: MailTransport
  readonly #unpaced: boolean
  readonly #rates = new Map<LaneName, SendRate>()
  /** When the next letter of a lane, or of all, may go: of `performance.now()`. */
  readonly #nextAt = new Map<LaneName | 'all', number>()
  readonly #texts = new Map<number, MailingText>()
  #failures = 0
  /** Our own server is left alone until then, in milliseconds. */
  #downUntil = 0
  #announcedAt = -Infinity
  /** Of which a letter has come back since it was last looked at how many do. */
  readonly #bouncing = new Set<number>()
  #begun: Promise<unknown> | null = null

  constructor(ctx: AppContext, transport: MailTransport, { unpaced = false }: SenderOptions = {}) {
    this.#ctx = ctx
    this.#transport = transport
    this.#unpaced = unpaced
  }

  /** What a process before this one had on its way. Once, before anything is sent. */
  begin(): Promise<unknown> {
    this.#begun ??= settleLeft(this.#ctx.db, this.#ctx.clock.now()).catch((error: unknown) => {
      this.#begun = null
      throw error
    })
    return this.#begun
  }

  /** Begins mailings that are due. @returns when the next is */
  async start(): Promise<Date | null> {
    await this.begin()
    return beginDue(this.#ctx)
  }

  /** Sends what is due of a lane, until nothing is, or the signal aborts. @returns when something is due next */
  async work(lane: LaneName, signal?: AbortSignal): Promise<Date | null> {
    const { db, clock } = this.#ctx
    await this.begin()
    for (;;) {
      if (signal?.aborted) return null
      const now = clock.now()
      if (this.#downUntil > now.getTime()) return new Date(this.#downUntil)
      const claimed = await claimDueRecipients(db, lane, now, this.#portion(lane))
      if (claimed.length === 0) {
        await completeDone(this.#ctx)
        return findNextMailingTime(db, lane)
      }
      await this.#sendAll(lane, claimed, signal)
      await this.#stopBouncing()
      await this.#announce()
    }
  }

  async #sendAll(lane: LaneName, claimed: Claimed[], signal: AbortSignal | undefined): Promise<void> {
    const waiting = claimed.filter(({ reason }) => reason === null)
    const givenBack: Claimed[] = []
    const held = new Set<string>()
    let stopped = false
    const sendNext = async (): Promise<void> => {
      while (!stopped) {
        const row = waiting.shift()
        if (!row) return
        const { holder } = laneOf(row.email)
        if (!held.has(holder)) await this.#turn(lane, signal)
        if (stopped || signal?.aborted || held.has(holder)) {
          givenBack.push(row)
          continue
        }
        const followed = await this.#sendOne(lane, row)
        if (followed === 'held') held.add(holder)
        if (followed === 'stop') stopped = true
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendNext))
    await whenBack(() => release(this.#ctx.db, [...givenBack, ...waiting], null, null))
    const broken = ended.find((each) => each.status === 'rejected')
    if (!broken) return
    // Of which it was the row says how far it came.
    await whenBack(() => settleLeft(this.#ctx.db, this.#ctx.clock.now(), claimed))
    throw broken.reason
  }

  async #sendOne(lane: LaneName, row: Claimed): Promise<Followed> {
    const { db, clock, config } = this.#ctx
    const { id: recipientId, mailingId, email, type } = row
    const text = await this.#textOf(mailingId)
    const token = signLeaving(this.#ctx, { type, recipientId })
    const { returnDomain } = config.mailings
    const leaveBy =
      returnDomain === '' ? null : mailingAddress('leave', config.secretKey, returnDomain, mailingId, recipientId)
    const values = { имя: row.username ?? '', категория: row.category ?? '', почта: email }
    let handed = false
    let verdict: Verdict = { kind: 'settled', settled: { state: 'sent', reason: null } }
    try {
      await this.#transport.deliver(
        {
          mailingId,
          recipientId,
          to: email,
          letter: mailingLetter(text, values, config.siteUrl, token),
          headers: mailingHeaders(type, config.siteUrl, token, { mailingId, recipientId }, leaveBy),
        },
        async () => {
          if (!(await markHanded(db, row, clock.now()))) throw new NotToSend('the row is not to be sent')
          handed = true
        },
      )
      this.#failures = 0
    } catch (error) {
      verdict = judge(error, { ...row, handed }, clock.now())
    }
    return this.#follow(lane, row, verdict)
  }

  async #follow(lane: LaneName, row: Claimed, verdict: Verdict): Promise<Followed> {
    const { db, clock } = this.#ctx
    switch (verdict.kind) {
      case 'settled': {
        const { settled } = verdict
        lettersSent.inc({ lane, state: settled.state })
        if (settled.bounce !== undefined) this.#bouncing.add(row.mailingId)
        if (settled.state === 'sent') this.#learn(lane, 'taken')
        // What became of it is known now and at no other time.
        await whenBack(() =>
          settled.bounce === undefined
            ? settle(db, row, settled, clock.now())
            : db.transaction().execute(async (tx) => {
                await settle(tx, row, settled, clock.now())
                await suppressBounced(tx, clock, row.email, settled.bounce ?? 'dead', settled.reason ?? '')
              }),
        )
        return 'next'
      }
      case 'released':
        await whenBack(() => release(db, [row], null, null))
        return 'stop'
      case 'later':
        if (verdict.slow) this.#learn(lane, 'slow down')
        await whenBack(() => release(db, [row], verdict.dueAt, verdict.reason))
        return 'next'
      case 'held':
        await whenBack(() => release(db, [row], verdict.dueAt, verdict.reason, { refused: true }))
        await whenBack(() => hold(this.#ctx, laneOf(row.email).holder, verdict.reason))
        this.#ctx.log.warn(
          { holder: laneOf(row.email).holder, reason: verdict.reason },
          'mailings are not wanted there',
        )
        return 'held'
      case 'server':
        await whenBack(() => release(db, [row], null, verdict.reason))
        await this.#fail(verdict.reason, verdict.stop, verdict.code)
        return 'stop'
    }
  }

  async #fail(reason: string, stop: boolean, code: string): Promise<void> {
    const now = this.#ctx.clock.now().getTime()
    // Of several letters on their way it is one failure.
    if (!stop && this.#downUntil > now) return
    const wait = AFTER_FAILURES[this.#failures]
    this.#failures += 1
    this.#ctx.log.warn({ reason, failures: this.#failures }, 'the mail server of mailings fails')
    if (!stop && wait !== undefined) {
      this.#downUntil = now + wait
      return
    }
    this.#failures = 0
    await whenBack(() => stopAll(this.#ctx, { code, message: reason }))
  }

  /** Not after each letter: a portion is few. */
  async #stopBouncing(): Promise<void> {
    const { db } = this.#ctx
    const mailings = [...this.#bouncing]
    if (mailings.length === 0) return
    await db.transaction().execute((tx) => stopBouncing(tx, this.#ctx, mailings))
    for (const id of mailings) this.#bouncing.delete(id)
  }

  async #textOf(mailingId: number): Promise<MailingText> {
    const known = this.#texts.get(mailingId)
    if (known) return known
    const { type, subject, body } = await this.#ctx.db
      .selectFrom('mailings')
      .select(['type', 'subject', 'body'])
      .where('id', '=', mailingId)
      .executeTakeFirstOrThrow()
    const text = { type: type as MailingType, subject, body: readMailingBody(body) }
    if (this.#texts.size > 20) this.#texts.clear()
    this.#texts.set(mailingId, text)
    return text
  }

  #portion(lane: LaneName): number {
    if (this.#unpaced) return MOST_TAKEN
    return Math.min(MOST_TAKEN, Math.max(AT_ONCE, Math.ceil(this.#rateOf(lane).rate * 2)))
  }

  #rateOf(lane: LaneName): SendRate {
    return this.#rates.get(lane) ?? firstRate(this.#ctx.config.mailings.laneRate)
  }

  #learn(lane: LaneName, answer: 'taken' | 'slow down'): void {
    this.#rates.set(lane, rateAfter(this.#rateOf(lane), answer, this.#ctx.config.mailings.laneRate))
  }

  /** Waits for this lane's turn, and for that of all together. */
  async #turn(lane: LaneName, signal: AbortSignal | undefined): Promise<void> {
    if (this.#unpaced) return
    const rates = [
      [lane, this.#rateOf(lane).rate],
      ['all', this.#ctx.config.mailings.rate],
    ] as const
    const now = performance.now()
    const at = Math.max(now, ...rates.map(([name]) => this.#nextAt.get(name) ?? 0))
    for (const [name, rate] of rates) this.#nextAt.set(name, at + SECOND / rate)
    if (at > now) await pause(at - now, signal)
  }

  /** Admins who look are notified, not of every letter. */
  async #announce(): Promise<void> {
    const now = performance.now()
    if (now - this.#announcedAt < ANNOUNCED_EVERY) return
    this.#announcedAt = now
    await publish(this.#ctx.db, 'mailings.changed', {})
  }
}
