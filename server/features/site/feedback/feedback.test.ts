import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../../contract/contract.ts'
import { requestOf } from '../../../../contract/request.ts'
import { feedbackKeptDays, feedbackLength } from '../../../../contract/site/feedback.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { feedbackFeature } from './feedback.feature.ts'
import { deleteFeedbackOf, personalFeedback } from './personal-feedback.ts'
import { sentAs } from '../../../testing/sent-as.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'

const SUPPORT = 'support@example.ru'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { supportEmail: SUPPORT } })
  anna = await world.customer('anna')
})
afterAll(() => world.close())
// Everybody may write again, and nothing that was written is left.
afterEach(async () => {
  world.clock.advance(HOUR)
  await world.db.deleteFrom('feedback').execute()
  await world.db.deleteFrom('letters').execute()
})

const written = () => world.db.selectFrom('feedback').selectAll().orderBy('id').execute()
const letters = () => world.db.selectFrom('letters').select(['recipient', 'subject', 'plain', 'html']).execute()
const letter = { email: 'guest@example.ru', msg: 'Здравствуйте! Не приходят письма.' }

describe('feedback.sendFeedback', () => {
  it('keeps what a guest writes, and posts it to support', async () => {
    const from = 'https://echolot.ru/contacts?subj=x'
    const answer = await world.ask('feedback', 'sendFeedback', {
      ...letter,
      name: ' Ольга ',
      subj: ' Письма ',
      from,
      fp: ' 0123456789ABCDEF0123456789abcdef ',
    })
    expect(codeOf(answer)).toBe('ok')
    expect(await written()).toMatchObject([
      {
        userId: null,
        name: 'Ольга',
        email: 'guest@example.ru',
        subject: 'Письма',
        message: letter.msg,
        cameFrom: from,
        fp: '0123456789abcdef0123456789abcdef',
        at: world.clock.now(),
      },
    ])
    const [posted] = await letters()
    expect(posted).toMatchObject({ recipient: SUPPORT, subject: 'Обращение: Письма' })
    for (const words of ['Ольга, guest@example.ru', letter.msg, `Написано на странице ${from}`])
      expect(posted?.plain).toContain(words)
  })

  it('is taken once when it is sent again, as after an answer that was lost', async () => {
    const send = async (more: object = {}, by?: { ip: string }) =>
      codeOf(await world.ask('feedback', 'sendFeedback', { ...letter, ...more }, by))
    expect(await Promise.all([send(), send(), send({}, { ip: '10.7.7.7' })])).toEqual(['ok', 'ok', 'ok'])
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([1, 1])
    expect([await send({ msg: 'Пишу ещё раз.' }), await send({ email: 'another@example.ru' })]).toEqual(['ok', 'ok'])
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([3, 3])
    world.clock.advance(HOUR)
    expect(await send()).toBe('ok')
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([4, 4])
  })

  it('knows who writes when he is signed in, and takes the address he gives', async () => {
    await anna.asks('feedback', 'sendFeedback', { ...letter, email: 'office@example.ru' })
    expect(await written()).toMatchObject([
      { userId: anna.userId, email: 'office@example.ru', name: '', subject: 'Без темы', cameFrom: '', fp: null },
    ])
    expect(await letters()).toMatchObject([{ subject: 'Обращение: Без темы' }])
  })

  it('does not read what is written as HTML, nor a subject as more than one line', async () => {
    await world.ask('feedback', 'sendFeedback', {
      ...letter,
      subj: 'Тема\r\nBcc: all@example.ru',
      msg: '<img src=x onerror=alert(1)>',
    })
    const [posted] = await letters()
    expect(posted?.html).not.toContain('<img src=x')
    expect(posted?.recipient).toBe(SUPPORT)
  })

  it('is refused without an address or a message, and for what is too long', async () => {
    const refused = async (more: Record<string, unknown>) =>
      codeOf(await world.ask('feedback', 'sendFeedback', { ...letter, ...more }))
    for (const wrong of [
      { email: 'не адрес' },
      { email: '' },
      { msg: '' },
      { msg: ' \n ' },
      { msg: 'а'.repeat(feedbackLength + 1) },
      { subj: 'а'.repeat(201) },
      { name: 'а'.repeat(81) },
    ]) {
      expect(await refused(wrong), JSON.stringify(wrong).slice(0, 40)).toBe('VALIDATION_FAILED')
      world.clock.advance(HOUR)
    }
    expect(await written()).toEqual([])
    expect(await letters()).toEqual([])
    expect(await refused({ msg: 'а'.repeat(feedbackLength) })).toBe('ok')
  })

  it('is refused to whoever writes a sixth time within an hour', async () => {
    for (let time = 0; time < 5; time++)
      expect(await anna.isRefused('feedback', 'sendFeedback', { ...letter, msg: `${letter.msg} ${time}` })).toBe('ok')
    expect(await anna.isRefused('feedback', 'sendFeedback', letter)).toBe('RATE_LIMIT_EXCEEDED')
    expect(await written()).toHaveLength(5)
  })

  it('is kept though nobody is named to read letters', async () => {
    const quiet = await openTestWorld({ config: { supportEmail: '' } })
    try {
      expect(codeOf(await quiet.ask('feedback', 'sendFeedback', letter))).toBe('ok')
      expect(await quiet.db.selectFrom('feedback').select('message').execute()).toEqual([{ message: letter.msg }])
      expect(await quiet.db.selectFrom('letters').select('id').execute()).toEqual([])
    } finally {
      await quiet.close()
    }
  })
})

describe('the queue of letters', () => {
  let sonya: TestUser
  let semyon: TestUser
  beforeAll(async () => {
    sonya = await world.somebody('sonya', ['support'])
    semyon = await world.somebody('semyon', ['support'])
  })
  const writes = async (more: object = {}, by?: TestUser): Promise<number> => {
    await world.ask('feedback', 'sendFeedback', { ...letter, ...more }, by)
    return (await written()).at(-1)?.id ?? 0
  }
  const idsOf = async (asked: { state?: 'new' | 'answered' | 'closed'; search?: string; page?: number } = {}) =>
    (await sonya.asks('feedback', 'listFeedback', asked)).docs.map(({ id }) => id)
  const audited = async () =>
    (
      await world.db
        .selectFrom('auditLog')
        .select(['actorId', 'userId', 'action', 'details'])
        .where('action', 'like', 'feedback-%')
        .where('at', '=', world.clock.now())
        .orderBy('id')
        .execute()
    ).map(({ actorId, userId, action, details }) => [actorId, userId, action, details])

  it('has the oldest new one first, and finds by address, name, words and number', async () => {
    const first = await writes({ subj: 'Оплата 100%', name: 'Ольга' })
    const second = await writes({ email: 'Petr@example.ru', msg: 'Как добавить группу?' }, anna)
    expect(await idsOf({ state: 'new' })).toEqual([first, second])
    expect(await idsOf()).toEqual([second, first])
    for (const search of ['ольга', '100%', 'guest@', String(first)])
      expect(await idsOf({ search }), search).toEqual([first])
    expect(await idsOf({ search: 'добавить ГРУППУ' })).toEqual([second])
    expect(await idsOf({ search: '0%0' })).toEqual([])
    const { docs, ...page } = await sonya.asks('feedback', 'listFeedback', { state: 'new', page: 2 })
    expect(docs).toEqual([])
    expect(page).toEqual({ total: 2, page: 2, pages: 1, limit: 20, counts: { new: 2, answered: 0, closed: 0 } })
    const long = await writes({ msg: 'а'.repeat(feedbackLength) })
    const line = (await sonya.asks('feedback', 'listFeedback', {})).docs[0]
    expect(line).toMatchObject({ id: long, state: 'new', changedBy: null, changedAt: null })
    expect(line?.beginning).toHaveLength(160)
  })

  it('knows whose letter it is: of who was signed in, or by an e-mail that is confirmed', async () => {
    const whose = async (id: number) => (await sonya.asks('feedback', 'getFeedback', { id })).letter.user
    const confirm = (emailApprove: boolean) =>
      world.db.updateTable('users').set({ emailApprove }).where('id', '=', anna.userId).execute()
    const known = { id: anna.userId, username: 'anna' }
    expect(await whose(await writes({}, anna))).toEqual({ ...known, signedIn: true })
    await confirm(false)
    const guests = await writes({ email: anna.email.toUpperCase() })
    expect(await whose(guests)).toBeNull()
    await confirm(true)
    expect(await whose(guests)).toEqual({ ...known, signedIn: false })
    expect(await whose(await writes({ email: 'other@example.ru' }))).toBeNull()
  })

  it('answers by a letter that quotes what it answers; of two at once the second is told', async () => {
    const id = await writes({ subj: 'Письма' }, anna)
    const text = 'Проверьте папку «Спам».\n\nЕсли там пусто, напишите ещё.'
    const answer = (by: TestUser, seen: number, more: object = {}) =>
      world.ask('feedback', 'answerFeedback', { id, text, seen, ...more }, by)
    const codes = (await Promise.all([answer(sonya, 0), answer(semyon, 0)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['FEEDBACK_ALREADY_ANSWERED', 'ok'])
    const author = codes[0] === 'ok' ? sonya : semyon
    const now = world.clock.now().toISOString()
    const { letter: shown } = await sonya.asks('feedback', 'getFeedback', { id })
    expect(shown).toMatchObject({ state: 'answered', changedAt: now, message: letter.msg })
    expect(shown.answers).toEqual([{ id: expect.any(Number), at: now, files: [], text, author: shown.changedBy }])
    const sent = (await letters()).filter(({ recipient }) => recipient === letter.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe('Ответ поддержки: Письма')
    for (const words of ['Проверьте папку «Спам».', `Вы писали: «${letter.msg}»`, 'Это ответ на ваше письмо'])
      expect(sent[0]?.plain).toContain(words)
    expect(await audited()).toEqual([[author.userId, anna.userId, 'feedback-answered', { letter: id }]])

    // Who has read the first may write a second.
    expect(codeOf(await answer(semyon, 1, { text: 'И ещё.' }))).toBe('ok')
    expect((await sonya.asks('feedback', 'getFeedback', { id })).letter.answers).toHaveLength(2)
    const files = await personalFeedback(world, anna.userId)
    expect(JSON.stringify(files)).toContain('Проверьте папку')
  })

  it('closes what needs no answer, and opens it again', async () => {
    const id = await writes()
    const state = async () => (await sonya.asks('feedback', 'getFeedback', { id })).letter
    await sonya.asks('feedback', 'closeFeedback', { id })
    await semyon.asks('feedback', 'closeFeedback', { id })
    expect(await state()).toMatchObject({ state: 'closed', changedBy: 'sonya' })
    expect([await idsOf({ state: 'new' }), await idsOf({ state: 'closed' })]).toEqual([[], [id]])
    await semyon.asks('feedback', 'reopenFeedback', { id })
    expect(await state()).toMatchObject({ state: 'new', changedBy: 'semyon' })
    expect((await audited()).map(([actor, , action]) => [actor, action])).toEqual([
      [sonya.userId, 'feedback-closed'],
      [semyon.userId, 'feedback-reopened'],
    ])
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([SUPPORT])
  })

  it('is closed to all others, and says what is not there or not right', async () => {
    const id = await writes()
    const calls = {
      getFeedback: { id },
      answerFeedback: { id, text: 'Да', seen: 0 },
      closeFeedback: { id },
      reopenFeedback: { id },
    }
    for (const [name, input] of [['listFeedback', {}], ...Object.entries(calls)] as [keyof typeof calls, never][]) {
      expect(codeOf(await world.ask('feedback', name, input)), name).toBe('UNAUTHORIZED')
      expect(await anna.isRefused('feedback', name, input), name).toBe('FORBIDDEN')
    }
    for (const [name, input] of Object.entries(calls) as [keyof typeof calls, object][])
      expect(await sonya.isRefused('feedback', name, { ...input, id: 1_999_999 } as never), name).toBe(
        'FEEDBACK_NOT_FOUND',
      )
    for (const wrong of [{ text: '' }, { text: ' \n' }, { text: 'а'.repeat(feedbackLength + 1) }, { seen: -1 }])
      expect(await sonya.isRefused('feedback', 'answerFeedback', { ...calls.answerFeedback, ...wrong })).toBe(
        'VALIDATION_FAILED',
      )
    expect((await sonya.asks('feedback', 'getFeedback', { id })).letter).toMatchObject({ state: 'new', answers: [] })
  })
})

describe('files', () => {
  const SECRET = 'Тверская, 1'
  const photo = async (width = 1_200, height = 800): Promise<File> => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: SECRET } })
      .jpeg()
      .toBuffer()
    return new File([new Uint8Array(bytes)], 'Снимок <b>.html', { type: 'text/html' })
  }
  const pdf = new File(['%PDF-1.7\nсчёт'], 'счёт.exe')
  const note = new File(['Шаг 1\nШаг 2\n'], 'шаги.TXT')
  let sonya: TestUser
  beforeAll(async () => {
    sonya = await world.somebody('sonya-files', ['support'])
  })
  const send = async (files: File[], more: object = {}) =>
    codeOf(await world.ask('feedback', 'sendFeedback', { ...letter, ...more }, { files }))
  const opened = async () =>
    (await sonya.asks('feedback', 'getFeedback', { id: (await written()).at(-1)?.id ?? 0 })).letter
  const download = (letterId: number, file: number, size = 'whole', token = sonya.token) =>
    world.web.app.inject({
      url: requestOf(contract.feedback.getFeedbackFile, { id: letterId, file, size }).url,
      headers: { cookie: `echolot=${token}` },
      remoteAddress: sonya.ip,
    })

  it('come with a letter of a guest, and support sees pictures small and downloads the rest', async () => {
    expect(await send([await photo(), pdf, note], { from: 'https://echolot.ru/contacts' })).toBe('ok')
    const { id, files } = await opened()
    expect(files.map(({ name, picture }) => [name, picture])).toEqual([
      ['Снимок <b>.webp', { width: 1_200, height: 800 }],
      ['счёт.exe.pdf', null],
      ['шаги.TXT', null],
    ])
    expect((await sonya.asks('feedback', 'listFeedback', {})).docs).toMatchObject([{ id, fileCount: 3 }])
    expect((await letters())[0]?.plain).toContain(`/support?tab=letters&letter=${id}`)
    const [picture, ofPdf, ofNote] = files.map((file) => file.id)
    const whole = await download(id, picture ?? 0)
    const small = await download(id, picture ?? 0, 'preview')
    for (const response of [whole, small]) {
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringMatching(/^attachment; /),
      })
      expect(response.rawPayload.includes(SECRET)).toBe(false)
    }
    expect((await sharp(small.rawPayload).metadata()).width).toBe(400)
    expect((await download(id, ofPdf ?? 0)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(encodeURIComponent('счёт.exe.pdf')),
    })
    expect((await download(id, ofNote ?? 0)).rawPayload.toString()).toBe('Шаг 1\nШаг 2\n')
  })

  it('are handed to support alone, and by their own letter', async () => {
    await send([note])
    const { id, files } = await opened()
    const file = files[0]?.id ?? 0
    const codes = await Promise.all([
      download(id, file, 'whole', ''),
      download(id, file, 'whole', anna.token),
      download(id + 1_000, file),
      download(id, file + 1_000),
      download(id, file, 'preview'),
      download(id, file, 'huge'),
    ])
    expect(codes.map((response) => response.json<{ code: string }>().code)).toEqual([
      'UNAUTHORIZED',
      'FORBIDDEN',
      'FEEDBACK_FILE_NOT_FOUND',
      'FEEDBACK_FILE_NOT_FOUND',
      'FEEDBACK_FILE_NOT_FOUND',
      'VALIDATION_FAILED',
    ])
  })

  it('that are refused leave no letter', async () => {
    const broken = new File([new Uint8Array((await (await photo()).arrayBuffer()).slice(0, 700))], 'половина.jpg')
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], 'логотип.png')
    expect([
      await send(Array.from({ length: 6 }, () => note)),
      await send([svg]),
      await send([note, broken]),
      await send([note], { email: 'не адрес' }),
    ]).toEqual(['FILE_LIMIT_EXCEEDED', 'FILE_TYPE_NOT_ALLOWED', 'PICTURE_INVALID', 'VALIDATION_FAILED'])
    expect(await written()).toEqual([])
  })

  it('are counted by the rate limit, and taken from no page of another site', async () => {
    const form = await sentAs(contract.feedback.sendFeedback, letter, [note], { origin: 'https://evil.example' })
    const sent = await world.web.app.inject({ method: 'POST', url: '/api/send-feedback', ...form })
    expect(sent.json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    for (let time = 0; time < 5; time++) expect(await send([note], { msg: `${time}` })).toBe('ok')
    expect(await send([note])).toBe('RATE_LIMIT_EXCEEDED')
  })

  it('make another letter of the same words, and the same ones do not', async () => {
    const [one, two] = [await photo(), await photo(600, 400)]
    expect([await send([one]), await send([one]), await send([one, two]), await send([])]).toEqual(
      Array.from({ length: 4 }, () => 'ok'),
    )
    expect(await written()).toHaveLength(3)
  })

  it('of an answer go out with it, and stay with the letter', async () => {
    await send([])
    const { id } = await opened()
    const answer = { id, text: 'Вот как это делается.', seen: 0 }
    const asker = { token: sonya.token, ip: sonya.ip, files: [await photo(), pdf] }
    expect(codeOf(await world.ask('feedback', 'answerFeedback', answer, asker))).toBe('ok')
    expect((await opened()).answers[0]?.files.map(({ name }) => name)).toEqual(['Снимок <b>.webp', 'счёт.exe.pdf'])
    const attached = await world.db.selectFrom('letterFiles').select(['name', 'type', 'bytes']).orderBy('id').execute()
    expect(attached.map(({ name, type }) => [name, type])).toEqual([
      ['Снимок <b>.jpg', 'image/jpeg'],
      ['счёт.exe.pdf', 'application/pdf'],
    ])
    expect(attached[0]?.bytes.includes(SECRET)).toBe(false)
    expect(
      codeOf(await world.ask('feedback', 'answerFeedback', answer, { ...asker, ip: anna.ip, token: anna.token })),
    ).toBe('FORBIDDEN')
  })

  it('stand in the copy of one’s data, and go with the letter', async () => {
    const asker = { token: anna.token, ip: anna.ip, files: [note, pdf] }
    await world.ask('feedback', 'sendFeedback', letter, asker)
    const personal = await personalFeedback(world, anna.userId)
    const files: Record<string, unknown>[] = []
    for await (const file of personal['Файлы писем в поддержку'] as AsyncIterable<Record<string, unknown>>)
      files.push(file)
    expect(
      files.map((file) => [file['имя'], Buffer.from(String(file['содержимое в base64']), 'base64').length]),
    ).toEqual([
      ['шаги.TXT', note.size],
      ['счёт.exe.pdf', pdf.size],
    ])
    await world.db.transaction().execute((tx) => deleteFeedbackOf(tx, anna.userId))
    expect(await world.db.selectFrom('feedbackFiles').select('id').execute()).toEqual([])
  })
})

describe('what was written to us', () => {
  it('is forgotten after a year', async () => {
    const old = await openTestWorld({ config: { supportEmail: '' } })
    try {
      await old.ask('feedback', 'sendFeedback', letter)
      const forget = feedbackFeature.jobs.find(({ name }) => name === 'forget-feedback')
      const run = (): Promise<void> =>
        (forget as { run(context: object): Promise<void> }).run({ db: old.db, clock: old.clock })
      const count = async (): Promise<number> => (await old.db.selectFrom('feedback').select('id').execute()).length
      old.clock.advance(feedbackKeptDays * DAY)
      await run()
      expect(await count()).toBe(1)
      old.clock.advance(1)
      await run()
      expect(await count()).toBe(0)
    } finally {
      await old.close()
    }
  })
})
