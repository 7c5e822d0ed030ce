/**
 * Addresses of one letter of a mailing: where it comes back to (VERP), and where a letter of its reader ends mailings (`mailto:` of List-Unsubscribe). A mac says that
 * we sent it: without it anyone could have addresses of others struck off.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const MAC_LENGTH = 10

/** `bounce`: it came back; `leave`: its reader wants no more of them. */
export type AddressKind = 'bounce' | 'leave'

/** Ten hexadecimal digits. @param key of HMAC-SHA256 */
export const returnMac = (key: string | Uint8Array, mailingId: number, recipientId: number): string =>
  createHmac('sha256', key).update(`${mailingId}.${recipientId}`).digest('hex').slice(0, MAC_LENGTH)

const purposes: Record<AddressKind, string> = {
  bounce: 'echolot returns of mailings',
  leave: 'echolot letters that leave mailings',
}

const keyOf = (kind: AddressKind, secretKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', purposes[kind], 32))

export function mailingAddress(
  kind: AddressKind,
  secretKey: string,
  domain: string,
  mailingId: number,
  recipientId: number,
): string {
  return `${kind}+${mailingId}.${recipientId}.${returnMac(keyOf(kind, secretKey), mailingId, recipientId)}@${domain}`
}

/** Of any text, the first such address that is ours; null: there is none. */
export function findMailingAddress(
  kind: AddressKind,
  secretKey: string,
  text: string,
): { mailingId: number; recipientId: number } | null {
  for (const [, mailing = '', recipient = '', mac = ''] of text.matchAll(
    new RegExp(`${kind}\\+(\\d{1,15})\\.(\\d{1,15})\\.([0-9a-f]{10})@`, 'gi'),
  )) {
    const [mailingId, recipientId] = [Number(mailing), Number(recipient)]
    const right = returnMac(keyOf(kind, secretKey), mailingId, recipientId)
    if (timingSafeEqual(Buffer.from(mac.toLowerCase()), Buffer.from(right))) return { mailingId, recipientId }
  }
  return null
}
