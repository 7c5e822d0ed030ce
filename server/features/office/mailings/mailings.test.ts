/** Mailings from the form to what comes back, over a mail server of this machine. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { listCalls } from '../../../../contract/request.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { openSmtpSimulator, type SmtpSimulator } from '../../../kit/mail/smtp.simulator.ts'
import { codeOf, resultOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { mailingHeaders } from './mailing-letter.ts'
import { forgetMailingsOf, personalMailings } from './personal-mailings.ts'
import { addPeople, form, sendDue } from './mailings.samples.ts'
import { readReturnedMail } from './read-report.ts'
import { mailingAddress, returnMac } from './return-address.ts'
import { signLeaving } from './unsubscribe-token.ts'

const SECRET = 'shared-with-the-mail-server'
let smtp: SmtpSimulator
let world: TestWorld
let admin: TestUser
let people: Record<'paying' | 'onTrial' | 'expired' | 'never' | 'owner', TestUser>
beforeAll(async () => {
  smtp = await openSmtpSimulator({ user: 'mailer', password: 'secret' })
  const defaults = { smtpUrl: '', from: '', rate: 20, laneRate: 5, connections: 5 }
  world = await openTestWorld({
    config: {
      mail: { smtpUrl: smtp.url, requireTls: false, from: 'Эхолот <noreply@echolot.example>' },
      mailings: { ...defaults, returnDomain: 'news.echolot.example', returnSecret: SECRET },
    },
  })
  admin = await world.somebody('admin', ['admin'])
  people = {
    paying: await world.customer('paying', paid('photographers')),
    onTrial: await world.customer('on-trial', trial('vets')),
    expired: await world.customer('expired', paid('photographers', 1)),
    never: await world.customer('never'),
    owner: await world.customer('owner', paidForTeam('vets')),
  }
  await people.never.asks('partner', 'enterPartner', {})
  await world.db.updateTable('users').set({ emailApprove: true }).execute()
  world.clock.advance(2 * DAY)
  await world.settle()
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})
beforeEach(() => {
  // Calls are counted by the minute.
  world.clock.advance(MINUTE)
  smtp.delivered.length = 0
  smtp.endEach(() => 'taken')
})
afterEach(async () => {
  await world.db.deleteFrom('mailings').execute()
  await world.db.deleteFrom('mailSuppressions').execute()
  await world.db.deleteFrom('mailHolds').execute()
  await world.db.deleteFrom('consents').execute()
  await world.db.updateTable('users').set({ newsRefusedAt: null }).execute()
})

const send = async (more: object = {}) => (await admin.asks('mailings', 'sendEmail', form(more))).task
const to = (...emails: string[]) => ({ recGroup: 'any', recAny: emails.join('\n') })
const estimate = (more: object) => admin.asks('mailings', 'estimateMailing', { type: 'info', ...more })
const task = async (taskId: number) => (await admin.asks('mailings', 'getMailing', { taskId })).task
const statesOf = async (taskId: number) =>
  Object.fromEntries(
    (await admin.asks('mailings', 'getMailing', { taskId })).outcomes.map((each) => [each.state, each.count]),
  )
const sentTo = () => smtp.delivered.flatMap((letter) => letter.to).toSorted()
const tokenOf = (letter = smtp.delivered[0]) =>
  /token=([\w.-]+)/.exec(letter?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''

describe('mailings.sendEmail', () => {
  it.each([
    [{ type: '' }, 'не выбран тип рассылки'],
    [{ recGroup: '' }, 'не выбрана группа получателей'],
    [{ recGroup: 'any', recAny: ' ' }, 'не указаны email получателей'],
    [{ subj: ' ' }, 'не указана тема сообщения'],
    [{ body: '' }, 'не задано тело сообщения'],
  ])('with %j says what is missing', async (lack, message) => {
    const answer = await world.ask('mailings', 'sendEmail', form(lack), admin)
    expect(answer).toMatchObject({ status: 'error', message })
  })

  it('refuses addresses that are none, too many, a text with mistakes, a category that is not there, and an empty group', async () => {
    const refused = (more: object) => admin.isRefused('mailings', 'sendEmail', form(more))
    expect(await refused(to('anna@example.ru', 'anna'))).toBe('MAILING_ADDRESSES_INVALID')
    const many = Array.from({ length: 5001 }, (_, n) => `p${n}@example.ru`)
    expect(await refused(to(...many))).toBe('MAILING_ADDRESS_LIMIT_EXCEEDED')
    expect(await refused({ body: '{{имя}}' })).toBe('MAILING_TEXT_INVALID')
    expect(await refused({ recGroup: 'category:999999' })).toBe('CATEGORY_NOT_FOUND')
    expect(await refused({ type: 'advertising' })).toBe('MAILING_RECIPIENTS_EMPTY')
    expect(await refused({ sendAt: 'tomorrow' })).toBe('VALIDATION_FAILED')
    expect((await admin.asks('mailings', 'listMailings', {})).docs).toEqual([])
  })

  it('sent again with its key is the same mailing', async () => {
    const same = form(to('a@one.example'))
    const [first, second] = await Promise.all([1, 2].map(() => admin.asks('mailings', 'sendEmail', same)))
    expect(second?.task.id).toBe(first?.task.id)
    expect((await admin.asks('mailings', 'listMailings', {})).total).toBe(1)
  })
})

describe('groups', () => {
  it('are who they say; paying, on trial, expired and never are everyone, each once', async () => {
    const found = async (recGroup: string) => (await estimate({ recGroup })).found
    const counts = { paying: 2, trial: 1, expired: 1, never: 2, partners: 1, 'team-owners': 1, all: 6 }
    for (const [group, count] of Object.entries(counts)) expect([group, await found(group)]).toEqual([group, count])
    expect(await found(`category:${await world.categoryId('vets')}`)).toBe(2)
    const sent = async (recGroup: string) => {
      smtp.delivered.length = 0
      await send({ recGroup })
      await sendDue(world)
      return sentTo()
    }
    expect(await sent('paying')).toEqual([people.owner.email, people.paying.email])
    expect(await sent('expired')).toEqual([people.expired.email])
    expect(await sent('trial')).toEqual([people.onTrial.email])
  })

  it('show how many are left out and why, and just the others are sent to', async () => {
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', people.paying.userId).execute()
    await people.never.asks('mailings', 'setMailingChoice', { type: 'info', value: false })
    await people.onTrial.asks('mailings', 'setMailingChoice', { type: 'advertising', value: true })
    await people.owner.asks('mailings', 'setMailingChoice', { type: 'advertising', value: true })
    await people.owner.asks('mailings', 'setMailingChoice', { type: 'advertising', value: false })
    const now = world.clock.now()
    const dead = { email: people.expired.email, reason: 'dead', detail: '5.1.1', at: now }
    await world.db.insertInto('mailSuppressions').values(dead).execute()
    const why = async (more: object) => {
      const { found, willGet, leftOut } = await estimate(more)
      expect(willGet + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(found)
      return { willGet, ...Object.fromEntries(leftOut.map((each) => [each.why, each.count])) }
    }
    expect(await why({ recGroup: 'all' })).toEqual({ willGet: 3, unconfirmed: 1, suppressed: 1, unsubscribed: 1 })
    expect(await why({ recGroup: 'all', type: 'advertising' })).toEqual({
      willGet: 1,
      unconfirmed: 1,
      suppressed: 1,
      unsubscribed: 1,
      noConsent: 2,
    })
    // Who has no account may be written news to, and never agreed to anything.
    const strangers = to('stranger@example.org', people.never.email.toUpperCase())
    expect(await why(strangers)).toEqual({ willGet: 1, unsubscribed: 1 })
    expect(await why({ ...strangers, type: 'advertising' })).toEqual({ willGet: 0, noConsent: 2 })
    await send({ type: 'advertising' })
    await sendDue(world)
    expect(sentTo()).toEqual([people.onTrial.email])
    await world.db.updateTable('users').set({ emailApprove: true }).execute()
    expect(await people.never.isRefused('mailings', 'estimateMailing', {})).toBe('FORBIDDEN')
  })
})

test('a letter is personal, is text and HTML, and says how to leave and where it comes back to', async () => {
  const body = '{{имя|друг}}, слушаем **{{категория|всё}}** <i>\n\n[[В ленту]](https://echolot.example/feed)'
  const { id } = await send({ ...to(people.paying.email, 'stranger@example.org'), subj: 'Для {{имя|вас}}', body })
  await sendDue(world)
  const letter = smtp.delivered.find((each) => each.to[0] === people.paying.email)
  const header = (name: string) => letter?.email.headers.find(({ key }) => key === name)?.value ?? ''
  expect(letter?.email.subject).toBe('Для paying')
  expect(letter?.email.text).toContain('paying, слушаем Фотографы <i>')
  expect(letter?.email.html).toContain('<strong')
  expect(letter?.email.html).toContain('&lt;i&gt;')
  expect(letter?.email.html).toContain('href="https://echolot.example/feed"')
  expect(smtp.delivered.find((each) => each.to[0] === 'stranger@example.org')?.email.text).toContain(
    'друг, слушаем всё',
  )
  expect(header('list-unsubscribe')).toMatch(
    /^<http:\/\/\S+\/api\/mailings\/unsubscribe\?token=[\w.-]+>, <mailto:leave\+[\d.]+\.[0-9a-f]{10}@news\.echolot\.example\?subject=unsubscribe>$/,
  )
  expect(header('list-unsubscribe-post')).toBe('')
  expect(mailingHeaders('info', 'https://echolot.ru', 'token', null)).toMatchObject({
    'list-unsubscribe': '<https://echolot.ru/api/mailings/unsubscribe?token=token>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(header('feedback-id')).toBe(`${id}:info:mailing:echolot`)
  expect([header('precedence'), header('x-postmaster-msgtype')]).toEqual(['bulk', 'info'])
  const number = Number(/\.(\d+)$/.exec(header('x-echolot-id'))?.[1])
  expect(letter?.from).toBe(mailingAddress('bounce', world.config.secretKey, 'news.echolot.example', id, number))
  expect(returnMac('verp-key', 7, 42)).toBe('7486f77f80')
  const { subject, html, plain, mistakes, warnings } = await admin.asks('mailings', 'previewMailing', {
    subj: 'Для {{имя|вас}}',
    body,
  })
  expect([subject, mistakes, warnings.length]).toEqual(['Для admin', [], 1])
  expect(html).toContain('В ленту')
  expect(plain).toContain('admin, слушаем всё')
})

test('a try goes to the admin alone, by the way of all letters (mailings.sendTestMailing)', async () => {
  expect(await admin.asks('mailings', 'sendTestMailing', { type: 'info', subj: 'Новости', body: 'Привет' })).toEqual({
    email: admin.email,
  })
  const letter = await world.letterTo(admin.email)
  expect(letter.subject).toBe('[Проба] Новости')
  expect(await admin.isRefused('mailings', 'sendTestMailing', { subj: '', body: 'x' })).toBe('MAILING_SUBJECT_REQUIRED')
  expect(await admin.isRefused('mailings', 'sendTestMailing', { subj: 'x', body: '{{' })).toBe('MAILING_TEXT_INVALID')
})

describe('the list', () => {
  it('has ten on a page; a toggle pauses and lets go on, and not what is completed', async () => {
    for (let n = 0; n < 11; n += 1) await send({ ...to('a@one.example', 'b@two.example'), subj: `Тема ${n}` })
    const page = await admin.asks('mailings', 'listMailings', {})
    expect(page).toMatchObject({ total: 11, page: 1, pages: 2, limit: 10, error: null })
    expect(page.docs.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, (_, n) => `Тема ${10 - n}`))
    const [doc] = page.docs
    expect(doc).toMatchObject({
      status: 'waiting',
      stat: { total: 2, wait: 2, active: 0, completed: 0, failed: 0, paused: 0 },
    })
    const taskId = doc?.id ?? 0
    const toggled = await admin.asks('mailings', 'toggleMailing', { taskId, page: 1, limit: 1 })
    expect([toggled.docs[0]?.status, toggled.docs[0]?.stat.paused, toggled.limit]).toEqual(['paused', 2, 1])
    await sendDue(world)
    expect(smtp.delivered).toHaveLength(20)
    await admin.asks('mailings', 'toggleMailing', { taskId })
    expect((await task(taskId)).status).toBe('active')
    await sendDue(world)
    expect(await task(taskId)).toMatchObject({ status: 'completed', stat: { total: 2, completed: 2 } })
    expect(await admin.isRefused('mailings', 'toggleMailing', { taskId })).toBe('MAILING_ALREADY_COMPLETED')
    expect(await admin.isRefused('mailings', 'toggleMailing', { taskId: 999_999 })).toBe('MAILING_NOT_FOUND')
    expect(await admin.isRefused('mailings', 'getMailing', { taskId: 999_999 })).toBe('MAILING_NOT_FOUND')
    expect(await admin.isRefused('mailings', 'listMailings', { limit: 101 })).toBe('VALIDATION_FAILED')
  })

  it('comes to the browsers of admins when it changes, and to no others', async () => {
    const [desk, customer] = [await admin.connects(), await people.never.connects()]
    await send(to('a@one.example'))
    await expect.poll(() => desk.heard['/admin/email/tasks'].at(-1)?.docs[0]?.status).toBe('waiting')
    await sendDue(world)
    await expect.poll(() => desk.heard['/admin/email/tasks'].at(-1)?.docs[0]?.status).toBe('completed')
    expect(desk.heard['/admin/email/tasks'].at(-1)).toEqual(await admin.asks('mailings', 'listMailings', {}))
    expect(customer.heard['/admin/email/tasks']).toEqual([])
  })
})

test('one that is to begin later waits for its moment, and goes to who is in the group then', async () => {
  const sendAt = new Date(world.clock.now().getTime() + HOUR).toISOString()
  const { id, status, stat } = await send({ recGroup: 'never', sendAt })
  expect([status, stat.total, stat.wait]).toEqual(['waiting', 2, 2])
  await addPeople(world, ['latecomer@example.org'])
  await sendDue(world)
  expect(smtp.delivered).toEqual([])
  await admin.asks('mailings', 'toggleMailing', { taskId: id })
  world.clock.advance(2 * HOUR)
  await sendDue(world)
  expect(smtp.delivered).toEqual([])
  await admin.asks('mailings', 'toggleMailing', { taskId: id })
  expect((await task(id)).status).toBe('waiting')
  await sendDue(world)
  expect(sentTo()).toEqual([admin.email, 'latecomer@example.org', people.never.email])
  expect(await task(id)).toMatchObject({ status: 'completed', stat: { total: 3, completed: 3 } })
  await world.db.deleteFrom('users').where('email', '=', 'latecomer@example.org').execute()
})

describe('leaving', () => {
  const oneClick = (token: string, payload = 'List-Unsubscribe=One-Click') =>
    world.web.app.inject({
      method: 'POST',
      url: `/api/mailings/unsubscribe?token=${encodeURIComponent(token)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const open = (token: string) => world.web.app.inject({ url: `/api/mailings/unsubscribe?token=${token}` })
  const choices = () => people.paying.asks('mailings', 'getMailingChoices', {})

  it('by one click is done at once, as often as it comes (takeMailingUnsubscribe); opening the address changes nothing (openMailingUnsubscribe)', async () => {
    const { id } = await send(to(people.paying.email))
    await sendDue(world)
    const token = tokenOf()
    const opened = await open(token)
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unsubscribe#${token}`])
    expect((await choices()).info).toBe(true)
    // Before the next is sent, though it is listed already.
    const next = await send(to(people.paying.email, people.owner.email))
    for (const each of [token, token, `${token}x`, 'stray', '']) expect((await oneClick(each)).statusCode).toBe(200)
    expect((await oneClick(token, 'x=1')).statusCode).toBe(400)
    expect((await choices()).info).toBe(false)
    smtp.delivered.length = 0
    await sendDue(world)
    expect(sentTo()).toEqual([people.owner.email])
    expect(await statesOf(next.id)).toEqual({ sent: 1, skipped: 1 })
    expect(await statesOf(id)).toEqual({ unsubscribed: 1 })
    expect((await task(id)).stat).toMatchObject({ total: 1, completed: 1 })
    // Letters that a person waits for go as before.
    expect(await people.paying.asks('mailings', 'setMailingChoice', { type: 'info', value: true })).toMatchObject({
      info: true,
    })
  })

  it('by the page asks first, and ends one kind, or both (mailings.readMailingLink, followMailingLink)', async () => {
    await people.paying.asks('mailings', 'setMailingChoice', { type: 'advertising', value: true })
    await send({ ...to(people.paying.email), type: 'advertising' })
    await sendDue(world)
    const token = tokenOf()
    const ask = (name: 'readMailingLink' | 'followMailingLink', more = {}) =>
      world.ask('mailings', name, { token, ...more })
    expect(resultOf(await ask('readMailingLink'))).toEqual({ type: 'advertising', done: false, doneAll: false })
    expect(resultOf(await ask('followMailingLink'))).toEqual({ type: 'advertising', done: true, doneAll: false })
    expect(await choices()).toEqual({ info: true, advertising: false, agreedAt: null })
    expect(resultOf(await ask('followMailingLink', { all: true }))).toMatchObject({ doneAll: true })
    expect(await choices()).toEqual({ info: false, advertising: false, agreedAt: null })
    for (const stray of [
      'stray',
      `${token}x`,
      token.replace(/^a/, 'i'),
      signLeaving(world, { type: 'info', userId: 999 }),
    ])
      expect(codeOf(await world.ask('mailings', 'readMailingLink', { token: stray }))).toBe('MAILING_LINK_NOT_FOUND')
    const consents = await world.db.selectFrom('consents').selectAll().execute()
    expect(consents).toMatchObject([
      { place: 'profile', textVersion: '2026-12-12', ip: people.paying.ip, withdrawnBy: 'letter' },
    ])
  })

  it('an address without an account is left alone, until its owner has one and wants to be written to', async () => {
    await send(to('stranger@example.org'))
    await sendDue(world)
    await oneClick(tokenOf())
    expect((await estimate(to('stranger@example.org'))).leftOut).toEqual([{ why: 'unsubscribed', count: 1 }])
    const stranger = await world.customer('stranger')
    const own = { email: 'stranger@example.org', emailApprove: true }
    await world.db.updateTable('users').set(own).where('id', '=', stranger.userId).execute()
    await stranger.asks('mailings', 'setMailingChoice', { type: 'info', value: true })
    expect((await estimate(to('stranger@example.org'))).willGet).toBe(1)
    await world.db.deleteFrom('users').where('id', '=', stranger.userId).execute()
  })
})

describe('our services of the other side', () => {
  it('that do not want us are held until an admin says so; the others go on', async () => {
    smtp.endEach((email) =>
      /@ya|@small/.test(email) ? { at: 'letter', reply: [554, '5.7.1 rejected under suspicion of SPAM'] } : 'taken',
    )
    const yandex = ['a@ya.ru', 'b@yandex.ru', 'c@yandex.com', 'd@narod.ru', 'e@ya.ru', 'f@ya.ru', 'g@ya.ru']
    const { id } = await send(to(...yandex, 'a@small.example', 'b@other.example'))
    await sendDue(world)
    expect(sentTo()).toContain('b@other.example')
    const { holds } = await admin.asks('mailings', 'listMailHolds', {})
    expect(holds.map(({ holder }) => holder).toSorted()).toEqual(['small.example', 'yandex'])
    expect(holds[0]?.why).toContain('suspicion of SPAM')
    expect(await task(id)).toMatchObject({ status: 'active', stat: { total: 9, failed: 0 } })
    smtp.endEach(() => 'taken')
    world.clock.advance(DAY)
    await sendDue(world)
    expect((await task(id)).status).toBe('active')
    for (const { holder } of holds) await admin.asks('mailings', 'endMailHold', { holder })
    expect(await admin.isRefused('mailings', 'endMailHold', { holder: 'yandex' })).toBe('MAIL_HOLD_NOT_FOUND')
    await sendDue(world)
    expect(await task(id)).toMatchObject({ status: 'completed', stat: { total: 9, completed: 9 } })
    expect(sentTo()).toEqual([...yandex, 'a@small.example', 'b@other.example'].toSorted())
  })

  it('that take nothing now are asked again later, for two days', async () => {
    smtp.endEach((email) =>
      email === 'later@one.example' ? { at: 'recipient', reply: [450, '4.2.0 not now'] } : 'taken',
    )
    const { id } = await send(to('later@one.example', 'now@one.example'))
    await sendDue(world)
    expect((await task(id)).stat).toMatchObject({ wait: 1, completed: 1 })
    await sendDue(world)
    expect((await task(id)).stat).toMatchObject({ wait: 1 })
    world.clock.advance(2 * DAY + MINUTE)
    await sendDue(world)
    expect(await statesOf(id)).toEqual({ sent: 1, failed: 1 })
    expect((await task(id)).status).toBe('completed')
  })

  it('of which too much comes back is stopped, reported to who sent it, and goes on when they say so', async () => {
    const isDead = (email: string): boolean => /^dead\d@/.test(email)
    smtp.endEach((email) => (isDead(email) ? { at: 'recipient', reply: [550, '5.1.1 no such user'] } : 'taken'))
    const few = ['dead1', 'dead2', 'dead3', 'dead4'].map((name) => `${name}@one.example`)
    const first = await send(to(...few))
    await sendDue(world)
    expect((await task(first.id)).status).toBe('completed')
    const alive = Array.from({ length: 40 }, (_, n) => `alive${n}@two.example`)
    const dead = ['dead5', 'dead6', 'dead7', 'dead8', 'dead9'].map((name) => `${name}@two.example`)
    const { id } = await send({ ...to(...dead, ...alive), subj: 'Старый список' })
    await sendDue(world)
    const stopped = await task(id)
    expect(stopped).toMatchObject({ status: 'paused', stat: { total: 45, failed: 5, active: 0 } })
    expect(stopped.stat.paused).toBeGreaterThan(0)
    expect(stopped.failure).toMatchObject({
      code: 'MAILING_BOUNCES_EXCEEDED',
      message: `Возвращается слишком много писем: 5 из ${45 - stopped.stat.paused}`,
    })
    expect((await world.letterTo(admin.email)).subject).toBe('Рассылка «Старый список» остановлена')
    await admin.asks('mailings', 'toggleMailing', { taskId: id })
    await sendDue(world)
    expect(await task(id)).toMatchObject({ status: 'completed', stat: { completed: 40, failed: 5 }, failure: null })
  })

  it('our own server that refuses us stops everything, and it is shown why', async () => {
    const url = smtp.url.replace('secret', 'wrong')
    const ctx = { ...world, config: { ...world.config, mailings: { ...world.config.mailings, smtpUrl: url } } }
    const { id } = await send(to('a@one.example', 'b@two.example'))
    await sendDue({ ...pick(world), config: ctx.config })
    const { docs, error } = await admin.asks('mailings', 'listMailings', {})
    expect(docs[0]).toMatchObject({ id, status: 'paused', stat: { paused: 2, failed: 0 } })
    expect(error).toMatchObject({ code: 'MAIL_SERVER_FAILED', message: expect.stringContaining('5.7.8') })
    await admin.asks('mailings', 'toggleMailing', { taskId: id })
    await sendDue(world)
    expect(await task(id)).toMatchObject({ status: 'completed', failure: null })
    expect(smtp.delivered).toHaveLength(2)
  })
})

const pick = ({ db, database, clock, log, config, language, bus, hooks }: TestWorld) => ({
  db,
  database,
  clock,
  log,
  config,
  language,
  bus,
  hooks,
})

describe('what comes back (mailings.takeReturnedMail)', () => {
  const hand = async (raw: string, secret = SECRET) => {
    const headers = { 'content-type': 'message/rfc822', 'x-echolot-secret': secret }
    const url = '/api/mailings/returned'
    const { statusCode, body } = await world.web.app.inject({ method: 'POST', url, headers, payload: raw })
    return [statusCode, body.trim()]
  }
  const report = (kind: string, to: string, fields: string[], ours: string, encoding = '7bit') => {
    const written = `${fields.join('\r\n')}\r\n`
    const content = encoding === 'base64' ? Buffer.from(written).toString('base64') : written
    return [
      `To: ${to}`,
      'From: MAILER-DAEMON@mx.example',
      'Subject: returned',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=${kind === 'feedback-report' ? kind : 'delivery-status'}; boundary=b`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '--b',
      `Content-Type: message/${kind}`,
      `Content-Transfer-Encoding: ${encoding}`,
      '',
      content,
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Return-Path: <${ours}>`,
      'Subject: news',
      '',
      'text',
      '--b--',
      '',
    ].join('\r\n')
  }
  const failed = (status: string, diagnostic: string) => [
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; a@one.example',
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
  ]
  const letterTo = async (email: string) => {
    const { id } = await send(to(email))
    await sendDue(world)
    return { id, from: smtp.delivered.at(-1)?.from ?? '' }
  }
  const reasons = async () =>
    Object.fromEntries(
      (await world.db.selectFrom('mailSuppressions').select(['email', 'reason']).execute()).map((row) => [
        row.email,
        row.reason,
      ]),
    )

  it('a dead address is written to no more; the mailing counts it, once', async () => {
    const { id, from } = await letterTo('A@one.example')
    const dead = report('delivery-status', from, failed('5.1.1', '550 5.1.1 no such user'), from)
    expect(await hand(dead)).toEqual([200, 'ok'])
    expect(await hand(dead)).toEqual([200, 'ok'])
    expect(await reasons()).toEqual({ 'a@one.example': 'dead' })
    expect(await task(id)).toMatchObject({ status: 'completed', stat: { total: 1, completed: 0, failed: 1 } })
    expect((await estimate(to('a@one.example'))).leftOut).toEqual([{ why: 'suppressed', count: 1 }])
  })

  it('a full mailbox is forgiven twice, a base64 part is read, a mailbox switched off is forgiven once', async () => {
    for (const [time, status, kind] of [
      [1, '5.2.2', 'full'],
      [2, '5.2.2', 'full'],
      [3, '5.2.2', 'full'],
    ] as const) {
      const { from } = await letterTo('full@one.example')
      await hand(report('delivery-status', from, failed(status, 'mailbox full'), from, 'base64'))
      expect(await reasons()).toEqual(time === 3 ? { 'full@one.example': kind } : {})
    }
  })

  it.each([
    ['a delay', ['Reporting-MTA: dns; x', '', 'Action: delayed', 'Status: 4.4.1']],
    ['a delivery', ['Reporting-MTA: dns; x', '', 'Action: delivered', 'Status: 2.0.0']],
  ])('%s is no bounce', async (_, fields) => {
    const { id, from } = await letterTo('a@one.example')
    expect(await hand(report('delivery-status', from, fields, from))).toEqual([200, 'nothing to do'])
    expect(await statesOf(id)).toEqual({ sent: 1 })
  })

  it('what the service has against us is not laid to the address', async () => {
    const { id, from } = await letterTo('a@one.example')
    await hand(report('delivery-status', from, failed('5.7.1', '554 5.7.1 blocked by policy'), from))
    expect([await statesOf(id), await reasons()]).toEqual([{ bounced: 1 }, {}])
  })

  it('a letter to the address of List-Unsubscribe leaves mailings of its kind, and no other does', async () => {
    const { id, from } = await letterTo(people.paying.email)
    const header = smtp.delivered.at(-1)?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const [address = ''] = /leave\+[^?>]+/.exec(header) ?? []
    const written = (to: string, text = '') => `To: ${to}\r\nFrom: a@one.example\r\nSubject: unsubscribe\r\n\r\n${text}`
    const wanted = () => people.paying.asks('mailings', 'getMailingChoices', {})
    // Answered, quoted, given back or guessed it is no wish of a person.
    const stray = [
      written(from),
      written('support@echolot.example', address),
      written(address.replace(/[0-9a-f]{10}@/, '0123456789@')),
      written(address.replace('leave', 'bounce')),
    ]
    for (const raw of stray) expect(await hand(raw)).toEqual([200, 'nothing to do'])
    expect(await wanted()).toMatchObject({ info: true })
    await people.paying.asks('mailings', 'setMailingChoice', { type: 'advertising', value: true })
    expect(await hand(written(address), 'guess')).toEqual([403, 'forbidden'])
    for (const _ of ['once', 'twice']) expect(await hand(written(address))).toEqual([200, 'ok'])
    expect(await wanted()).toMatchObject({ info: false, advertising: true })
    expect(await statesOf(id)).toEqual({ unsubscribed: 1 })
  })

  it('a complaint ends everything', async () => {
    await people.paying.asks('mailings', 'setMailingChoice', { type: 'advertising', value: true })
    const { id, from } = await letterTo(people.paying.email)
    await hand(
      report('feedback-report', 'fbl@news.echolot.example', ['Feedback-Type: abuse', 'User-Agent: Loop/1'], from),
    )
    expect(await reasons()).toEqual({ [people.paying.email]: 'complaint' })
    expect(await people.paying.asks('mailings', 'getMailingChoices', {})).toMatchObject({
      info: false,
      advertising: false,
    })
    expect(await statesOf(id)).toEqual({ unsubscribed: 1 })
  })

  it('is believed of our mail server alone, and of letters of ours alone', async () => {
    const { id, from } = await letterTo('a@one.example')
    const dead = (address: string) => report('delivery-status', address, failed('5.1.1', 'no such user'), address)
    expect(await hand(dead(from), 'guess')).toEqual([403, 'forbidden'])
    const forged = from.replace(/\.[0-9a-f]{10}@/, '.0123456789@')
    expect(await hand(dead(forged))).toEqual([200, 'nothing to do'])
    expect(await hand('')).toEqual([200, 'nothing to do'])
    expect(await hand(`To: ${from}\r\nSubject: out of office\r\n\r\n5.1.1`)).toEqual([200, 'nothing to do'])
    expect([await statesOf(id), await reasons()]).toEqual([{ sent: 1 }, {}])
    expect(await readReturnedMail(Buffer.from([0, 255, 13, 10]))).toMatchObject({ report: null })
  })
})

test('an account takes along what it was sent, and leaves numbers behind', async () => {
  const { id } = await send(to(people.expired.email))
  await sendDue(world)
  const person = people.expired.userId
  expect(await personalMailings(world, person)).toMatchObject({ Рассылки: [{ тема: 'Новости', состояние: 'sent' }] })
  await world.db.transaction().execute((tx) => forgetMailingsOf(tx, person))
  expect(JSON.stringify(await world.db.selectFrom('mailingRecipients').selectAll().execute())).not.toContain('expired@')
  expect(await statesOf(id)).toEqual({ sent: 1 })
})

test('where letters went is forgotten after a year, and numbers stay', async () => {
  const { id } = await send(to('stranger@example.org'))
  await sendDue(world)
  const known = () => world.db.selectFrom('mailingRecipients').select('email').where('mailingId', '=', id).execute()
  await forgetAddresses(world)
  expect(await known()).toEqual([{ email: 'stranger@example.org' }])
  const settledAt = new Date(world.clock.now().getTime() - 366 * DAY)
  await world.db.updateTable('mailingRecipients').set({ settledAt }).execute()
  await forgetAddresses(world)
  expect([await known(), await statesOf(id)]).toEqual([[{ email: null }], { sent: 1 }])
})

test('no call of admins lets anyone else in', async () => {
  const calls = listCalls().filter(({ feature, call }) => feature === 'mailings' && call.path.startsWith('/admin/'))
  expect(calls).toHaveLength(9)
  expect(new Set(calls.map(({ call }) => call.access))).toEqual(new Set(['admin']))
})
