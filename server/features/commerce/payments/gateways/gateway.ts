/** The shape of every gateway. Only the files of this folder know what a gateway calls things; what happens to an order is none of theirs. */
import type { IncomingHttpHeaders } from 'node:http'
import type { HookCall, ResultOf } from '../../../../../contract/call.ts'
import type { StartedPayment } from '../../../../../contract/commerce/payments.ts'
import type { Payer } from '../../../../../rules/payer-marks.ts'
import type { Config } from '../../../../config/config.ts'
import type { GatewayName } from '../../../../config/payments.ts'

/** One line of the receipt (54-FZ). Kopecks; `sum` is `quantity` times `price`, and all sums together are the order's total. */
export interface ReceiptLine {
  /** At most 128 characters. */
  title: string
  quantity: number
  price: number
  sum: number
}

/** As much of an order as a gateway is informed. */
export interface GatewayOrder {
  id: number
  /** Its number outside: 12 letters and digits, unique for good. */
  account: string
  userId: number | null
  /** In kopecks, more than nothing; always roubles. */
  total: number
  /** What is bought, in one line of at most 90 characters, such as «Подписка на 2 категории, 3 месяца». */
  title: string
  lines: ReceiptLine[]
  /** Where the receipt goes: an e-mail. */
  contact: string
  /** What the gateway calls it: `gatewayId` of `Started`, or `externalId` of the last notice that spoke of this order; null: nothing yet. */
  gatewayId: string | null
  createdAt: Date
  /** Where the browser comes back to, on our own site. Coming back proves nothing: the page asks what came of the order. */
  backUrl: { paid: string; failed: string }
}

/** How the browser goes on to pay. */
export interface Started {
  /** The one field of the answer that is named like the gateway; empty for `test`. */
  part: Partial<Pick<StartedPayment, 'unitpay' | 'cloudpayments' | 'cent' | 'interkassa' | 'alfa'>>
  /** What the gateway calls it; null when it has not heard of it yet. */
  gatewayId: string | null
}

/** What came to the address for notices, byte by byte. */
export interface RawNotice {
  body: Buffer
  /** Behind the question mark, as it was sent. */
  query: string
  headers: IncomingHttpHeaders
  /** The last part of the path, where a gateway has several addresses (CloudPayments); else empty. */
  event: string
}

/** What a notice says, once its signature was found good. */
export interface GatewayNotice {
  /**
   * `check`: may this be paid? · `paid`: it is · `declined`: this attempt came to nothing, another may follow · `failed`: none
   * will follow · `refunded`: the money went back · `other`: of no matter to us; it is answered and written down.
   */
  kind: 'check' | 'paid' | 'declined' | 'failed' | 'refunded' | 'other'
  account: string
  /** What the gateway calls the payment: the same one in every repetition. */
  externalId: string
  /** Kopecks. A gateway whose notice of `paid` does not hold it (or does not sign it) is asked before this is returned. */
  amount: number | null
  /** Three letters; null: the gateway knows only roubles. */
  currency: string | null
  /** Played money: opens nothing in production. */
  test: boolean
  /** Where the receipt can be seen, if that is known. */
  receiptUrl?: string
  /** Who paid, as far as it is known. */
  payer?: Payer
}

/** What the gateway wants to hear. */
export type HookAnswer = ResultOf<HookCall>

/** A notice, or why it is none of ours (a signature that is wrong or missing, nonsense) and what to answer to that. */
export type ReadNotice = { notice: GatewayNotice } | { refused: NoticeRefusal; answer: HookAnswer }
export type NoticeRefusal = 'no signature' | 'bad signature' | 'malformed' | 'foreign'

/** What came of a notice. The first three are fine: nothing is to be repeated. */
export type GatewayOutcome =
  /** Done: paid, refunded or failed by this notice; of a `check`, that it may be paid. */
  | 'settled'
  /** It was done before: answered as the first time. */
  | 'repeated'
  /** Nothing is to be done. */
  | 'ignored'
  | 'unknown order'
  /** It is paid, failed or refunded already, so a `check` is refused. */
  | 'closed'
  | 'wrong sum'
  | 'wrong currency'
  /** Played money in production. */
  | 'test'
  /** The order is to be paid by another gateway, or this payment has paid another order. */
  | 'foreign'

/** What the gateway says of an order when it is asked. `unknown`: it has not heard of it, or can not be asked. */
export type GatewayStatus =
  | { state: 'unknown' | 'waiting' | 'failed' }
  | {
      state: 'paid' | 'refunded'
      externalId: string
      amount: number
      currency: string | null
      test: boolean
      receiptUrl?: string
      payer?: Payer
    }

export interface Gateway {
  type: GatewayName
  /** As people choose it: «Банковская карта». */
  title: string
  /** @throws Error when the gateway can not be reached or refuses; the order then fails. */
  start(order: GatewayOrder): Promise<Started>
  /** @throws Error when it can not be decided now (the gateway is to be asked and is silent): answered with 500, so that it is repeated. */
  readNotice(raw: RawNotice): Promise<ReadNotice>
  /** The same for `settled` and `repeated`. */
  answer(notice: GatewayNotice, outcome: GatewayOutcome): HookAnswer
  /** @throws Error when the gateway can not be reached */
  findStatus(order: GatewayOrder): Promise<GatewayStatus>
  /**
   * Gives all of it back. Asked twice it gives back once: what went back already is fine. Null: the gateway has no way to ask for it,
   * so an admin gives it back in its cabinet and marks the order.
   * @throws Error when the gateway can not be reached or refuses
   */
  refund: ((order: GatewayOrder) => Promise<void>) | null
}

/** Every file beside this one exports one, named like `openUnitpay`. */
export type OpenGateway = (config: Config) => Gateway
