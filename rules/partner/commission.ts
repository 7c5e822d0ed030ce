/** What a partner earns of a payment, and why, or why not (docs/decisions/partners.md). Money in kopecks, rates in hundredths of a percent. */

export interface CommissionTerms {
  rate: number
  months: number
  holdDays: number
  smallestPayout: number
  discount: number
}

/** How a person was brought: by a promo code they paid with, or by a link before they registered. */
export type BroughtBy = 'promo' | 'link'

export interface Binding {
  partnerId: number
  by: BroughtBy
  endsAt: Date
}

export interface PaymentFacts {
  buyerId: number
  /** What was really paid; what costs nothing earns nothing. */
  paid: number
  at: Date
  /** By the first payment of this person, if they made one and someone had brought them. */
  binding: Binding | null
  /** They paid before: who brought them is settled, and that no one did as well. */
  paidBefore: boolean
  /** Whose promo code this payment was made with. */
  promoPartner: number | null
  /** Whose link they registered by. */
  linkPartner: number | null
}

export type Earning =
  | { earns: true; partnerId: number; by: BroughtBy; binds: boolean; endsAt: Date }
  | { earns: false; partnerId: number | null; because: 'free' | 'direct' | 'self' | 'over' }

/**
 * A promo code comes before a link, and a link before no one. The first payment binds for the term of the programme; later payments count for who it
 * bound to, whatever code they are made with. No one is their own referral.
 */
export function decideEarning(facts: PaymentFacts, terms: Pick<CommissionTerms, 'months'>): Earning {
  const { buyerId, paid, at, binding, paidBefore, promoPartner, linkPartner } = facts
  const none = (because: 'free' | 'direct' | 'self' | 'over', partnerId: number | null = null): Earning => ({
    earns: false,
    partnerId,
    because,
  })
  if (paid <= 0) return none('free')
  if (binding !== null) {
    const { partnerId, by, endsAt } = binding
    return at < endsAt ? { earns: true, partnerId, by, binds: false, endsAt } : none('over', partnerId)
  }
  const by: BroughtBy = promoPartner === null ? 'link' : 'promo'
  const partnerId = promoPartner ?? linkPartner
  if (partnerId === null) return none('direct')
  if (partnerId === buyerId) return none('self', partnerId)
  // Who paid first by themselves is no one's: who brought them later is shown so.
  if (paidBefore) return none('direct', partnerId)
  return { earns: true, partnerId, by, binds: true, endsAt: monthsAfter(at, terms.months) }
}

/** The same day of the month so many months later, or the last one where there is no such day; in UTC. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const days = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(at.getUTCDate(), days))
  return later
}

/** Rounded down to the kopeck: a partner is never owed more than their share. */
export function commissionOf(paid: number, { rate }: Pick<CommissionTerms, 'rate'>): number {
  return Number((BigInt(paid) * BigInt(rate)) / 10_000n)
}

/** What may make a referral the partner themselves. It is marked, and an admin decides. */
export const suspicions = {
  device: 'С того же устройства, с которого работает партнёр',
  phone: 'Тот же телефон, что у партнёра',
  circle: 'Партнёр и тот, кого он привёл, привели друг друга',
  card: 'Та же карта или тот же счёт телефона, с которых платил партнёр',
  wallet: 'Плательщик платил с того, куда партнёр получает выплаты',
  mailbox: 'Почта отличается от почты партнёра только знаками, которые ящик не различает',
} as const
export type Suspicion = keyof typeof suspicions

/** The mailbox that an address of any spelling goes to: what follows «+» and points of Gmail make no other one. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  const plain = name.split('+')[0] ?? ''
  const service = { 'googlemail.com': 'gmail.com', 'ya.ru': 'yandex.ru', 'yandex.com': 'yandex.ru' }[host] ?? host
  if (service === 'gmail.com') return `${plain.replaceAll('.', '')}@${service}`
  return `${service === 'yandex.ru' ? plain.replaceAll('.', '-') : plain}@${service}`
}
