/** The server's side of how an auth key is agreed upon: RSA with a key of its own, then Diffie-Hellman. */
import { constants, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import { Long, type mtp, type tl } from '@mtcute/core'
import {
  __tlReaderMap as readers,
  __tlWriterMap as writers,
  addPublicKey,
  generateKeyAndIvFromNonce,
  parsePublicKey,
  TlBinaryReader,
  TlBinaryWriter,
} from '@mtcute/core/utils.js'
import { systemClock } from '../../../../kit/clock.ts'
import { NodeCrypto } from './node-crypto.ts'

const crypto = new NodeCrypto()
/** Telegram's own: the library takes the time to test any other. */
const prime = BigInt(
  '0xC71CAEB9C6B1C9048E6C522F70F13F73980D40238E3E21C14934D037563D930F48198A0AA7C14058229493D22530F4DBFA336F6E0AC925139543AED44CCE7C3720FD51F69458705AC68CD4FE6B6B13ABDC9746512969328454F18FAF8C595F642477FE96BB2A941D5BCD1D4AC8CC49880708FA9B378E3C4F3A9060BEE67CF9A4A4A695811051907E162753B56B0F6B410DBA74D8A84B2A14B3144E0EF1284754FD17ED950D5965B4B9DD46582DB1178D169C6BC465B0D6FF9CA3928FEF5B9AE4E418FC15E83EBEA0F87FA9FF5EED70050DED2849F47BF959D956850CE929851F0D8115F635B105EE2E4E15D04B2454BF6F4FADF034B10403119CD8E3B92FCC5B',
)
const generator = 3n
const [P, Q] = [0x494c553bn, 0x53911073n]

const fromBytes = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
const toBytes = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base % modulus, left = exponent; left > 0n; left >>= 1n, square = (square * square) % modulus)
    if (left & 1n) result = (result * square) % modulus
  return result
}

/**
 * Short: raised to a long one a number takes a second of a busy machine, and the library, which shares its thread, gives up what
 * it waited five seconds for.
 */
const makeSecret = (): bigint => fromBytes(crypto.randomBytes(8)) | (1n << 63n)

let serverKey: ReturnType<typeof openServerKey> | null = null

/**
 * Known to the library from then on; made once, for it takes a while. The library looks keys up by their fingerprints in hex without
 * leading zeros, and keeps them with: of sixteen keys it would not know one again. Those of Telegram have none.
 */
function openServerKey(): { privateKey: KeyObject; fingerprint: Long } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const { fingerprint } = parsePublicKey(crypto, pem)
  if (fingerprint.startsWith('0')) return openServerKey()
  addPublicKey(crypto, pem)
  return { privateKey, fingerprint: Long.fromString(fingerprint, true, 16) }
}

/** Has the library know the simulated server. */
export const knowServer = (): void => {
  serverKey ??= openServerKey()
}

export class Handshake {
  readonly #serverNonce = crypto.randomBytes(16)
  readonly #secret = makeSecret()
  #newNonce: Uint8Array = new Uint8Array(32)

  /** @returns the key, too, once both sides have it */
  answer(request: mtp.TlObject): { reply: mtp.TlObject; authKey?: Uint8Array } {
    const key = (serverKey ??= openServerKey())
    const serverNonce = this.#serverNonce
    switch (request._) {
      case 'mt_req_pq_multi':
        return {
          reply: {
            _: 'mt_resPQ',
            nonce: request.nonce,
            serverNonce,
            pq: toBytes(P * Q, 8),
            serverPublicKeyFingerprints: [key.fingerprint],
          },
        }
      case 'mt_req_DH_params': {
        const inner = TlBinaryReader.deserializeObject<mtp.RawMt_p_q_inner_data_dc>(
          readers,
          this.#unpad(
            privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, request.encryptedData),
          ),
        )
        if (fromBytes(inner.p) !== P || fromBytes(inner.q) !== Q) throw new Error('p and q are wrong')
        this.#newNonce = inner.newNonce
        const encryptedAnswer = this.#seal({
          _: 'mt_server_DH_inner_data',
          nonce: request.nonce,
          serverNonce,
          g: Number(generator),
          dhPrime: toBytes(prime, 256),
          gA: toBytes(power(generator, this.#secret, prime), 256),
          serverTime: Math.floor(systemClock.now().getTime() / 1000),
        })
        return { reply: { _: 'mt_server_DH_params_ok', nonce: request.nonce, serverNonce, encryptedAnswer } }
      }
      case 'mt_set_client_DH_params': {
        const plain = this.#cipher().decrypt(request.encryptedData)
        const { gB } = new TlBinaryReader(readers, plain, 20).object() as mtp.RawMt_client_DH_inner_data
        const authKey = toBytes(power(fromBytes(gB), this.#secret, prime), 256)
        const proof = Buffer.concat([this.#newNonce, Buffer.of(1), crypto.sha1(authKey).subarray(0, 8)])
        const newNonceHash1 = crypto.sha1(proof).subarray(4, 20)
        return { reply: { _: 'mt_dh_gen_ok', nonce: request.nonce, serverNonce, newNonceHash1 }, authKey }
      }
      default:
        throw new Error(`${request._} is no part of the handshake`)
    }
  }

  #cipher() {
    return crypto.createAesIge(...generateKeyAndIvFromNonce(crypto, this.#serverNonce, this.#newNonce))
  }

  #seal(inner: mtp.TlObject): Uint8Array {
    const body = TlBinaryWriter.serializeObject(writers, inner)
    const length = Math.ceil((20 + body.length) / 16) * 16
    const plain = Buffer.concat([crypto.sha1(body), body, crypto.randomBytes(length - 20 - body.length)])
    return this.#cipher().encrypt(plain)
  }

  /** RSA_PAD: the first half is the key of the second, hidden by its hash. */
  #unpad(padded: Uint8Array): Uint8Array {
    const sealed = padded.subarray(32)
    const hash = crypto.sha256(sealed)
    const key = padded.subarray(0, 32).map((byte, n) => byte ^ (hash[n] as number))
    const plain = crypto.createAesIge(key, new Uint8Array(32)).decrypt(sealed)
    const data = plain.slice(0, 192).reverse()
    if (!Buffer.from(crypto.sha256(Buffer.concat([key, data]))).equals(plain.subarray(192)))
      throw new Error('the padding is wrong')
    return data
  }
}

/** The password of an account as the server knows it: it never sees it, and can tell whether another knows it (SRP). */
export async function passwordCheck(hash: (salt1: Uint8Array, salt2: Uint8Array) => Promise<Uint8Array>) {
  const [salt1, salt2] = [crypto.randomBytes(40), crypto.randomBytes(16)]
  const [p, g] = [toBytes(prime, 256), toBytes(generator, 256)]
  const verifier = power(generator, fromBytes(await hash(salt1, salt2)), prime)
  const secret = makeSecret()
  const factor = fromBytes(crypto.sha256(Buffer.concat([p, g])))
  const srpB = toBytes((factor * verifier + power(generator, secret, prime)) % prime, 256)
  const algorithm = {
    _: 'passwordKdfAlgoSHA256SHA256PBKDF2HMACSHA512iter100000SHA256ModPow',
    salt1,
    salt2,
    g: Number(generator),
    p,
  } as const
  const password: tl.account.RawPassword = {
    _: 'account.password',
    hasPassword: true,
    hint: 'река',
    currentAlgo: algorithm,
    srpB,
    srpId: Long.ONE,
    newAlgo: algorithm,
    newSecureAlgo: { _: 'securePasswordKdfAlgoUnknown' },
    secureRandom: crypto.randomBytes(16),
  }
  return {
    password,
    isRight(given: tl.TypeInputCheckPasswordSRP): boolean {
      if (given._ !== 'inputCheckPasswordSRP') return false
      const u = fromBytes(crypto.sha256(Buffer.concat([given.A, srpB])))
      const shared = power(fromBytes(given.A) * power(verifier, u, prime), secret, prime)
      const hashes = Buffer.from(crypto.sha256(p)).map((byte, n) => byte ^ (crypto.sha256(g)[n] as number))
      const proof = [
        hashes,
        crypto.sha256(salt1),
        crypto.sha256(salt2),
        given.A,
        srpB,
        crypto.sha256(toBytes(shared, 256)),
      ]
      return Buffer.from(crypto.sha256(Buffer.concat(proof))).equals(given.M1)
    },
  }
}
