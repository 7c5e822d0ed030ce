import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { confirmEmail } from './contacts.ts'
import { forgetRecoveryLinks } from './recovery-links.ts'
import { packed, solveCaptcha } from './solve-captcha.samples.ts'

const NEW_PASSWORD = 'совсем другой пароль'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let addresses = 0
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.40.${(addresses += 1)}` })

async function ask(email: string, from = fromElsewhere()) {
  const answer = await world.ask('accounts', 'startRecovery', { email }, from)
  await world.settle()
  return answer
}
const lettersTo = async (email: string): Promise<number> =>
  (await world.database.pool.query('select 1 from letters where recipient = $1', [email])).rows.length
async function tokenOf({ email }: TestUser): Promise<string> {
  const { link } = await world.letterTo(email)
  const [address, token = ''] = link.split('#token=')
  expect(address).toBe(`${world.config.siteUrl}/recovery`)
  return token
}
const confirm = (token: string, password = NEW_PASSWORD, from: { ip: string; token?: string } = fromElsewhere()) =>
  world.ask('accounts', 'confirmRecovery', { token, password }, from)
const logIn = async (email: string, password: string) =>
  codeOf(await world.ask('accounts', 'login', { email, password }, fromElsewhere()))

describe('accounts.startRecovery and accounts.confirmRecovery', () => {
  it('send a link, set the new password, sign in, and sign out everywhere else', async () => {
    const anna = await world.customer('anna')
    const browser = await anna.connects()
    const answer = await ask('ANNA@example.ru')
    expect(answer).toEqual({
      status: 'ok',
      result: { resendAt: new Date(world.clock.now().getTime() + 30 * SECOND).toISOString() },
    })

    const token = await tokenOf(anna)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const confirmed = await confirm(token)
    expect(confirmed).toMatchObject({
      status: 'ok',
      result: { user: { id: anna.userId, hasPassword: true, emailApprove: true } },
    })
    await browser.closed
    expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(await world.ask('accounts', 'getMe', {}, { token: confirmed.token ?? null })).toMatchObject({
      result: { user: { id: anna.userId } },
    })
    expect(await logIn(anna.email, PASSWORD)).toBe('CREDENTIALS_INVALID')
    expect(await logIn(anna.email, NEW_PASSWORD)).toBe('ok')
    expect(await world.letterTo(anna.email)).toMatchObject({
      subject: 'Пароль в Эхолоте изменён',
      link: `${world.config.siteUrl}/recovery`,
    })

    const { rows } = await world.database.pool.query(
      'select action, actor_id from audit_log where user_id = $1 order by id',
      [anna.userId],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'recovery-asked', actor_id: null },
        { action: 'password-recovered', actor_id: anna.userId },
      ]),
    )
    const { rows: kept } = await world.database.pool.query<{ all: string }>(
      `select string_agg(row, ' ') as all from (select r::text as row from recovery_tokens r union all select f::text from facts f
        union all select a::text from audit_log a) as rows`,
    )
    expect(kept[0]?.all).not.toContain(token)
  })

  it('answer alike when nobody has the e-mail, and send nothing', async () => {
    const boris = await world.customer('boris')
    expect(await ask('nobody@example.ru')).toEqual(await ask(boris.email))
    expect(await lettersTo('nobody@example.ru')).toBe(0)
    const { rows } = await world.database.pool.query(
      `select user_id from audit_log where action = 'recovery-asked' order by id desc limit 2`,
    )
    expect(rows).toEqual([{ user_id: boris.userId }, { user_id: null }])
  })

  it('open once, even when the link is clicked twice at once', async () => {
    const vera = await world.customer('vera')
    await ask(vera.email)
    const token = await tokenOf(vera)
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(codeOf).toSorted()).toEqual(['RECOVERY_EXPIRED', 'ok'])
    expect(codeOf(await confirm(token))).toBe('RECOVERY_EXPIRED')
  })

  it('hold for an hour, and only the newest of those that are a quarter of an hour old', async () => {
    const gleb = await world.customer('gleb')
    await ask(gleb.email)
    const first = await tokenOf(gleb)
    world.clock.advance(15 * MINUTE)
    await ask(gleb.email)
    const second = await tokenOf(gleb)
    expect(second).not.toBe(first)
    expect(codeOf(await confirm(first))).toBe('RECOVERY_EXPIRED')
    world.clock.advance(HOUR)
    expect(codeOf(await confirm(second))).toBe('RECOVERY_EXPIRED')
    expect(codeOf(await confirm('A'.repeat(43)))).toBe('RECOVERY_EXPIRED')
    expect(await logIn(gleb.email, PASSWORD)).toBe('ok')
  })

  it('send one letter in half a minute; after five new links in a day the last one comes again, and ten letters in all', async () => {
    const dina = await world.customer('dina')
    const from = fromElsewhere()
    await ask(dina.email, from)
    const token = await tokenOf(dina)
    expect(codeOf(await ask(dina.email, from))).toBe('ok')
    expect(await lettersTo(dina.email)).toBe(1)
    const sent = [token]
    for (let index = 0; index < 11; index += 1) {
      world.clock.advance(MINUTE)
      // Or a captcha would be wanted.
      await world.db.deleteFrom('signInFailures').execute()
      expect(codeOf(await ask(dina.email, from))).toBe('ok')
      sent.push(await tokenOf(dina))
    }
    expect(await lettersTo(dina.email)).toBe(10)
    expect(new Set(sent).size).toBe(5)
    expect(new Set(sent.slice(4)).size).toBe(1)
    expect(codeOf(await confirm(sent[4] ?? ''))).toBe('ok')
    world.clock.advance(DAY)
    await forgetRecoveryLinks(world.db, world.clock)
    for (const table of ['recovery_tokens', 'recovery_letters'])
      expect((await world.database.pool.query(`select 1 from ${table}`)).rows).toEqual([])
  })

  it('are not kept from their owner by strangers who ask before and after', async () => {
    const olga = await world.customer('olga')
    for (let index = 0; index < 6; index += 1) {
      await ask(olga.email)
      world.clock.advance(31 * SECOND)
    }
    const owner = fromElsewhere()
    expect(codeOf(await ask(olga.email, owner))).toBe('CAPTCHA_REQUIRED')
    const before = await lettersTo(olga.email)
    const captcha = packed(await solveCaptcha(world, owner))
    expect(codeOf(await world.ask('accounts', 'startRecovery', { email: olga.email, captcha }, owner))).toBe('ok')
    await world.settle()
    expect(await lettersTo(olga.email)).toBe(before + 1)
    const token = await tokenOf(olga)
    // A new hour of asking without a captcha, and none of it takes the link away.
    await world.db.deleteFrom('signInFailures').execute()
    for (let index = 0; index < 5; index += 1) {
      world.clock.advance(31 * SECOND)
      await ask(olga.email)
    }
    expect(codeOf(await confirm(token))).toBe('ok')
  })

  it('refuse a password that is easily guessed, and the link holds on', async () => {
    const elena = await world.customer('elena')
    await ask(elena.email)
    const token = await tokenOf(elena)
    expect(codeOf(await confirm(token, 'qwertyuiop'))).toBe('PASSWORD_TOO_COMMON')
    expect(codeOf(await confirm(token, 'elena@example.ru'))).toBe('PASSWORD_TOO_COMMON')
    expect(codeOf(await confirm(token))).toBe('ok')
  })

  it('make a first password for whoever came through a network', async () => {
    const fedor = await world.customer('fedor')
    await world.database.pool.query('update users set password_hash = null where id = $1', [fedor.userId])
    await ask(fedor.email)
    expect(codeOf(await confirm(await tokenOf(fedor)))).toBe('ok')
    expect(await logIn(fedor.email, NEW_PASSWORD)).toBe('ok')
  })

  it('end with the captcha that a guessed account wanted', async () => {
    const zoya = await world.customer('zoya')
    for (let index = 0; index < 6; index += 1) await logIn(zoya.email, 'не тот')
    expect(await logIn(zoya.email, PASSWORD)).toBe('CAPTCHA_REQUIRED')
    await ask(zoya.email)
    expect(codeOf(await confirm(await tokenOf(zoya)))).toBe('ok')
    expect(await logIn(zoya.email, NEW_PASSWORD)).toBe('ok')
  })

  it('open nothing once the e-mail or the password is another one', async () => {
    const inna = await world.customer('inna')
    await ask(inna.email)
    const token = await tokenOf(inna)
    await world.db.transaction().execute((tx) =>
      confirmEmail(tx, world.clock, null, {
        userId: inna.userId,
        email: 'inna-new@example.ru',
        siteUrl: world.config.siteUrl,
      }),
    )
    expect(codeOf(await confirm(token))).toBe('RECOVERY_EXPIRED')

    const kira = await world.customer('kira')
    await ask(kira.email)
    const second = await tokenOf(kira)
    await kira.asks('accounts', 'updatePassword', { password: PASSWORD, newPassword: NEW_PASSWORD })
    expect(codeOf(await confirm(second))).toBe('RECOVERY_EXPIRED')
  })

  it('end the session of whoever sat at this browser before', async () => {
    const [lena, misha] = [await world.customer('lena'), await world.customer('misha')]
    await ask(lena.email)
    const answer = await confirm(await tokenOf(lena), NEW_PASSWORD, misha)
    expect(await world.ask('accounts', 'getMe', {}, { token: answer.token ?? null })).toMatchObject({
      result: { user: { id: lena.userId } },
    })
    expect(await misha.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  it('want a captcha of an address that has asked more than five times in an hour', async () => {
    const from = fromElsewhere()
    for (let index = 0; index < 6; index += 1) expect(codeOf(await ask(`nobody-${index}@example.ru`, from))).toBe('ok')
    expect(codeOf(await ask('nobody@example.ru', from))).toBe('CAPTCHA_REQUIRED')
    const captcha = packed(await solveCaptcha(world, from))
    expect(codeOf(await world.ask('accounts', 'startRecovery', { email: 'nobody@example.ru', captcha }, from))).toBe(
      'ok',
    )
  })
})
