/** What a partner has after two months: people who came, registered and paid, what is owed for them, and payouts; once. Everything as the service does it, earlier. */
import type { Category } from '../../contract/category.ts'
import { estimate } from '../../rules/pricing/estimate.ts'
import { listTariffs, type SoldTariff } from '../features/access/tariffs/tariffs.public.ts'
import { movePayout } from '../features/commerce/partner/admin.ts'
import { earnCommission } from '../features/commerce/partner/earn.ts'
import { joinProgramme } from '../features/commerce/partner/enter.ts'
import { insertPayout } from '../features/commerce/partner/payouts.ts'
import { releaseCommissions, reverseCommission } from '../features/commerce/partner/release.ts'
import { keepShortLink } from '../features/commerce/partner/short-links.ts'
import { receiptLines } from '../features/commerce/payments/receipt-lines.ts'
import { settleOrder, settleRefund, type PaymentContext } from '../features/commerce/payments/settle-order.ts'
import { insertOrder } from '../features/commerce/payments/start-order.ts'
import { keepReferral, nobodysReferral } from '../features/people/referrals/referrals.public.ts'
import { insertVisits, type Visit } from '../features/people/referrals/visits.ts'
import {
  createAccount,
  keepDevicePrint,
  type CreateAccountContext,
} from '../features/people/accounts/accounts.public.ts'
import { listAllCategories } from '../features/watching/categories/categories.public.ts'
import { DAY, type Clock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import type { Db } from '../kit/sql.ts'
import { partnerPerson } from './demo.ts'

interface DemoReferral {
  email: string
  username: string
  /** Days ago. */
  came: number
  referrer: string
  by: 'link' | 'short link'
  /** Each for so many months and categories. */
  pays: { ago: number; months: 1 | 3 | 12; categories: number }[]
  /** Days ago; all they paid. */
  refunded?: number
  /** At the partner's own device. */
  sameDevice?: true
}

const JOINED = 62
/** In days: what happens just before. */
const MOMENT = 0.001
const vk = 'https://vk.com/photo_club'
const telegram = 'https://t.me/svoi_mastera'
const dzen = 'https://dzen.ru/polina'

const demoReferrals: DemoReferral[] = [
  {
    email: 'darya.ref@demo.echolot',
    username: 'Дарья Приведённая',
    came: 58,
    referrer: vk,
    by: 'link',
    pays: [
      { ago: 57, months: 3, categories: 3 },
      { ago: 4, months: 3, categories: 3 },
    ],
  },
  {
    email: 'ildar.ref@demo.echolot',
    username: 'Ильдар Приведённый',
    came: 51,
    referrer: telegram,
    by: 'short link',
    pays: [{ ago: 50, months: 12, categories: 2 }],
  },
  {
    email: 'kseniya.ref@demo.echolot',
    username: 'Ксения Приведённая',
    came: 40,
    referrer: dzen,
    by: 'short link',
    pays: [{ ago: 38, months: 1, categories: 1 }],
    refunded: 36,
  },
  {
    email: 'lev.ref@demo.echolot',
    username: 'Лев Приведённый',
    came: 33,
    referrer: vk,
    by: 'link',
    pays: [{ ago: 32, months: 12, categories: 1 }],
  },
  {
    email: 'marina.ref@demo.echolot',
    username: 'Марина Приведённая',
    came: 9,
    referrer: '',
    by: 'link',
    pays: [{ ago: 6, months: 1, categories: 2 }],
  },
  {
    email: 'polina.second@demo.echolot',
    username: 'Полина Вторая',
    came: 3,
    referrer: '',
    by: 'link',
    pays: [{ ago: 2, months: 1, categories: 1 }],
    sameDevice: true,
  },
  {
    email: 'rustam.ref@demo.echolot',
    username: 'Рустам Приведённый',
    came: 1,
    referrer: telegram,
    by: 'short link',
    pays: [],
  },
]

/** In kopecks and days ago; the wallet is a card number that test payments know. */
const demoPayouts = [
  { sum: 100_000, ago: 30, ends: 29, status: 5, comment: 'Карта другого человека: укажите свою' },
  { sum: 250_000, ago: 28, ends: 26, status: 10, comment: null },
  { sum: 100_000, ago: 1, ends: null, status: 0, comment: null },
] as const
const CARD = { method: 'card', wallet: '4111 1111 1111 1111', other: '' } as const
const DEVICE = '9a27'.repeat(8)
const SHORT_PATH = '/order?utm_source=partner'

type Context = Pick<PaymentContext, 'db' | 'config'> & Pick<CreateAccountContext, 'hooks'>
type Ago = (daysAgo: number) => Clock

interface Partner extends Context {
  partnerId: number
  linkId: number
  ago: Ago
  /** What there is to buy. */
  tariffs: Map<number, SoldTariff>
  categories: Category[]
}

/** Once: what its admin or the partner has changed since stays so. */
export async function seedDemoPartner({ db, clock, config, hooks }: Context & { clock: Clock }): Promise<void> {
  const person = await db.selectFrom('users').select('id').where('email', '=', partnerPerson).executeTakeFirst()
  if (!person) return
  const { id: partnerId } = person
  if (await db.selectFrom('partners').select('userId').where('userId', '=', partnerId).executeTakeFirst()) return
  const [tariffs, categories] = [await readTariffs(db), await listAllCategories(db)]
  // An admin has taken what the demo buys from the price list.
  if (demoReferrals.some(({ pays }) => pays.some(({ months }) => !tariffs.has(months)))) return
  const now = clock.now().getTime()
  const ago: Ago = (days) => ({ now: () => new Date(now - days * DAY) })
  const joined = ago(JOINED)
  const linkId = await db.transaction().execute(async (tx) => {
    const since = await joinProgramme(tx, joined, partnerId)
    // Another process was faster.
    return since.getTime() === joined.now().getTime() ? keepShortLink(tx, joined, partnerId, SHORT_PATH) : null
  })
  if (linkId === null) return
  await keepDevicePrint(db, joined, partnerId, { fp: DEVICE, incognito: false })
  const partner = { db, config, hooks, partnerId, linkId, ago, tariffs, categories }
  await insertVisits(db, visitsBeside(partner))
  // One after the other, as it happened.
  for (const { act } of stepsOf(partner).toSorted((one, other) => other.at - one.at)) await act()
}

/** By how many months they last. */
async function readTariffs(db: Db): Promise<Map<number, SoldTariff>> {
  const regular = (await listTariffs(db)).filter(({ product, type }) => product === 'category' && type === 'regular')
  return new Map(regular.flatMap((each) => (each.durationUnit === 'month' ? [[each.duration, each] as const] : [])))
}

interface Step {
  /** Days ago. */
  at: number
  act: () => Promise<unknown>
}

function stepsOf(partner: Partner): Step[] {
  const { db, ago } = partner
  const payouts = demoPayouts.flatMap((payout): Step[] => [
    { at: payout.ago + MOMENT, act: () => releaseCommissions({ db, clock: ago(payout.ago + MOMENT) }) },
    { at: payout.ago, act: () => payOut(partner, payout) },
  ])
  const last = { at: 0, act: () => releaseCommissions({ db, clock: ago(0) }) }
  return [...demoReferrals.flatMap((referral) => stepsOfReferral(partner, referral)), ...payouts, last]
}

/** Comes and registers, pays, and maybe has their money back. */
function stepsOfReferral(partner: Partner, referral: DemoReferral): Step[] {
  const { db, config, ago } = partner
  const known = { userId: 0, orders: [] as PaidOrder[] }
  const comes = async (): Promise<void> => {
    known.userId = await register(partner, referral)
  }
  const pays = referral.pays.map((payment): Step => ({
    at: payment.ago,
    act: async () => {
      const order = await pay(partner, known.userId, payment)
      known.orders.push(order)
      await earnCommission({ db, config, clock: ago(payment.ago) }, order.id)
    },
  }))
  const { refunded } = referral
  const goesBack = async (): Promise<void> => {
    for (const order of known.orders) await giveBack(partner, ago(refunded ?? 0), order)
  }
  return [
    { at: referral.came, act: comes },
    ...pays,
    ...(refunded === undefined ? [] : [{ at: refunded, act: goesBack }]),
  ]
}

/** From where, at the link or the short one. */
function visitOf(
  { config, partnerId, linkId }: Partner,
  { by, referrer }: Pick<DemoReferral, 'by' | 'referrer'>,
  at: Date,
): Visit {
  const isShort = by === 'short link'
  return {
    refId: partnerId,
    refUrl: `${config.siteUrl}${isShort ? SHORT_PATH : `/?ref=${partnerId}`}`,
    referrer,
    params: {},
    ip: '',
    userAgent: '',
    at,
    shortLinkId: isShort ? linkId : null,
  }
}

/** Those who came and went: some on every day, more on some, the same ones whenever it is seeded. */
function visitsBeside(partner: Partner): Visit[] {
  const sources = [vk, telegram, '', dzen, vk]
  return Array.from({ length: JOINED * 6 }, (_, at) => at)
    .filter((at) => (at * at + at) % 11 < 4)
    .map((at) =>
      visitOf(
        partner,
        { by: at % 3 === 0 ? 'short link' : 'link', referrer: sources[at % sources.length] ?? '' },
        partner.ago(JOINED - at / 6).now(),
      ),
    )
}

/** @returns the id of the account */
async function register(partner: Partner, referral: DemoReferral): Promise<number> {
  const { db, hooks, partnerId, ago } = partner
  const { email, username, came, sameDevice } = referral
  const clock = ago(came)
  const visit = visitOf(partner, referral, clock.now())
  return db.transaction().execute(async (tx) => {
    const [clip] = await insertVisits(tx, [visit])
    const account = { email, username, password: null, emailApprove: true, timeZone: 'Europe/Moscow' }
    const userId = await createAccount(tx, { clock, hooks }, account)
    const { refUrl, referrer } = visit
    await keepReferral(tx, clock, userId, {
      ...nobodysReferral,
      refId: partnerId,
      clip: String(clip),
      refUrl,
      referrer,
    })
    if (sameDevice) await keepDevicePrint(tx, clock, userId, { fp: DEVICE, incognito: false })
    return userId
  })
}

interface PaidOrder {
  id: number
  account: string
  total: number
}

const paymentOf = ({ account, total }: Omit<PaidOrder, 'id'>) => ({
  gateway: 'test' as const,
  account,
  externalId: `demo-${account}`,
  amount: total,
  currency: 'RUB',
  test: true,
})

const tillAt = ({ db, config }: Context, clock: Clock): PaymentContext => ({ db, clock, log: silentLog, config })

/** Without a letter: no one is there to read it. */
async function pay(
  context: Partner,
  userId: number,
  { months, categories: count, ago }: DemoReferral['pays'][number],
): Promise<PaidOrder> {
  const clock = context.ago(ago)
  const tariff = context.tariffs.get(months)
  if (!tariff) throw new Error(`nothing is on sale for ${months} months`)
  const bought = context.categories.slice(0, count)
  const { price, total, days } = estimate({
    tariff,
    count,
    quantity: 1,
    prolongs: false,
    promo: null,
    start: clock.now(),
  })
  const names = bought.map(({ name }) => name)
  return context.db.transaction().execute(async (tx) => {
    const draft = {
      product: 'category' as const,
      type: 'regular' as const,
      tariff,
      items: bought.map(({ id }) => id),
      quantity: 1,
      extendsId: null,
      price,
      total,
      days,
      promoId: null,
      lines: receiptLines({ tariff, names, quantity: 1, total }),
    }
    const order = await insertOrder(tx, clock, draft, { userId, contact: '', gateway: 'test' })
    await settleOrder(tx, tillAt(context, clock), paymentOf({ ...order, total }))
    return { ...order, total }
  })
}

async function giveBack(context: Context, clock: Clock, order: PaidOrder): Promise<void> {
  const { db } = context
  await db.transaction().execute((tx) => settleRefund(tx, tillAt(context, clock), paymentOf(order)))
  await reverseCommission({ db, clock }, order.id)
}

async function payOut(
  { db, config, partnerId, ago }: Partner,
  { sum, ago: asked, ends, status, comment }: (typeof demoPayouts)[number],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await insertPayout(tx, { clock: ago(asked), config, partnerId, from: null }, sum, CARD)
    if (ends !== null) await movePayout(tx, ago(ends), { id, status, comment, actorId: null, from: null })
  })
}
