/** What MTProto needs of cryptography, by Node alone. */
import { createCipheriv, createDecipheriv, createHash, createHmac, pbkdf2, randomFillSync } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { BaseCryptoProvider, type IAesCtr, type ICryptoProvider, type IEncryptionScheme } from '@mtcute/core/utils.js'

const BLOCK = 16
/** Of one answer, unpacked. Telegram sends far less; an answer beyond it is not read. */
const MOST_BYTES = 32 * 1024 * 1024

const derive = promisify(pbkdf2)

export class NodeCrypto extends BaseCryptoProvider implements ICryptoProvider {
  sha1 = (data: Uint8Array): Uint8Array => createHash('sha1').update(data).digest()

  sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest()

  pbkdf2 = (password: Uint8Array, salt: Uint8Array, rounds: number, length = 64, algorithm = 'sha512') =>
    derive(password, salt, rounds, length, algorithm)

  hmacSha256 = (data: Uint8Array, key: Uint8Array): Uint8Array => createHmac('sha256', key).update(data).digest()

  createAesCtr = (key: Uint8Array, iv: Uint8Array, encrypt: boolean): IAesCtr => {
    const cipher = encrypt
      ? createCipheriv(`aes-${key.length * 8}-ctr`, key, iv)
      : createDecipheriv(`aes-${key.length * 8}-ctr`, key, iv)
    return { process: (data) => cipher.update(data) }
  }

  createAesIge = (key: Uint8Array, iv: Uint8Array): IEncryptionScheme => ({
    encrypt: (data) => {
      const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
      return chainIge(data, iv.subarray(0, BLOCK), iv.subarray(BLOCK), (block) => cipher.update(block))
    },
    decrypt: (data) => {
      const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
      return chainIge(data, iv.subarray(BLOCK), iv.subarray(0, BLOCK), (block) => decipher.update(block))
    },
  })

  gzip = (data: Uint8Array, mostBytes: number): Uint8Array | null => {
    const packed = gzipSync(data)
    return packed.length <= mostBytes ? packed : null
  }

  gunzip = (data: Uint8Array): Uint8Array => gunzipSync(data, { maxOutputLength: MOST_BYTES })

  randomFill = (buffer: Uint8Array): void => {
    randomFillSync(buffer)
  }
}

/** Node has no IGE mode: `out[i] = cipher(in[i] ^ out[i - 1]) ^ in[i - 1]`, one block after another. */
function chainIge(
  data: Uint8Array,
  firstOut: Uint8Array,
  firstIn: Uint8Array,
  cipher: (block: Uint8Array) => Uint8Array,
): Uint8Array {
  if (data.length % BLOCK !== 0) throw new Error('data of AES-IGE must be whole blocks')
  const result = new Uint8Array(data.length)
  const block = new Uint8Array(BLOCK)
  let lastOut = firstOut
  let lastIn = firstIn
  for (let at = 0; at < data.length; at += BLOCK) {
    const current = data.subarray(at, at + BLOCK)
    for (let n = 0; n < BLOCK; n += 1) block[n] = (current[n] as number) ^ (lastOut[n] as number)
    const turned = cipher(block)
    const out = result.subarray(at, at + BLOCK)
    for (let n = 0; n < BLOCK; n += 1) out[n] = (turned[n] as number) ^ (lastIn[n] as number)
    lastOut = out
    lastIn = current
  }
  return result
}
