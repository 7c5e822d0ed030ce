/** VK ID as its contract sheet has it: PKCE, device_id, state, and errors that come with HTTP 200. */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import { MINUTE, type Clock } from '../../../kit/clock.ts'
import { consentPage, openSimulatorServer, type Answered, type SimulatorServer } from './network.simulator.ts'

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

export interface VkIdSimulator extends SimulatorServer {
  config: NonNullable<Config['vkId']>
  /** Addresses that browsers may be sent back to. */
  redirectUris: Set<string>
  /** Who sits before the browser. */
  person: VkPerson
  /** Some integrations get everything in one parameter. */
  inPayload: boolean
  /** Errors come with this HTTP status. */
  errorStatus: number
  /** Put into what the exchange answers. */
  spoiled: Record<string, unknown>
  /** How often a code was exchanged, successfully or not. */
  exchanges: number
}

const CODE_SECONDS = 600
const granted = (scope: string, right: string): boolean => scope.split(' ').includes(right)

export async function openVkIdSimulator(clock: Clock, { app = '51000001', secret = '' } = {}): Promise<VkIdSimulator> {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, { person: VkPerson; scope: string }>()
  const random = (): string => randomBytes(24).toString('base64url')
  const failed = (error: string, error_description: string, state = ''): Answered => ({
    status: simulator.errorStatus,
    body: { error, error_description, state },
  })

  /** Null when all is well; VK shows a page of its own and sends no one back when it is not. */
  function mistakeIn({
    response_type,
    client_id,
    redirect_uri = '',
    state = '',
    code_challenge = '',
    code_challenge_method = '',
  }: Record<string, string>): string | null {
    if (client_id !== app) return 'client_id is incorrect'
    if (!simulator.redirectUris.has(redirect_uri)) return 'redirect_uri is missing or invalid'
    if (response_type !== 'code') return 'response_type is incorrect'
    if (state.length < 32) return 'state is too short'
    if (!/^s256$/i.test(code_challenge_method) || !/^[\w-]{43}$/.test(code_challenge))
      return 'code_challenge is incorrect'
    return null
  }

  const server = await openSimulatorServer({
    'GET /authorize'({ fields }) {
      const mistake = mistakeIn(fields)
      if (mistake) return { status: 400, body: `Ошибка: ${mistake}` }
      const { first_name, last_name } = simulator.person
      return {
        body: consentPage({ title: 'Вход с VK ID', who: `${first_name} ${last_name}`, action: '/authorize', fields }),
      }
    },

    'POST /authorize'({ fields: { decision, ...fields } }) {
      const mistake = mistakeIn(fields)
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
      codes.set(code, { fields, person: { ...simulator.person }, deviceId, until: clock.now().getTime() + 10 * MINUTE })
      const brought = { code, state, device_id: deviceId, type: 'code_v2', expires_in: CODE_SECONDS, ext_id: random() }
      back.search = simulator.inPayload
        ? String(new URLSearchParams({ payload: JSON.stringify(brought) }))
        : String(new URLSearchParams({ ...brought, expires_in: String(CODE_SECONDS) }))
      return { status: 302, headers: { location: back.href } }
    },

    'POST /oauth2/auth'({ fields }) {
      simulator.exchanges += 1
      const {
        grant_type,
        code = '',
        code_verifier = '',
        redirect_uri,
        client_id,
        client_secret = '',
        device_id,
        state,
      } = fields
      const grant = codes.get(code)
      // Good once, whatever comes of it.
      codes.delete(code)
      if (grant_type !== 'authorization_code')
        return failed('invalid_request', 'grant_type is missing or invalid', state)
      if (client_id !== app || client_secret !== secret)
        return failed('invalid_client', 'client_id or client_secret is incorrect', state)
      if (!grant || grant.until <= clock.now().getTime())
        return failed('invalid_grant', 'code is invalid or expired', state)
      if (redirect_uri !== grant.fields.redirect_uri) return failed('invalid_grant', 'redirect_uri is incorrect', state)
      if (device_id !== grant.deviceId) return failed('invalid_request', 'device_id is missing or invalid', state)
      if (!/^[\w-]{43,128}$/.test(code_verifier))
        return failed('invalid_request', 'code_verifier is missing or invalid', state)
      const challenge = createHash('sha256').update(code_verifier).digest('base64url')
      if (challenge !== grant.fields.code_challenge) return failed('invalid_grant', 'code_verifier does not fit', state)
      const scope = grant.fields.scope ?? ''
      const accessToken = `vk2.a.${random()}`
      tokens.set(accessToken, { person: grant.person, scope })
      const answer = {
        access_token: accessToken,
        refresh_token: `vk2.a.${random()}`,
        id_token: random(),
        token_type: 'Bearer',
        expires_in: 3600,
        user_id: grant.person.user_id,
        state,
        scope,
      }
      return { body: { ...answer, ...simulator.spoiled } }
    },

    'POST /oauth2/user_info'({
      headers,
      fields: { client_id, access_token = headers.authorization?.replace(/^Bearer /, '') ?? '' },
    }) {
      const known = tokens.get(access_token)
      if (client_id !== app || !known) return failed('invalid_token', 'access_token is invalid or expired')
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
    },
  })

  const simulator: VkIdSimulator = {
    ...server,
    config: { url: server.url, app, secret },
    redirectUris: new Set(),
    person: {
      user_id: 1234567890,
      first_name: 'Мария',
      last_name: 'Иванова',
      email: 'maria@example.ru',
      phone: '79001234567',
    },
    inPayload: false,
    errorStatus: 200,
    spoiled: {},
    exchanges: 0,
  }
  return simulator
}
