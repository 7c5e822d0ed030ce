import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { shownCode } from './show-code.samples.ts'
import { packed, solveCaptcha } from './solve-captcha.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let addresses = 0
/** Failures and letters are counted by address: every test comes from one of its own. */
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.9.${(addresses += 1)}` })
const at = (milliseconds: number): string => new Date(world.clock.now().getTime() + milliseconds).toISOString()
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function start(email: string, from = fromElsewhere()): Promise<string> {
  const answer = await world.ask('accounts', 'startCodeLogin', { email }, from)
  if (answer.status !== 'ok') throw new Error(`not started: ${answer.code}`)
  return answer.result.login
}
const confirm = (
  login: string,
  pin: string,
  from: { ip: string; token?: string } = fromElsewhere(),
  captcha?: string,
) => world.ask('accounts', 'confirmCodeLogin', { login, pin, ...(captcha === undefined ? {} : { captcha }) }, from)

describe('accounts.startCodeLogin and accounts.confirmCodeLogin', () => {
  it('send a code, and with it sign in whoever has no password, in any case of the letters', async () => {
    const oleg = await world.customer('oleg')
    await world.db
      .updateTable('users')
      .set({ passwordHash: null, emailApprove: false })
      .where('id', '=', oleg.userId)
      .execute()
    const login = await start('OLEG@example.ru')
    const { code, subject } = await world.letterTo('OLEG@example.ru')
    expect(code).toMatch(/^\d{6}$/)
    expect(subject).not.toContain(code)
    const answer = await confirm(login, code)
    // The letter has shown that the e-mail is theirs.
    expect(answer).toMatchObject({
      result: { flag: 1, user: { id: oleg.userId, hasPassword: false, emailApprove: true }, secondStep: null },
    })
    const { token = null } = answer
    expect(await world.ask('accounts', 'getMe', {}, { token })).toMatchObject({ result: { user: { id: oleg.userId } } })
    const { rows } = await world.database.pool.query(
      `select details->>'way' as way from audit_log where user_id = $1 and action = 'signed-in' order by id desc limit 1`,
      [oleg.userId],
    )
    expect(rows).toEqual([{ way: 'code' }])
    // A code opens once.
    expect(await confirm(login, code)).toMatchObject({ result: { flag: 3, user: null } })
  })

  it('answer alike when no one has the e-mail: only the letter shows it, and no code opens it', async () => {
    const vera = await world.customer('vera')
    const known = await world.ask('accounts', 'startCodeLogin', { email: vera.email }, fromElsewhere())
    const unknown = await world.ask('accounts', 'startCodeLogin', { email: 'nobody@example.ru' }, fromElsewhere())
    expect(known).toEqual({
      status: 'ok',
      result: { login: expect.any(String), target: vera.email, resendAt: at(30 * SECOND), expiresAt: at(10 * MINUTE) },
    })
    expect(unknown).toEqual({
      ...known,
      result: {
        ...(known.status === 'ok' ? known.result : {}),
        login: expect.any(String),
        target: 'nobody@example.ru',
      },
    })
    expect(await world.letterTo('nobody@example.ru')).toMatchObject({
      subject: 'У вас ещё нет аккаунта в Эхолоте',
      code: '',
    })
    const login = unknown.status === 'ok' ? unknown.result.login : ''
    const flags: unknown[] = []
    for (const pin of ['000000', '111111', '222222', '333333', '444444', '555555']) {
      const answer = await confirm(login, pin)
      flags.push(answer.status === 'ok' ? answer.result.flag : answer.code)
      expect(answer.token).toBeUndefined()
    }
    expect(flags).toEqual([2, 2, 2, 2, 3, 3])
  })

  it('ask for the second factor of whoever has one', async () => {
    const anna = await world.customer('anna')
    const { secret } = await anna.asks('accounts', 'startSecondFactor', { password: PASSWORD })
    await anna.asks('accounts', 'confirmSecondFactor', { code: shownCode(secret, world.clock.now()) })
    const answer = await confirm(await start(anna.email), (await world.letterTo(anna.email)).code)
    expect(answer).toMatchObject({ result: { flag: 1, user: null, secondStep: expect.any(String) } })
    expect(answer.token).toBeUndefined()
    world.clock.advance(MINUTE)
    const secondStep = answer.status === 'ok' ? (answer.result.secondStep ?? '') : ''
    const code = shownCode(secret, world.clock.now())
    expect(await world.ask('accounts', 'takeSecondStep', { secondStep, code }, fromElsewhere())).toMatchObject({
      result: { user: { id: anna.userId } },
    })
  })

  it('close a code after five wrong tries, and after ten minutes', async () => {
    const lev = await world.customer('lev')
    const login = await start(lev.email)
    const { code } = await world.letterTo(lev.email)
    for (const flag of [2, 2, 2, 2, 3])
      expect(await confirm(login, wrong(code))).toMatchObject({ result: { flag, user: null } })
    expect(await confirm(login, code)).toMatchObject({ result: { flag: 3, user: null } })
    world.clock.advance(HOUR + MINUTE)
    const late = await start(lev.email)
    const second = await world.letterTo(lev.email)
    world.clock.advance(10 * MINUTE)
    expect(await confirm(late, second.code)).toMatchObject({ result: { flag: 3, user: null } })
  })

  it('want a captcha after six wrong ones, together with wrong passwords, and so does the password', async () => {
    const maria = await world.customer('maria')
    const from = fromElsewhere()
    for (let tried = 0; tried < 3; tried += 1)
      await world.ask('accounts', 'login', { email: maria.email, password: 'не тот пароль' }, from)
    const login = await start(maria.email)
    const { code } = await world.letterTo(maria.email)
    for (let tried = 0; tried < 3; tried += 1)
      expect(await confirm(login, wrong(code), from)).toMatchObject({ result: { flag: 2 } })
    expect(codeOf(await confirm(login, code, from))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await world.ask('accounts', 'login', { email: maria.email, password: PASSWORD }, from))).toBe(
      'CAPTCHA_REQUIRED',
    )
    const solved = packed(await solveCaptcha(world, from))
    expect(await confirm(login, code, from, solved)).toMatchObject({ result: { flag: 1, user: { id: maria.userId } } })
    // Who came in begins again; only this address has not earned it.
    const again = { email: maria.email, password: PASSWORD }
    expect(codeOf(await world.ask('accounts', 'login', again, fromElsewhere()))).toBe('ok')
    expect(codeOf(await world.ask('accounts', 'login', again, from))).toBe('CAPTCHA_REQUIRED')
  })

  it('let no stranger close the code that its owner waits for', async () => {
    const dina = await world.customer('dina')
    const own = await start(dina.email)
    const { code } = await world.letterTo(dina.email)
    const strange = await start(dina.email)
    const other = await world.letterTo(dina.email)
    for (const flag of [2, 2, 2, 2, 3])
      expect(await confirm(strange, wrong(other.code))).toMatchObject({ result: { flag } })
    expect(await confirm(own, code)).toMatchObject({ result: { flag: 1 } })
    expect(await confirm(strange, other.code)).toMatchObject({ result: { flag: 3 } })
  })

  it('send letters slowly, and only after a captcha when many were asked for', async () => {
    const zoya = await world.customer('zoya')
    const from = fromElsewhere()
    await start(zoya.email, from)
    expect(codeOf(await world.ask('accounts', 'startCodeLogin', { email: zoya.email }, from))).toBe('CODE_TOO_SOON')
    for (let other = 0; other < 4; other += 1) await start(`stranger-${other}@example.ru`, from)
    const email = 'stranger-5@example.ru'
    expect(codeOf(await world.ask('accounts', 'startCodeLogin', { email }, from))).toBe('CAPTCHA_REQUIRED')
    const captcha = packed(await solveCaptcha(world, from))
    expect(codeOf(await world.ask('accounts', 'startCodeLogin', { email, captcha }, from))).toBe('ok')
  })

  it.each([
    [{ email: 'not an e-mail' }, 'VALIDATION_FAILED'],
    [{}, 'VALIDATION_FAILED'],
  ])('refuse to start with %j', async (input, code) => {
    expect(codeOf(await world.ask('accounts', 'startCodeLogin', input as { email: string }, fromElsewhere()))).toBe(
      code,
    )
  })

  it.each([
    [{ login: 'x', pin: '123456' }],
    [{ login: '00000000-0000-4000-8000-000000000000', pin: '1234' }],
    [{ login: '00000000-0000-4000-8000-000000000000', pin: 'абвгде' }],
  ])('refuse to confirm %j', async (input) => {
    expect(codeOf(await world.ask('accounts', 'confirmCodeLogin', input, fromElsewhere()))).toBe('VALIDATION_FAILED')
  })

  it('know nothing of an attempt that never was', async () => {
    const login = '00000000-0000-4000-8000-000000000000'
    expect(await confirm(login, '123456')).toMatchObject({ result: { flag: 3, user: null, secondStep: null } })
  })
})
