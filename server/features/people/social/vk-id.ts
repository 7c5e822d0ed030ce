/** VK ID: OAuth 2.1 with PKCE. What its answers look like, only this file knows. */
import { createHash } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import { AppError } from '../../../kit/app-error.ts'
import {
  emailOf,
  SocialNetworkError,
  parseObject,
  sendForm,
  textOf,
  type FromNetwork,
  type SignInNetwork,
} from './sign-in-network.ts'

type VkIdConfig = NonNullable<Config['vkId']>

// The phone would come too if it were asked for; nothing here needs it.
const SCOPE = 'vkid.personal_info email'

/** Some answers hold everything in one parameter, as JSON. */
export function readVkAnswer(answer: FromNetwork): FromNetwork {
  if (answer.payload === undefined) return answer
  const inside = parseObject(answer.payload)
  const read: FromNetwork = {}
  for (const name of ['state', 'code', 'device_id', 'error'] as const) {
    const text = textOf(inside[name])
    if (text !== '') read[name] = text
  }
  return { ...answer, ...read }
}

export function openVkId({ url, app, secret }: VkIdConfig): SignInNetwork {
  /** Errors come with any HTTP status: the key decides. */
  async function ask(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
    const { status, answer } = await sendForm(`${url}${path}`, fields)
    if (answer.error !== undefined || status !== 200)
      throw new SocialNetworkError(`VK ID ${path} answers ${status} ${textOf(answer.error)}`)
    return answer
  }

  return {
    authorizeAddress({ state, verifier, redirectUri }) {
      const address = new URL('/authorize', url)
      address.search = String(
        new URLSearchParams({
          response_type: 'code',
          client_id: app,
          redirect_uri: redirectUri,
          state,
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          scope: SCOPE,
        }),
      )
      return address.href
    },

    async identify(_clock, { error, code = '', device_id = '' }, { state, verifier, redirectUri }) {
      if (error === 'access_denied') throw new AppError('NETWORK_SIGN_IN_CANCELLED')
      if (error !== undefined) throw new SocialNetworkError(`VK ID sends back ${error}`)
      if (code === '' || device_id === '') throw new SocialNetworkError('VK ID sends back no code or no device')
      const token = await ask('/oauth2/auth', {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: app,
        device_id,
        state,
        ...(secret === '' ? {} : { client_secret: secret }),
      })
      if (token.state !== state) throw new SocialNetworkError('VK ID answers the exchange with another state')
      const { user } = await ask('/oauth2/user_info', { client_id: app, access_token: textOf(token.access_token) })
      const { user_id, first_name, last_name, email } = (user ?? {}) as Record<string, unknown>
      const externalId = textOf(user_id)
      if (!/^\d{1,20}$/.test(externalId) || externalId !== textOf(token.user_id))
        throw new SocialNetworkError('VK ID does not tell who it is')
      return {
        externalId,
        name: `${textOf(first_name)} ${textOf(last_name)}`,
        email: emailOf(email),
        // VK does not say whether anybody has shown that it is theirs: a code of ours will.
        emailVerified: false,
        token: null,
      }
    },
  }
}
