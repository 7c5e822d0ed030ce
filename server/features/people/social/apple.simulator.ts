/** Sign in with Apple as its contract sheet has it: RSA keys, a checked client_secret, and a form that comes from another site. */
import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createLocalJWKSet, exportJWK, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Config } from '../../../config/config.ts'
import { DAY, MINUTE, SECOND, type Clock } from '../../../kit/clock.ts'
import { APPLE } from './apple.ts'
import {
  consentPage,
  openSimulatorServer,
  selfSendingPage,
  type Answered,
  type SimulatorServer,
} from './network.simulator.ts'

export interface ApplePerson {
  sub: string
  firstName: string
  lastName: string
  email?: string
  /** Apple writes these as booleans or as texts. */
  email_verified?: boolean | 'true' | 'false'
  is_private_email?: boolean | 'true' | 'false'
}

interface Grant {
  person: ApplePerson
  nonce: string | undefined
  redirectUri: string
  until: number
}

/** Longer than half a year no client_secret may live. */
const LONGEST_SECRET = 15_777_000
const CODE_LIFE = 5 * MINUTE

const [servicesId, teamId, keyId] = ['ru.example.echolot.web', 'TEAMID1234', 'KEYID12345']

interface SigningKey {
  kid: string
  private: KeyObject
  public: KeyObject
}

function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: randomBytes(5).toString('base64url'), private: privateKey, public: publicKey }
}

const failed = (error: string): Answered => ({ status: 400, body: { error } })

export type AppleSimulator = SimulatedApple & SimulatorServer & { config: NonNullable<Config['apple']> }

export async function openAppleSimulator(clock: Clock): Promise<AppleSimulator> {
  const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const apple = new SimulatedApple(clock, client.publicKey)
  const server = await openSimulatorServer({
    'GET /auth/keys': () => apple.whenUp(() => apple.showKeys()),
    'GET /auth/authorize': ({ fields }) => apple.askConsent(fields),
    'POST /auth/authorize': ({ fields: { decision, ...fields } }) => apple.takeDecision(decision, fields),
    'POST /auth/token': ({ fields }) => apple.whenUp(() => apple.exchange(fields)),
    'POST /auth/revoke': ({ fields }) => apple.whenUp(() => apple.revoke(fields)),
  })
  const privateKey = client.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return Object.assign(apple, server, { config: { url: server.url, servicesId, teamId, keyId, privateKey } })
}

class SimulatedApple {
  /** Addresses that browsers may be sent back to. Apple itself takes neither this machine nor plain HTTP. */
  readonly redirectUris = new Set<string>()
  /** Who sits before the browser. */
  person: ApplePerson = {
    sub: '000123.abcdef0123456789abcdef0123456789.0456',
    firstName: 'Мария',
    lastName: 'Иванова',
    email: 'maria@example.ru',
    email_verified: 'true',
    is_private_email: 'false',
  }
  /** Put into every id_token: into the one in the form, and into the one that is fetched. */
  spoiled: { brought: JWTPayload; fetched: JWTPayload } = { brought: {}, fetched: {} }
  /** How often the keys were asked for. */
  keysAsked = 0
  /** Refresh tokens that are good. */
  readonly refreshTokens = new Set<string>()
  /** Apple cannot be reached: everything answers 503. */
  down = false

  readonly #clock: Clock
  readonly #clientKey: KeyObject
  #key = newSigningKey()
  readonly #stranger = newSigningKey()
  readonly #codes = new Map<string, Grant>()
  /** Who has been here before: their name is not reported again. */
  readonly #known = new Set<string>()

  /** @param clientKey what the service's client_secret is checked with */
  constructor(clock: Clock, clientKey: KeyObject) {
    this.#clock = clock
    this.#clientKey = clientKey
  }

  /** Signs as Apple does; `by` a stranger: with a key that only calls itself Apple's. */
  sign(claims: JWTPayload, by: 'apple' | 'stranger' = 'apple'): Promise<string> {
    const now = Math.floor(this.#now() / SECOND)
    return new SignJWT({ iss: APPLE, aud: servicesId, iat: now, exp: now + DAY / SECOND, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.#key.kid })
      .sign(by === 'apple' ? this.#key.private : this.#stranger.private)
  }

  /** A notice as Apple would send it. */
  notice(type: string, sub: string): Promise<string> {
    const event_time = this.#now()
    return this.sign({ jti: randomBytes(8).toString('hex'), events: JSON.stringify({ type, sub, event_time }) })
  }

  /** From now on another key signs, and the old one is not shown any more. */
  changeKey(): void {
    this.#key = newSigningKey()
  }

  async whenUp(route: () => Promise<Answered>): Promise<Answered> {
    return this.down ? { status: 503, body: 'Service Unavailable' } : route()
  }

  async showKeys(): Promise<Answered> {
    this.keysAsked += 1
    const { public: key, kid } = this.#key
    return { body: { keys: [{ ...(await exportJWK(key)), kid, use: 'sig', alg: 'RS256' }] } }
  }

  askConsent(fields: Record<string, string>): Answered {
    const mistake = this.#mistakeIn(fields)
    if (mistake) return { status: 400, body: mistake }
    const { firstName, lastName, email = '' } = this.person
    return {
      body: consentPage({
        title: 'Вход с Apple',
        who: `${firstName} ${lastName} ${email}`,
        action: '/auth/authorize',
        fields,
      }),
    }
  }

  async takeDecision(decision: string | undefined, fields: Record<string, string>): Promise<Answered> {
    const mistake = this.#mistakeIn(fields)
    if (mistake) return { status: 400, body: mistake }
    const { redirect_uri = '', state = '', nonce } = fields
    if (decision !== 'allow')
      return { body: selfSendingPage(redirect_uri, { state, error: 'user_cancelled_authorize' }) }
    const person = { ...this.person }
    const code = `c${randomBytes(16).toString('hex')}.0.sxtt.${randomBytes(16).toString('base64url')}`
    this.#codes.set(code, { person, nonce, redirectUri: redirect_uri, until: this.#now() + CODE_LIFE })
    const c_hash = createHash('sha256').update(code).digest().subarray(0, 16).toString('base64url')
    const { sub, firstName, lastName, email } = person
    const user: Record<string, string> = this.#known.has(sub)
      ? {}
      : { user: JSON.stringify({ name: { firstName, lastName }, email }) }
    this.#known.add(sub)
    const id_token = await this.#idToken(person, nonce, { c_hash, ...this.spoiled.brought })
    return { body: selfSendingPage(redirect_uri, { state, code, id_token, ...user }) }
  }

  async exchange(fields: Record<string, string>): Promise<Answered> {
    const mistake = await this.#clientMistake(fields)
    if (mistake) return failed(mistake)
    const { grant_type, code = '', redirect_uri } = fields
    if (grant_type !== 'authorization_code') return failed('unsupported_grant_type')
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    if (!grant || grant.until <= this.#now() || grant.redirectUri !== redirect_uri) return failed('invalid_grant')
    const refreshToken = `r${randomBytes(16).toString('hex')}.0.sxtt.${randomBytes(16).toString('base64url')}`
    this.refreshTokens.add(refreshToken)
    const id_token = await this.#idToken(grant.person, grant.nonce, this.spoiled.fetched)
    return {
      body: {
        access_token: randomBytes(16).toString('hex'),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: refreshToken,
        id_token,
      },
    }
  }

  async revoke(fields: Record<string, string>): Promise<Answered> {
    const mistake = await this.#clientMistake(fields)
    if (mistake) return failed(mistake)
    if (!fields.token) return failed('invalid_request')
    this.refreshTokens.delete(fields.token)
    return {}
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  /** Apple shows a page of its own, and sends no one back, when the service is mistaken. */
  #mistakeIn({
    client_id,
    redirect_uri = '',
    response_type = '',
    response_mode,
    scope = '',
  }: Record<string, string>): string | null {
    if (client_id !== servicesId) return 'invalid_client'
    if (!this.redirectUris.has(redirect_uri)) return 'invalid_request: Invalid web redirect url.'
    if (response_type !== 'code' && response_type !== 'code id_token') return 'unsupported_response_type'
    if (scope.split(' ').some((part) => part !== '' && part !== 'name' && part !== 'email')) return 'invalid_scope'
    if (scope !== '' && response_mode !== 'form_post')
      return 'invalid_request: response_mode must be form_post when name or email scope is requested.'
    return null
  }

  async #clientMistake({ client_id, client_secret = '' }: Record<string, string>): Promise<string | null> {
    if (client_id !== servicesId) return 'invalid_client'
    try {
      const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(this.#clientKey)), kid: keyId, alg: 'ES256' }] })
      const { payload, protectedHeader } = await jwtVerify(client_secret, keys, {
        algorithms: ['ES256'],
        issuer: teamId,
        audience: APPLE,
        subject: servicesId,
        currentDate: this.#clock.now(),
        requiredClaims: ['iat', 'exp'],
      })
      const lives = (payload.exp ?? 0) - (payload.iat ?? 0)
      return protectedHeader.kid === keyId && lives > 0 && lives <= LONGEST_SECRET ? null : 'invalid_client'
    } catch {
      return 'invalid_client'
    }
  }

  #idToken(
    { sub, email, email_verified, is_private_email }: ApplePerson,
    nonce: string | undefined,
    more: JWTPayload,
  ): Promise<string> {
    return this.sign({
      sub,
      ...(nonce === undefined ? {} : { nonce, nonce_supported: true }),
      ...(email === undefined ? {} : { email, email_verified, is_private_email }),
      auth_time: Math.floor(this.#now() / SECOND),
      ...more,
    })
  }
}
