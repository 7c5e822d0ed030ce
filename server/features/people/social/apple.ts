/** Sign in with Apple. What its answers look like, only this file knows. */
import { createRemoteJWKSet, errors, importPKCS8, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Config } from '../../../config/config.ts'
import { DAY, MINUTE, SECOND, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import {
  emailOf,
  SocialNetworkError,
  parseObject,
  sendForm,
  textOf,
  type Begun,
  type FromNetwork,
  type SocialIdentity,
  type SignInNetwork,
} from './sign-in-network.ts'

type AppleConfig = NonNullable<Config['apple']>

/** Apple's name for itself in what it signs and in what is signed for it: not an address to be asked. */
export const APPLE = 'https://appleid.apple.com'

export interface AppleNotice {
  type: string
  externalId: string
}

export interface Apple extends SignInNetwork {
  /** What Apple reports by itself; throws SocialNetworkError when it was not Apple. */
  readNotice(clock: Clock, payload: string): Promise<AppleNotice>
  /** Takes back the consent, which the App Store asks for when an account is deleted. */
  revoke(clock: Clock, token: string): Promise<void>
}

const isTrue = (flag: unknown): boolean => flag === true || flag === 'true'

export const openApple = (config: AppleConfig): Apple => new SignInWithApple(config)

class SignInWithApple implements Apple {
  readonly #config: AppleConfig
  /** Fetched when needed, and again for a key that is not known yet. */
  readonly #keys: ReturnType<typeof createRemoteJWKSet>

  constructor(config: AppleConfig) {
    this.#config = config
    this.#keys = createRemoteJWKSet(new URL('/auth/keys', config.url), { timeoutDuration: 5 * SECOND })
  }

  authorizeAddress({ state, nonce, redirectUri }: Begun): string {
    const address = new URL('/auth/authorize', this.#config.url)
    const fields = {
      response_type: 'code id_token',
      // With a name and an e-mail, Apple sends nothing else than a form.
      response_mode: 'form_post',
      client_id: this.#config.servicesId,
      redirect_uri: redirectUri,
      scope: 'name email',
      state,
      nonce,
    }
    // Apple's own examples write a space as %20, and no one says that a plus is read as one.
    address.search = String(new URLSearchParams(fields)).replaceAll('+', '%20')
    return address.href
  }

  async identify(
    clock: Clock,
    { error, code = '', id_token = '', user }: FromNetwork,
    { nonce, redirectUri }: Begun,
  ): Promise<SocialIdentity> {
    if (error === 'user_cancelled_authorize') throw new AppError('NETWORK_SIGN_IN_CANCELLED')
    if (error !== undefined) throw new SocialNetworkError(`Apple sends back ${error}`)
    const brought = await this.#readIdToken(clock, id_token, nonce)
    const { status, answer } = await sendForm(`${this.#config.url}/auth/token`, {
      client_id: this.#config.servicesId,
      client_secret: await this.#clientSecret(clock),
      code,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
    })
    if (status !== 200)
      throw new SocialNetworkError(`Apple answers the exchange with ${status} ${textOf(answer.error)}`)
    const fetched = await this.#readIdToken(clock, textOf(answer.id_token), nonce)
    if (fetched.sub !== brought.sub) throw new SocialNetworkError('Apple speaks of two people')
    const named = (parseObject(user).name ?? {}) as Record<string, unknown>
    return {
      externalId: fetched.sub,
      // The first time only, and not signed: good for a greeting, not for who it is.
      name: `${textOf(named.firstName)} ${textOf(named.lastName)}`,
      email: emailOf(fetched.email),
      emailVerified: isTrue(fetched.email_verified),
      token: textOf(answer.refresh_token) || null,
    }
  }

  async readNotice(clock: Clock, payload: string): Promise<AppleNotice> {
    const { events } = await this.#readSigned(clock, payload)
    const event = typeof events === 'string' ? parseObject(events) : ((events ?? {}) as Record<string, unknown>)
    return { type: textOf(event.type), externalId: textOf(event.sub) }
  }

  async revoke(clock: Clock, token: string): Promise<void> {
    const { status, answer } = await sendForm(`${this.#config.url}/auth/revoke`, {
      client_id: this.#config.servicesId,
      client_secret: await this.#clientSecret(clock),
      token,
      token_type_hint: 'refresh_token',
    })
    if (status !== 200)
      throw new SocialNetworkError(`Apple answers the revocation with ${status} ${textOf(answer.error)}`)
  }

  /** What Apple signed for us, and is not out of date. */
  async #readSigned(clock: Clock, token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        algorithms: ['RS256'],
        issuer: APPLE,
        audience: this.#config.servicesId,
        currentDate: clock.now(),
        clockTolerance: MINUTE / SECOND,
        maxTokenAge: DAY / SECOND,
      })
      return payload
    } catch (error) {
      const passing = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout
      throw new SocialNetworkError(`what Apple signed does not hold: ${String(error)}`, { passing })
    }
  }

  async #readIdToken(clock: Clock, token: string, nonce: string): Promise<JWTPayload & { sub: string }> {
    const { sub = '', ...payload } = await this.#readSigned(clock, token)
    if (payload.exp === undefined) throw new SocialNetworkError('what Apple signed never ends')
    if (payload.nonce !== nonce) throw new SocialNetworkError('what Apple signed was made for somebody else')
    if (!/^[\w.-]{1,200}$/.test(sub)) throw new SocialNetworkError('Apple does not tell who it is')
    return { ...payload, sub }
  }

  async #clientSecret(clock: Clock): Promise<string> {
    const { teamId, keyId, servicesId, privateKey } = this.#config
    const now = clock.now()
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + 5 * MINUTE))
      .setAudience(APPLE)
      .setSubject(servicesId)
      .sign(await importPKCS8(privateKey, 'ES256'))
  }
}
