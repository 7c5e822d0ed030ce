/** By what a payer is known again, of what gateways tell of them: to find partners who pay for themselves (docs/decisions/partners.md). */

/** As a gateway tells it; of each what it tells. */
export interface Payer {
  /** Of a card, in whatever way it is veiled: `553691******8680`. */
  cardMask?: string
  /** What the gateway calls the card, or the wallet: the same in every payment from it. */
  token?: string
  /** From whose balance it was paid. */
  phone?: string
}

export const markKinds = ['card', 'token', 'phone'] as const
export interface PayerMark {
  kind: (typeof markKinds)[number]
  /** Two are the same when this is. */
  text: string
}

/** The first six and the last four digits: one card in ten thousand of a bank has the same, so it is a suspicion and no proof. */
export function cardMark(veiled: string): PayerMark[] {
  const [, first, last] = /^(\d{6})\d*\D+\d*?(\d{4})$/.exec(veiled.replaceAll(/\s/g, '')) ?? []
  return first === undefined || last === undefined ? [] : [{ kind: 'card', text: `${first} ${last}` }]
}

/** Ten digits, without what stands before the number of a Russian phone. */
function phoneMark(written: string): PayerMark[] {
  const number = /^[78]?(9\d{9})$/.exec(written.replaceAll(/\D/g, ''))?.[1]
  return number === undefined ? [] : [{ kind: 'phone', text: number }]
}

/** @param gateway whose token it is */
export function marksOfPayer(gateway: string, { cardMask = '', token = '', phone = '' }: Payer): PayerMark[] {
  const named: PayerMark[] = token === '' ? [] : [{ kind: 'token', text: `${gateway} ${token}` }]
  return [...cardMark(cardMask), ...named, ...phoneMark(phone)]
}

/** Of where a partner has their money sent. A purse and an account of a company are reported by no gateway. */
export function marksOfWallet(method: string, wallet: string): PayerMark[] {
  const digits = wallet.replaceAll(/\D/g, '')
  if (method === 'card') return digits.length < 12 ? [] : cardMark(`${digits.slice(0, 6)}*${digits.slice(-4)}`)
  return method === 'sbp' ? phoneMark(digits) : []
}
