/** How an operator comes to a session: phone, code, and the password of the second step. */
import type { tl } from '@mtcute/core'
import type { BaseTelegramClient } from '@mtcute/core/client.js'
import { backOff } from '../../shared/back-off.ts'
import { NetworkError } from '../../shared/network-error.ts'
import { openClient, type AccountKeys } from './mtproto-account.ts'
import { openTcpTransport } from './tcp-transport.ts'
import { refusalText, errorOfMtproto } from './error-of-mtproto.ts'

export interface LoginQuestions {
  phone(): Promise<string>
  code(): Promise<string>
  /** @param hint as its owner wrote it, or empty */
  password(hint: string): Promise<string>
  /** What was given is wrong, and asked for again. */
  wrong(what: 'code' | 'password'): void
}

/** Milliseconds. */
const ANSWERS_WITHIN = 60_000
const MOST_TRIES = 3

/**
 * @param dcs where to, if not to Telegram
 * @returns the session: it is as good as the account itself
 * @throws NetworkError
 */
export async function logInToTelegram(
  keys: AccountKeys,
  questions: LoginQuestions,
  dcs?: NonNullable<Parameters<typeof openClient>[2]['defaultDcs']>,
): Promise<string> {
  const transport = openTcpTransport(() => {})
  const pauses = backOff()
  const client = openClient(keys, transport, {
    nextPause: () => pauses.next(),
    updates: false,
    ...(dcs ? { defaultDcs: dcs } : {}),
  })
  try {
    await new Login(client, keys, questions).run()
    return await client.exportSession()
  } finally {
    transport.close()
    await client.destroy()
  }
}

class Login {
  readonly #client: BaseTelegramClient
  readonly #keys: AccountKeys
  readonly #questions: LoginQuestions

  constructor(client: BaseTelegramClient, keys: AccountKeys, questions: LoginQuestions) {
    this.#client = client
    this.#keys = keys
    this.#questions = questions
  }

  async run(): Promise<void> {
    const phoneNumber = (await this.#questions.phone()).replaceAll(/[^\d+]/g, '')
    const sent = await this.#call({ _: 'auth.sendCode', phoneNumber, ...this.#keys, settings: { _: 'codeSettings' } })
    if (sent._ !== 'auth.sentCode') throw new NetworkError('bad-request', `mtproto auth.sendCode: ${sent._}`)
    const authorization = await this.#signIn(phoneNumber, sent.phoneCodeHash)
    if (authorization._ !== 'auth.authorization')
      throw new NetworkError('not-found', 'mtproto auth.signIn: there is no account with this phone')
    await this.#client.notifyLoggedIn(authorization)
  }

  async #signIn(phoneNumber: string, phoneCodeHash: string): Promise<tl.auth.TypeAuthorization> {
    try {
      return await this.#retry('code', 'PHONE_CODE_INVALID', async () => {
        const phoneCode = (await this.#questions.code()).replaceAll(/\D/g, '')
        return this.#call({ _: 'auth.signIn', phoneNumber, phoneCodeHash, phoneCode })
      })
    } catch (error) {
      if (refusalText(error) !== 'SESSION_PASSWORD_NEEDED') throw error
      return this.#retry('password', 'PASSWORD_HASH_INVALID', async () => {
        const asked = await this.#call({ _: 'account.getPassword' })
        const password = await this.#client.computeSrpParams(asked, await this.#questions.password(asked.hint ?? ''))
        return this.#call({ _: 'auth.checkPassword', password })
      })
    }
  }

  async #retry<Result>(what: 'code' | 'password', wrong: string, step: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await step()
      } catch (error) {
        if (refusalText(error) !== wrong || tries >= MOST_TRIES) throw error
        this.#questions.wrong(what)
      }
    }
  }

  async #call<Request extends tl.RpcMethod>(request: Request): Promise<tl.RpcCallReturn[Request['_']]> {
    try {
      return (await this.#client.call<tl.RpcMethod>(request, {
        abortSignal: AbortSignal.timeout(ANSWERS_WITHIN),
      })) as tl.RpcCallReturn[Request['_']]
    } catch (error) {
      throw errorOfMtproto(request._, error)
    }
  }
}
