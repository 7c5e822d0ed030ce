/** Where a letter comes back to: its address says which one it was, and a mac that we sent it (VERP). Without the mac anyone could have addresses of others struck off. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const MAC_LENGTH = 10

/** Ten hexadecimal digits. @param key of HMAC-SHA256 */
export const returnMac = (key: string | Uint8Array, mailingId: number, recipientId: number): string =>
  createHmac('sha256', key).update(`${mailingId}.${recipientId}`).digest('hex').slice(0, MAC_LENGTH)

const keyOf = (secretKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', 'echolot returns of mailings', 32))

export function returnAddress(secretKey: string, domain: string, mailingId: number, recipientId: number): string {
  return `bounce+${mailingId}.${recipientId}.${returnMac(keyOf(secretKey), mailingId, recipientId)}@${domain}`
}

/** Of any text, the first such address that is ours; null: there is none. */
export function findReturnAddress(secretKey: string, text: string): { mailingId: number; recipientId: number } | null {
  for (const [, mailing = '', recipient = '', mac = ''] of text.matchAll(
    /bounce\+(\d{1,15})\.(\d{1,15})\.([0-9a-f]{10})@/gi,
  )) {
    const [mailingId, recipientId] = [Number(mailing), Number(recipient)]
    const right = returnMac(keyOf(secretKey), mailingId, recipientId)
    if (timingSafeEqual(Buffer.from(mac.toLowerCase()), Buffer.from(right))) return { mailingId, recipientId }
  }
  return null
}
