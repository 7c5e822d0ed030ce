import { sql } from 'kysely'
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { DAY } from '../clock.ts'
import { mailJobs } from './mail.jobs.ts'
import type { Letter } from './letter.ts'
import { postLetter, showCall } from './post-letter.ts'
import { openSmtpSimulator, type SmtpSimulator } from './smtp.simulator.ts'

const letter: Letter = {
  subject: 'Код подтверждения',
  title: 'Подтвердите email',
  paragraphs: ['Введите этот код на странице регистрации.'],
  code: '0472',
  button: { title: 'Открыть страницу', url: 'https://echolot.example/recovery#token=a-b_c' },
  footnote: 'Если вы не регистрировались, ничего делать не нужно.',
}

const post = (world: TestWorld, to: string, more: Partial<Letter> = {}) =>
  world.db.transaction().execute((tx) => postLetter(tx, world.clock, to, { ...letter, ...more }))
/** The queue waits longer after every failure, and notes a failure a moment after it; a test asks until it has come round. */
const tryAgain = async (world: TestWorld) => {
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`.execute(world.db)
  await world.settle()
}
const tryUntil = (world: TestWorld, done: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await tryAgain(world)
      return done()
    })
    .toBe(true)
const row = (world: TestWorld) =>
  world.db.selectFrom('letters').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('with a mail server', () => {
  let smtp: SmtpSimulator
  let world: TestWorld
  beforeAll(async () => {
    smtp = await openSmtpSimulator({ user: 'echolot', password: 'п@ро:ль/1' })
    world = await openTestWorld({
      config: { mail: { smtpUrl: smtp.url, requireTls: false, from: 'Эхолот <noreply@echolot.example>' } },
    })
  })
  afterAll(async () => {
    await world.close()
    await smtp.close()
  })
  beforeEach(() => void (smtp.delivered.length = 0))
  afterEach(async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(world.db)
    await world.db.deleteFrom('letters').execute()
  })

  it('what is attached arrives as it is, and is kept no longer', async () => {
    const files = [
      { name: 'счёт "№ 7".pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n\0\xff', 'latin1') },
      { name: 'шаги.txt', type: 'text/plain', bytes: Buffer.from('Шаг 1\n.\n..\nШаг 2') },
    ]
    await world.db.transaction().execute((tx) => postLetter(tx, world.clock, 'anna@example.ru', letter, { files }))
    await world.settle()
    const arrived = smtp.delivered[0]?.email.attachments ?? []
    expect(
      arrived.map(({ filename, mimeType, disposition, content }) => ({
        name: filename,
        type: mimeType,
        disposition,
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    ).toEqual(files.map((file) => ({ ...file, disposition: 'attachment' })))
    expect(await world.db.selectFrom('letterFiles').select('id').execute()).toEqual([])
  })

  it('a letter arrives whole, in two parts, and its code is forgotten here', async () => {
    await post(world, 'anna@example.ru')
    expect(await row(world)).toMatchObject({ sentAt: null, plain: expect.stringContaining('Код: 0472') })
    await world.settle()
    expect(smtp.delivered).toHaveLength(1)
    const [{ from, to, email } = { from: '', to: [], email: null }] = smtp.delivered
    expect([from, to]).toEqual(['noreply@echolot.example', ['anna@example.ru']])
    expect(email).toMatchObject({
      from: { name: 'Эхолот', address: 'noreply@echolot.example' },
      subject: 'Код подтверждения',
      text: expect.stringMatching(
        /Подтвердите email\n\nВведите этот код[^]+Код: 0472[^]+https:\/\/echolot\.example\/recovery#token=a-b_c/,
      ),
      html: expect.stringMatching(
        /^<!doctype html>[^]+>0472<[^]+href="https:\/\/echolot\.example\/recovery#token=a-b_c"/,
      ),
      messageId: expect.stringMatching(/^<letter-\d+-\d+@echolot\.example>$/),
    })
    const { headers } = email ?? { headers: [] }
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(headers.find(({ key }) => key === 'content-type')?.value).toContain('multipart/alternative')
    expect(await row(world)).toMatchObject({ sentAt: world.clock.now(), html: null, plain: null, failedAt: null })
  })

  it('posted again under its key it is the same letter; a header is one line of ASCII', async () => {
    const posted = (key: string, headers?: Record<string, string>) =>
      world.db
        .transaction()
        .execute((tx) => postLetter(tx, world.clock, 'anna@example.ru', letter, { key, ...(headers && { headers }) }))
    for (const key of ['a', 'a', 'b', 'a'])
      await posted(key, { precedence: 'bulk', 'x-long': `<${'a'.repeat(200)}>, <b>` })
    await expect(posted('c', { 'x-split': 'one\r\nBcc: two@example.ru' })).rejects.toThrow('one line of ASCII')
    await world.settle()
    expect(smtp.delivered).toHaveLength(2)
    expect(smtp.delivered[0]?.email.headers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'precedence', value: 'bulk' }),
        expect.objectContaining({ key: 'x-long', value: `<${'a'.repeat(200)}>, <b>` }),
      ]),
    )
    expect(await row(world)).toMatchObject({ key: 'b', headers: null })
  })

  it('nothing leaves when what it was written for is taken back', async () => {
    const failing = world.db.transaction().execute(async (tx) => {
      await postLetter(tx, world.clock, 'anna@example.ru', letter)
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await world.settle()
    expect(smtp.delivered).toEqual([])
  })

  it.each([421, 450, 451, 452])('a server that says %i is asked again later', async (code) => {
    smtp.refuseRecipients([code, 'try again later'])
    smtp.refuseLetters([code, 'try again later'])
    await post(world, 'anna@example.ru')
    await world.settle()
    expect(await row(world)).toMatchObject({
      sentAt: null,
      failedAt: null,
      error: expect.stringContaining('try again later'),
      plain: expect.anything(),
    })
    await tryUntil(world, async () => (await row(world)).error?.startsWith('Message failed') ?? false)
    expect(smtp.delivered).toEqual([])
    await tryUntil(world, async () => (await row(world)).sentAt !== null)
    await tryAgain(world)
    expect(smtp.delivered).toHaveLength(1)
  })

  it('whoever is not there is not asked for twice', async () => {
    smtp.refuseRecipients([550, '5.1.1 no such mailbox'])
    await post(world, 'nobody@example.ru')
    await world.settle()
    expect(await row(world)).toMatchObject({
      sentAt: null,
      failedAt: world.clock.now(),
      error: expect.stringContaining('5.1.1'),
      html: null,
      plain: null,
    })
    await tryAgain(world)
    expect(smtp.delivered).toEqual([])
  })

  it('what is taken for spam is not sent twice', async () => {
    smtp.refuseLetters([554, '5.7.1 looks like spam'])
    await post(world, 'anna@example.ru')
    await world.settle()
    expect(await row(world)).toMatchObject({ failedAt: world.clock.now(), error: expect.stringContaining('5.7.1') })
  })

  it('is given up after two days', async () => {
    smtp.refuseRecipients([450, 'later'], [450, 'later'])
    await post(world, 'anna@example.ru')
    await world.settle()
    world.clock.advance(2 * DAY + 1)
    await tryUntil(world, async () => (await row(world)).failedAt !== null)
    expect(await row(world)).toMatchObject({ failedAt: world.clock.now(), plain: null })
  })

  it('goes to one address, whatever stands in it', async () => {
    await post(world, 'anna@example.ru, boris@example.ru')
    await world.settle()
    await post(world, 'anna@example.ru\r\nBcc: boris@example.ru', { subject: 'Тема\r\nBcc: vera@example.ru' })
    await world.settle()
    for (const { to, email } of smtp.delivered) {
      expect(to).toHaveLength(1)
      expect(to).not.toContain('boris@example.ru')
      expect(email.bcc ?? []).toEqual([])
    }
  })
})

it('a wrong password of ours, or no server at all, loses no letter', async () => {
  const smtp = await openSmtpSimulator({ user: 'echolot', password: 'right' })
  const wrong = smtp.url.replace('right', 'wrong')
  const world = await openTestWorld({
    config: { mail: { smtpUrl: wrong, requireTls: false, from: 'noreply@echolot.example' } },
  })
  try {
    await post(world, 'anna@example.ru')
    await world.settle()
    expect(await row(world)).toMatchObject({ sentAt: null, failedAt: null, error: expect.stringContaining('535') })
    world.config.mail.smtpUrl = 'smtp://127.0.0.1:1'
    await tryUntil(world, async () => (await row(world)).error?.includes('ECONNREFUSED') ?? false)
    expect(await row(world)).toMatchObject({ sentAt: null, failedAt: null })
    world.config.mail.smtpUrl = smtp.url
    await tryUntil(world, async () => (await row(world)).sentAt !== null)
    expect(smtp.delivered).toHaveLength(1)
  } finally {
    await world.close()
    await smtp.close()
  }
})

it('no letter leaves over a connection that could be read along, unless that is asked for', async () => {
  const smtp = await openSmtpSimulator({ user: 'echolot', password: 'right' })
  const world = await openTestWorld({
    config: { mail: { smtpUrl: smtp.url, requireTls: true, from: 'noreply@echolot.example' } },
  })
  try {
    await post(world, 'anna@example.ru')
    await world.settle()
    expect(await row(world)).toMatchObject({ sentAt: null, failedAt: null, error: expect.stringContaining('STARTTLS') })
    expect(smtp.delivered).toEqual([])
  } finally {
    await world.close()
    await smtp.close()
  }
})

describe('without a mail server', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())
  const read = async (url: string) => {
    const { statusCode, headers, body } = await world.web.app.inject({ url })
    return { statusCode, type: headers['content-type'], body }
  }

  it('the development mailbox says that it is empty', async () => {
    expect((await read('/dev/mail')).body).toContain('Писем пока нет')
  })

  it('letters and calls lie in it, with what is to be done', async () => {
    await post(world, 'anna@example.ru')
    await world.db.transaction().execute((tx) => showCall(tx, world.clock, '79991234567', '8315'))
    await world.settle()
    expect(await world.letterTo('anna@example.ru')).toMatchObject({
      subject: 'Код подтверждения',
      code: '0472',
      link: 'https://echolot.example/recovery#token=a-b_c',
    })
    expect(await world.letterTo('79991234567')).toMatchObject({ code: '8315', link: '' })
    const { body, type } = await read('/dev/mail')
    expect(type).toBe('text/html; charset=utf-8')
    for (const shown of [
      'anna@example.ru',
      '79991234567',
      '>0472<',
      '>8315<',
      'href="https://echolot.example/recovery#token=a-b_c"',
    ])
      expect(body).toContain(shown)
    expect(body).not.toContain('<script')
    const only = (await read('/dev/mail?to=79991234567')).body
    expect(only).toContain('8315')
    expect(only).not.toContain('0472')
    const { id } = await world.letterTo('anna@example.ru')
    expect(await read(`/dev/mail/${id}`)).toMatchObject({
      statusCode: 200,
      type: 'text/html; charset=utf-8',
      body: expect.stringContaining('>0472<'),
    })
    expect(await read(`/dev/mail/${id}/plain`)).toMatchObject({ statusCode: 200, type: 'text/plain; charset=utf-8' })
    for (const missing of ['/dev/mail/999999', '/dev/mail/x', '/dev/mail/1e400'])
      expect((await read(missing)).statusCode).toBe(404)
  })

  it('nothing that stands in a letter becomes HTML', async () => {
    const nasty = '<img src=x onerror=alert(1)>"\'&'
    await post(world, 'nasty@example.ru', {
      subject: nasty,
      title: nasty,
      paragraphs: [nasty],
      code: '<b>',
      footnote: nasty,
      button: { title: nasty, url: 'https://a.example/?"><script>' },
    })
    const { id, html } = await world.letterTo('nasty@example.ru')
    expect(html).not.toMatch(/<img|<b>|<script/)
    const list = (await read(`/dev/mail?to=${encodeURIComponent('nasty@example.ru')}`)).body
    expect(list).not.toMatch(/<img|<b>|<script/)
    expect((await read(`/dev/mail?to=${encodeURIComponent(nasty)}`)).body).not.toMatch(/<img|<script/)
    expect((await read(`/dev/mail/${id}`)).body).toBe(html)
  })

  it('letters are forgotten after a month', async () => {
    await post(world, 'anna@example.ru')
    world.clock.advance(31 * DAY)
    const forget = mailJobs.find(({ name }) => name === 'forget-letters')
    if (!forget || !('every' in forget)) throw new Error('no such job')
    await forget.run(world)
    await expect(world.letterTo('anna@example.ru')).rejects.toThrow('nothing was sent')
  })
})

it('there is no mailbox to look into in production, nor where others reach the service, nor where letters leave', async () => {
  for (const config of [
    { production: true },
    { openToOthers: true },
    { mail: { smtpUrl: 'smtp://127.0.0.1:1', requireTls: true, from: 'a@b.ru' } },
  ]) {
    const world = await openTestWorld({ config })
    try {
      await post(world, 'anna@example.ru')
      for (const url of ['/dev/mail', '/dev/mail/1', '/dev/mail/1/plain']) {
        expect((await world.web.app.inject({ url })).body).not.toContain('0472')
      }
    } finally {
      await world.close()
    }
  }
})
