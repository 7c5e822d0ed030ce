/**
 * The outbox of notices: what stands in it goes to its channel, and what became of it is written down. A channel waits for no other. What is being handed
 * over is marked before: where this process dies then, the answer is not known, and only a channel that shows the same delivery once is asked again.
 */
import { Counter } from 'prom-client'
import { noticeChannels, type NoticeChannel } from '../../../../../contract/reach/notices.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { inPortions, publishEach } from '../../../../kit/bus.ts'
import { DAY, SECOND } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { registers } from '../../../../kit/metrics.ts'
import { whenBack } from '../../../../kit/sql.ts'
import type { Channel, Channels, Notice, Sent } from '../channels/channel.ts'
import { listProductsOfMany, listVisibleProducts } from '../../../access/subscriptions/subscriptions.public.ts'
import { readActiveRoles } from '../../../people/accounts/accounts.public.ts'
import { readNotices, type NoticeViewer } from '../read-notice.ts'
import {
  claimDeliveries,
  listWaiting,
  nextWaitingAt,
  settleDelivery,
  settleHanded,
  settleSent,
  type Arrived,
  type DeliveryOutcome,
  type WaitingDelivery,
} from './deliveries.ts'
import { gather } from './gather.ts'

/** Tried again after half a minute, then twice as long each time, for a day in all. */
const FIRST_RETRY = 30 * SECOND
const TRIED_FOR = DAY
/** Taken, and read, at once. */
const TAKEN = 256
/** Handed over at the same time, of one person one after the other. Where it is not known afterwards what became of it, fewer: of those it never will be. */
const AT_ONCE = { repeatable: 32, once: 8 }

const delivered = new Counter({
  name: 'echolot_notice_deliveries_total',
  help: 'What became of notices that were handed to their channel',
  labelNames: ['channel', 'state'] as const,
  registers,
})

export class Outbox {
  readonly #ctx: AppContext
  readonly #channels: Channels
  /** Over which nothing is sent until then, in milliseconds. */
  readonly #paused = new Map<NoticeChannel, number>()
  #begun: Promise<void> | null = null
  /** Whether it is theirs to be handed over. */
  readonly #claim = gather(async (ids: readonly number[]) => {
    const claimed = await claimDeliveries(this.#ctx.db, ids)
    return ids.map((id) => claimed.has(id))
  })
  readonly #settleSent = gather(async (each: readonly Arrived[]) => {
    // What became of them is known now and at no other time.
    await whenBack(() => settleSent(this.#ctx.db, each, this.#ctx.clock.now()))
    return each.map(() => undefined)
  })

  constructor(ctx: AppContext, channels: Channels) {
    this.#ctx = ctx
    this.#channels = channels
  }

  /**
   * Sends all that is due by now over a channel, until nothing is left, or the signal aborts.
   * @returns when there is more to send; null: nothing waits
   */
  async work(name: NoticeChannel, signal?: AbortSignal): Promise<Date | null> {
    const { db, clock } = this.#ctx
    for (;;) {
      if (signal?.aborted) return null
      const now = clock.now()
      const paused = this.#paused.get(name) ?? 0
      if (paused > now.getTime()) return new Date(paused)
      const waiting = await listWaiting(db, name, now, TAKEN)
      if (waiting.length === 0) return nextWaitingAt(db, name)
      await this.#sendAll(this.#channels[name], waiting)
    }
  }

  /** What a process before this one was handing over. Once, before anything is sent. */
  begin(): Promise<void> {
    const names = (repeatable: boolean) =>
      noticeChannels.filter((name) => this.#channels[name].repeatable === repeatable)
    this.#begun ??= settleHanded(this.#ctx.db, this.#ctx.clock.now(), {
      again: names(true),
      unknown: names(false),
    }).catch((error: unknown) => {
      this.#begun = null
      throw error
    })
    return this.#begun
  }

  async #sendAll(channel: Channel, waiting: WaitingDelivery[]): Promise<void> {
    const notices = await this.#read(waiting)
    // One person after the other: what became of a notice is added up from all its places.
    const byPerson = [...Map.groupBy(waiting, ({ userId }) => userId)]
    const concerned: number[] = []
    const sendNext = async (): Promise<void> => {
      for (let next = byPerson.shift(); next; next = byPerson.shift()) {
        const [userId, deliveries] = next
        const stopped = new Set<number | null>()
        for (const delivery of deliveries) {
          const notice = notices.get(delivery)
          if (!notice || stopped.has(delivery.addressId)) continue
          if (!(await this.#sendOne(channel, delivery, notice))) stopped.add(delivery.addressId)
        }
        concerned.push(userId)
      }
    }
    const atOnce = channel.repeatable ? AT_ONCE.repeatable : AT_ONCE.once
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, sendNext))
    await publishEach(
      this.#ctx.db,
      'notices.told',
      inPortions(concerned).map((userIds) => ({ userIds })),
    )
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }

  async #read(waiting: WaitingDelivery[]): Promise<Map<WaitingDelivery, Notice>> {
    const { db, clock } = this.#ctx
    const userIds = [...new Set(waiting.map(({ userId }) => userId))]
    const [roles, held] = await Promise.all([
      readActiveRoles(this.#ctx, userIds),
      listProductsOfMany(db, userIds, clock.now()),
    ])
    const products = Map.groupBy(held, ({ userId }) => userId)
    const viewers = new Map<number, NoticeViewer>()
    for (const userId of userIds) {
      const moderator = moderates(roles.get(userId) ?? [])
      // Who moderates sees every category.
      const seen = moderator ? await listVisibleProducts(db, { userId, moderator }, clock.now()) : products.get(userId)
      viewers.set(userId, { moderator, products: seen ?? [] })
    }
    const blind: NoticeViewer = { moderator: false, products: [] }
    const notices = await readNotices(this.#ctx, waiting, ({ userId }) => viewers.get(userId) ?? blind)
    return new Map(waiting.flatMap((delivery, place) => (notices[place] ? [[delivery, notices[place]]] : [])))
  }

  /** @returns whether the next to the same address may follow at once */
  async #sendOne(channel: Channel, delivery: WaitingDelivery, notice: Notice): Promise<boolean> {
    const { clock, log } = this.#ctx
    if ((this.#paused.get(channel.name) ?? 0) > clock.now().getTime()) return false
    const skipped = whySkipped(delivery, notice)
    if (skipped !== null) return this.#settle(channel, delivery, { state: 'skipped', reason: skipped })
    if (!(await this.#claim(delivery.id))) return true
    const recipient = {
      deliveryId: delivery.id,
      addressId: delivery.addressId,
      address: delivery.address,
      userId: delivery.userId,
    }
    let sent: Sent
    try {
      sent = await channel.send(this.#ctx, recipient, notice)
    } catch (error) {
      log.warn({ err: error, channel: channel.name, deliveryId: delivery.id }, 'a notice could not be sent yet')
      return this.#settle(channel, delivery, this.#retry(delivery, String((error as Error).message ?? error)))
    }
    return this.#settle(channel, delivery, this.#outcome(channel, delivery, sent))
  }

  #outcome(channel: Channel, delivery: WaitingDelivery, sent: Sent): DeliveryOutcome {
    switch (sent.state) {
      case 'sent':
        return { state: 'sent', externalId: sent.externalId ?? null }
      case 'failed':
        return { state: 'failed', reason: sent.reason }
      case 'gone':
        return { state: 'gone', because: sent.because }
      case 'later': {
        const until = this.#ctx.clock.now().getTime() + Math.max(SECOND, sent.afterMs)
        if (sent.of === 'channel') this.#paused.set(channel.name, until)
        if (until > delivery.createdAt.getTime() + TRIED_FOR) return { state: 'failed', reason: NOT_IN_A_DAY }
        return { state: 'later', until: new Date(until), pausesAddress: sent.of === 'chat' }
      }
    }
  }

  #retry({ tries, createdAt }: WaitingDelivery, error: string): DeliveryOutcome {
    const until = this.#ctx.clock.now().getTime() + FIRST_RETRY * 2 ** Math.min(tries, 20)
    if (until > createdAt.getTime() + TRIED_FOR) return { state: 'failed', reason: NOT_IN_A_DAY, error }
    return { state: 'later', until: new Date(until), pausesAddress: false, error }
  }

  async #settle({ name }: Channel, delivery: WaitingDelivery, outcome: DeliveryOutcome): Promise<boolean> {
    const { db } = this.#ctx
    if (outcome.state === 'sent') await this.#settleSent({ deliveryId: delivery.id, externalId: outcome.externalId })
    else await whenBack(() => db.transaction().execute((tx) => settleDelivery(tx, this.#ctx, delivery, outcome)))
    delivered.inc({ channel: name, state: outcome.state })
    return outcome.state === 'sent' || outcome.state === 'failed' || outcome.state === 'skipped'
  }
}

const NOT_IN_A_DAY = 'За сутки отправить не удалось'

/** In Russian, for the journal; null: it is to be sent. */
function whySkipped({ endedAt, hasAddress }: WaitingDelivery, notice: Notice): string | null {
  if (endedAt !== null) return 'Адрес отключён'
  if (!hasAddress) return 'Нет email для уведомлений'
  const ofMessages = notice.kind === 'messages' || notice.kind === 'digest'
  return ofMessages && notice.messages.length === 0 ? 'Сообщений уже нет в ленте' : null
}
