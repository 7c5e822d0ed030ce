/** What has to be read again, and by no one else: encrypted with a key made of the secret of the service (AES-256-GCM). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secretKey: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secretKey, '', 'echolot seal', 32))

/** @param label what it is and whose: sealed bytes that were moved to another place do not open there */
export function seal(secretKey: string, label: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secretKey), iv, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(label),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Null when it was sealed with another secret or under another label, or is damaged. */
export function unseal(secretKey: string, label: string, sealed: Uint8Array): string | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null
  const [iv, tag, text] = [
    sealed.subarray(0, IV_BYTES),
    sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    sealed.subarray(IV_BYTES + TAG_BYTES),
  ]
  const decipher = createDecipheriv(ALGORITHM, keyOf(secretKey), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(label))
    .setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
