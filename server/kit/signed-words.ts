/** Words that stand in a link and are believed: a key made of the secret of the service says that we wrote them. Nothing of them is stored. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What one kind of link is signed with; links that are sent hold only as long as neither changes. */
export interface Signature {
  purpose: string
  bytes: number
}

/** @returns the words, «.», and who wrote them, in letters, digits, «-» and «_» */
export function signWords(secretKey: string, signature: Signature, words: string): string {
  return `${words}.${macOf(secretKey, signature, words).toString('base64url')}`
}

/** Null: we did not write them. */
export function readSignedWords(secretKey: string, signature: Signature, token: string): string | null {
  const end = token.lastIndexOf('.')
  const words = token.slice(0, Math.max(0, end))
  const mac = Buffer.from(token.slice(end + 1), 'base64url')
  const right = macOf(secretKey, signature, words)
  return mac.length === right.length && timingSafeEqual(mac, right) ? words : null
}

const macOf = (secretKey: string, { purpose, bytes }: Signature, words: string): Buffer =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, 32)))
    .update(words)
    .digest()
    .subarray(0, bytes)
