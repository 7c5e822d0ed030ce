/** VK ID as its contract sheet has it: PKCE, device_id, state, and errors that come with HTTP 200. */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import { MINUTE, type Clock } from '../../../kit/clock.ts'
import {
  consentPage,
  openSimulatorServer,
  type Answered,
  type Asked,
  type SimulatorServer,
} from './network.simulator.ts'

export interface VkPerson {
  user_id: number
  first_name: string
  last_name: string
  email?: string
  phone?: string
}

interface Grant {
  fields: Record<string, string>
  person: VkPerson
  deviceId: string
  until: number
}

const CODE_SECONDS = 600
const granted = (scope: string, right: string): boolean => scope.split(' ').includes(right)

const random = (): string => randomBytes(24).toString('base64url')

export type VkIdSimulator = SimulatedVkId & SimulatorServer & { config: NonNullable<Config['vkId']> }

export async function openVkIdSimulator(clock: Clock, { app = '51000001', secret = '' } = {}): Promise<VkIdSimulator> {
  const vk = new SimulatedVkId(clock, { app, secret })
  const server = await openSimulatorServer({
    'GET /authorize': ({ fields }) => vk.askConsent(fields),
    'POST /authorize': ({ fields: { decision, ...fields } }) => vk.takeDecision(decision, fields),
    'POST /oauth2/auth': ({ fields }) => vk.exchange(fields),
    'POST /oauth2/user_info': (asked) => vk.answerUser(asked),
  })
  return Object.assign(vk, server, { config: { url: server.url, app, secret } })
}

class SimulatedVkId {
  /** Addresses that browsers may be sent back to. */
  readonly redirectUris = new Set<string>()
  /** Who sits before the browser. */
  person: VkPerson = {
    user_id: 1234567890,
    first_name: 'Мария',
    last_name: 'Иванова',
    email: 'maria@example.ru',
    phone: '79001234567',
  }
  /** Some integrations get everything in one parameter. */
  inPayload = false
  /** Errors come with this HTTP status. */
  errorStatus = 200
  /** Put into what the exchange answers. */
  spoiled: Record<string, unknown> = {}
  /** How often a code was exchanged, successfully or not. */
  exchanges = 0

  readonly #clock: Clock
  readonly #client: { app: string; secret: string }
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, { person: VkPerson; scope: string }>()

  constructor(clock: Clock, client: { app: string; secret: string }) {
    this.#clock = clock
    this.#client = client
  }

  askConsent(fields: Record<string, string>): Answered {
    const mistake = this.#mistakeIn(fields)
    if (mistake) return { status: 400, body: `Ошибка: ${mistake}` }
    const { first_name, last_name } = this.person
    return {
      body: consentPage({ title: 'Вход с VK ID', who: `${first_name} ${last_name}`, action: '/authorize', fields }),
    }
  }

  takeDecision(decision: string | undefined, fields: Record<string, string>): Answered {
    const mistake = this.#mistakeIn(fields)
    if (mistake) return { status: 400, body: `Ошибка: ${mistake}` }
    const { state = '', redirect_uri = '' } = fields
    const back = new URL(redirect_uri)
    if (decision !== 'allow') {
      back.search = String(
        new URLSearchParams({ error: 'access_denied', error_description: 'User denied access', state }),
      )
      return { status: 302, headers: { location: back.href } }
    }
    const [code, deviceId] = [`vk2.a.${random()}`, random()]
    this.#codes.set(code, {
      fields,
      person: { ...this.person },
      deviceId,
      until: this.#clock.now().getTime() + 10 * MINUTE,
    })
    const brought = { code, state, device_id: deviceId, type: 'code_v2', expires_in: CODE_SECONDS, ext_id: random() }
    back.search = this.inPayload
      ? String(new URLSearchParams({ payload: JSON.stringify(brought) }))
      : String(new URLSearchParams({ ...brought, expires_in: String(CODE_SECONDS) }))
    return { status: 302, headers: { location: back.href } }
  }

  exchange(fields: Record<string, string>): Answered {
    this.exchanges += 1
    const { code = '', code_verifier = '', state } = fields
    const grant = this.#codes.get(code)
    // Good once, whatever comes of it.
    this.#codes.delete(code)
    if (fields.grant_type !== 'authorization_code')
      return this.#failed('invalid_request', 'grant_type is missing or invalid', state)
    if (fields.client_id !== this.#client.app || (fields.client_secret ?? '') !== this.#client.secret)
      return this.#failed('invalid_client', 'client_id or client_secret is incorrect', state)
    if (!grant || grant.until <= this.#clock.now().getTime())
      return this.#failed('invalid_grant', 'code is invalid or expired', state)
    if (fields.redirect_uri !== grant.fields.redirect_uri)
      return this.#failed('invalid_grant', 'redirect_uri is incorrect', state)
    if (fields.device_id !== grant.deviceId)
      return this.#failed('invalid_request', 'device_id is missing or invalid', state)
    if (!/^[\w-]{43,128}$/.test(code_verifier))
      return this.#failed('invalid_request', 'code_verifier is missing or invalid', state)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    if (challenge !== grant.fields.code_challenge)
      return this.#failed('invalid_grant', 'code_verifier does not fit', state)
    return this.#grantToken(grant, state)
  }

  #grantToken({ person, fields: { scope = '' } }: Grant, state: string | undefined): Answered {
    const accessToken = `vk2.a.${random()}`
    this.#tokens.set(accessToken, { person, scope })
    const answer = {
      access_token: accessToken,
      refresh_token: `vk2.a.${random()}`,
      id_token: random(),
      token_type: 'Bearer',
      expires_in: 3600,
      user_id: person.user_id,
      state,
      scope,
    }
    return { body: { ...answer, ...this.spoiled } }
  }

  answerUser({
    headers,
    fields: { client_id, access_token = headers.authorization?.replace(/^Bearer /, '') ?? '' },
  }: Asked): Answered {
    const known = this.#tokens.get(access_token)
    if (client_id !== this.#client.app || !known)
      return this.#failed('invalid_token', 'access_token is invalid or expired')
    const {
      person: { user_id, first_name, last_name, email = '', phone = '' },
      scope,
    } = known
    const mail = granted(scope, 'email') && email !== '' ? { email } : {}
    const telephone = granted(scope, 'phone') && phone !== '' ? { phone } : {}
    const user = {
      user_id: String(user_id),
      first_name,
      last_name,
      avatar: '',
      ...telephone,
      ...mail,
      sex: 1,
      verified: false,
      birthday: '',
    }
    return { body: { user } }
  }

  /** Null when all is well; VK shows a page of its own and sends no one back when it is not. */
  #mistakeIn({
    response_type,
    client_id,
    redirect_uri = '',
    state = '',
    code_challenge = '',
    code_challenge_method = '',
  }: Record<string, string>): string | null {
    if (client_id !== this.#client.app) return 'client_id is incorrect'
    if (!this.redirectUris.has(redirect_uri)) return 'redirect_uri is missing or invalid'
    if (response_type !== 'code') return 'response_type is incorrect'
    if (state.length < 32) return 'state is too short'
    if (!/^s256$/i.test(code_challenge_method) || !/^[\w-]{43}$/.test(code_challenge))
      return 'code_challenge is incorrect'
    return null
  }

  #failed(error: string, error_description: string, state = ''): Answered {
    return { status: this.errorStatus, body: { error, error_description, state } }
  }
}
