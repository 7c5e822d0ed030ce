import { Long, type tl } from '@mtcute/core'
import { computePasswordHash } from '@mtcute/core/utils.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../../../config/config.ts'
import { logInToTelegram, type LoginQuestions } from './log-in-to-telegram.ts'
import { knowServer, passwordCheck } from './mtproto-handshake.simulator.ts'
import { startWireSimulator, type Answer, type WireSimulator } from './mtproto-wire.simulator.ts'
import { NodeCrypto } from './node-crypto.ts'

const keys = { apiId: 17, apiHash: '0123456789abcdef0123456789abcdef' }
const crypto = new NodeCrypto()
let wire: WireSimulator
let check: Awaited<ReturnType<typeof openCheck>> | null
let asked: tl.RpcMethod[]

const openCheck = (password: string) =>
  passwordCheck((salt1, salt2) => computePasswordHash(crypto, Buffer.from(password), salt1, salt2))
const refusal = (errorCode: number, errorMessage: string) => ({ _: 'mt_rpc_error', errorCode, errorMessage }) as const
const welcome = {
  _: 'auth.authorization',
  user: { _: 'user', id: 42, accessHash: Long.ONE, firstName: 'Эхолот', self: true },
} as const

const answer: Answer = (request) => {
  asked.push(request)
  switch (request._) {
    case 'auth.sendCode':
      if (request.phoneNumber === '+70000000000') return refusal(400, 'PHONE_NUMBER_INVALID')
      return { _: 'auth.sentCode', type: { _: 'auth.sentCodeTypeApp', length: 5 }, phoneCodeHash: 'hash' }
    case 'auth.signIn':
      if (request.phoneCode !== '12345' || request.phoneCodeHash !== 'hash') return refusal(400, 'PHONE_CODE_INVALID')
      return check ? refusal(401, 'SESSION_PASSWORD_NEEDED') : welcome
    case 'account.getPassword':
      return check?.password ?? refusal(400, 'PASSWORD_EMPTY')
    case 'auth.checkPassword':
      return check?.isRight(request.password) ? welcome : refusal(400, 'PASSWORD_HASH_INVALID')
    default:
      return refusal(400, 'METHOD_INVALID')
  }
}

beforeEach(async () => {
  knowServer()
  asked = []
  check = null
  wire = await startWireSimulator(crypto.randomBytes(256), answer)
})
afterEach(() => wire.close())

function operator(phone: string, codes: string[], passwords: string[] = []): LoginQuestions & { shown: string[] } {
  const shown: string[] = []
  return {
    shown,
    phone: async () => phone,
    code: async () => codes.shift() ?? '',
    password: async (hint) => {
      shown.push(hint)
      return passwords.shift() ?? ''
    },
    wrong: (what) => void shown.push(`wrong ${what}`),
  }
}

const enter = (questions: LoginQuestions): Promise<string> => {
  const dc = { id: 2, ipAddress: '127.0.0.1', port: wire.port }
  return logInToTelegram(keys, questions, { main: dc, media: dc })
}

it('an operator gets a session, which the settings take', async () => {
  const session = await enter(operator('+7 (999) 000-00-00', ['1-2 345']))
  expect(asked[0]).toMatchObject({ phoneNumber: '+79990000000', apiId: 17, apiHash: keys.apiHash })
  const { account } = readConfig({
    DATABASE_URL: 'postgres://a@b/c',
    TELEGRAM_API_ID: String(keys.apiId),
    TELEGRAM_API_HASH: keys.apiHash,
    TELEGRAM_SESSION: session,
  }).networks.telegram
  expect(account).toEqual({ ...keys, session })
  await expect.poll(() => wire.connections.size).toBe(0)
})

it('a wrong code and a wrong password are asked for again', async () => {
  check = await openCheck('мост над рекой')
  const questions = operator('+79990000000', ['1', '12345'], ['мост', 'мост над рекой'])
  expect(await enter(questions)).toMatch(/^Aw/)
  expect(questions.shown).toEqual(['wrong code', 'река', 'wrong password', 'река'])
})

it('is refused in the words of Telegram, and after three tries', async () => {
  await expect(enter(operator('+70000000000', []))).rejects.toThrow('PHONE_NUMBER_INVALID')
  await expect(enter(operator('+79990000000', ['1', '2', '3', '12345']))).rejects.toThrow('PHONE_CODE_INVALID')
})
