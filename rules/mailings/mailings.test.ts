import { describe, expect, it, test } from 'vitest'
import { mailingStatuses, recipientStates } from '../../contract/office/mailings.ts'
import { errors } from '../../contract/errors.ts'
import { fillBody, fillText, findMailingMistakes, findWarnings, readMailingBody } from './body.ts'
import { holderTitle, laneOf } from './lane.ts'
import {
  missingFields,
  readAddresses,
  readRecipientGroup,
  statOf,
  bouncesTooMuch,
  type MailingFields,
} from './mailing.ts'
import { firstRate, rateAfter } from './send-rate.ts'
import { readSmtpAnswer, retryAfter } from './smtp-answer.ts'

describe('a form that lacks something', () => {
  const whole: MailingFields = { type: 'info', recGroup: 'all', recAny: '', subj: 'Тема', body: 'Текст' }
  test.each<[Partial<MailingFields>, string[]]>([
    [{}, []],
    [{ type: '' }, ['не выбран тип рассылки']],
    [{ type: 'spam' }, ['не выбран тип рассылки']],
    [{ recGroup: undefined }, ['не выбрана группа получателей']],
    [{ recGroup: 'everyone' }, ['не выбрана группа получателей']],
    [{ recGroup: 'any', recAny: ' \n ' }, ['не указаны email получателей']],
    [{ recGroup: 'any', recAny: 'a@b.ru' }, []],
    [{ subj: '  ' }, ['не указана тема сообщения']],
    [{ body: '\n' }, ['не задано тело сообщения']],
    [
      { type: undefined, recGroup: undefined, subj: undefined, body: undefined },
      [
        'не выбран тип рассылки',
        'не выбрана группа получателей',
        'не указана тема сообщения',
        'не задано тело сообщения',
      ],
    ],
  ])('%j is answered: %j', (change, messages) => {
    expect(missingFields({ ...whole, ...change }).map(({ code }) => errors[code].message)).toEqual(messages)
  })
})

test('groups are named, or are a category', () => {
  expect([readRecipientGroup('paying'), readRecipientGroup('category:12'), readRecipientGroup('any')]).toEqual([
    'paying',
    { categoryId: 12 },
    'any',
  ])
  for (const wrong of ['', 'category:', 'category:0', 'category:1e3', 'category:12 ', 'constructor'])
    expect(readRecipientGroup(wrong)).toBeNull()
})

test('addresses come one a line, each once; what is none is reported', () => {
  expect(
    readAddresses('Anna@Example.ru\n\nanna@example.ru; boris@mail.ru,\r\nвера@почта.рф\nno-at.ru\na@b\n<c@d.ru>'),
  ).toEqual({
    addresses: ['anna@example.ru', 'boris@mail.ru', 'вера@почта.рф'],
    mistaken: ['no-at.ru', 'a@b', '<c@d.ru>'],
  })
})

describe('the text of a mailing', () => {
  it('is read into parts, and nothing in it is HTML', () => {
    const text = [
      '# Новая сеть',
      '',
      'Теперь слушаем **Одноклассники**:',
      'подробности [здесь](https://echolot.ru/news), или https://echolot.ru/a?b=1.',
      '',
      '- первое',
      '- **второе**',
      '## Дальше',
      '[[Открыть ленту]](https://echolot.ru/feed)',
      '<b>не жирно</b> [x](javascript:alert(1))',
    ].join('\n')
    expect(readMailingBody(text)).toEqual({
      title: 'Новая сеть',
      blocks: [
        {
          kind: 'paragraph',
          runs: [
            { text: 'Теперь слушаем ' },
            { text: 'Одноклассники', bold: true },
            { text: ':\nподробности ' },
            { text: 'здесь', url: 'https://echolot.ru/news' },
            { text: ', или ' },
            { text: 'https://echolot.ru/a?b=1', url: 'https://echolot.ru/a?b=1' },
            { text: '.' },
          ],
        },
        { kind: 'list', items: [[{ text: 'первое' }], [{ text: 'второе', bold: true }]] },
        { kind: 'heading', runs: [{ text: 'Дальше' }] },
        { kind: 'button', title: 'Открыть ленту', url: 'https://echolot.ru/feed' },
        { kind: 'paragraph', runs: [{ text: '<b>не жирно</b> [x](javascript:alert(1))' }] },
      ],
    })
    expect(findWarnings(text)).toHaveLength(1)
    expect(findWarnings('цена < 100, a<b и c>d')).toEqual([])
  })

  it('takes what is known of a person, or what stands instead, and reads no marks in it', () => {
    expect(fillText('Здравствуйте, {{имя|друг}}! {{ почта }}', { имя: '**Анна**', почта: 'a@b.ru' })).toBe(
      'Здравствуйте, **Анна**! a@b.ru',
    )
    expect(fillText('{{имя|друг}}, {{категория| дело }}', { имя: '  ' })).toBe('друг, дело')
    const filled = fillBody(readMailingBody('{{имя|друг}}, привет'), { имя: '[x](https://зло.рф)' })
    expect(filled.blocks).toEqual([{ kind: 'paragraph', runs: [{ text: '[x](https://зло.рф), привет' }] }])
  })

  test.each([
    ['{{имя|друг}} {{почта}} {{категория|дело}}', 0],
    ['{{имя}}', 1],
    ['{{имя|}}', 1],
    ['{{name|друг}}', 1],
    ['{{имя|друг', 1],
    ['друг}}', 1],
    ['{{constructor|друг}}', 1],
    ['[[Открыть]](/feed)', 1],
    ['[здесь](javascript:x)', 1],
    ['[здесь](mailto:a@b.ru)', 0],
    ['{{имя}} {{имя}}', 1],
  ])('%s has mistakes: %i', (text, mistakes) => {
    expect(findMailingMistakes(text)).toHaveLength(mistakes)
  })
})

test.each([
  [550, '5.1.1 <a@b.ru>: user unknown', 'dead'],
  [550, '5.1.10 RESOLVER.ADR.RecipientNotFound', 'dead'],
  [550, '5.2.1 The email account that you tried to reach is disabled', 'disabled'],
  [552, '5.2.2 The recipient’s inbox is out of storage space', 'full'],
  [552, '5.3.4 Message size exceeds fixed limit', 'letter'],
  [554, '5.7.1 Message rejected under suspicion of SPAM; https://ya.cc/1IrBc', 'unwanted'],
  [550, 'spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=x', 'unwanted'],
  [550, '5.7.26 This mail has been blocked because the sender is unauthenticated', 'unauthenticated'],
  [550, '5.7.515 Access denied', 'unauthenticated'],
  [550, '5.4.4 Host not found', 'later'],
  [550, 'No such user here', 'dead'],
  [554, 'transaction failed', 'letter'],
  [421, '4.7.28 Our system has detected an unusual rate', 'slow'],
  [451, '4.7.1 greylisted', 'slow'],
  [450, 'too many connections', 'slow'],
  [451, '4.3.0 try again later', 'later'],
  [452, '4.2.2 mailbox full', 'later'],
])('%i %s means: %s', (code, text, kind) => {
  expect(readSmtpAnswer(code, text)).toBe(kind)
})

test('a service is sent to faster while it takes, half as fast when it says so, and never faster than it may be', () => {
  let sending = firstRate(5)
  expect(sending.rate).toBe(1)
  for (let taken = 0; taken < 80; taken += 1) sending = rateAfter(sending, 'taken', 5)
  expect(sending.rate).toBe(5)
  sending = rateAfter(sending, 'slow down', 5)
  expect(sending.rate).toBe(2.5)
  for (let times = 0; times < 50; times += 1) sending = rateAfter(sending, 'slow down', 5)
  expect(sending.rate).toBe(0.05)
  expect([0, 1, 2, 5, 100].map(retryAfter)).toEqual([5, 5, 15, 720, 720])
})

test('addresses of one service are one lane; small ones are held each by itself', () => {
  expect(laneOf('a@BK.ru')).toEqual({ lane: 'mailru', holder: 'mailru' })
  expect(laneOf('a@x@ya.ru')).toEqual({ lane: 'yandex', holder: 'yandex' })
  expect(laneOf('a@corp.example')).toEqual({ lane: 'other', holder: 'corp.example' })
  expect([holderTitle('yandex'), holderTitle('corp.example')]).toEqual(['Яндекс Почта', 'corp.example'])
})

test('every recipient is counted once, whatever became of them', () => {
  const counts = Object.fromEntries(recipientStates.map((state, place) => [state, 10 ** place]))
  for (const status of mailingStatuses) {
    const { total, ...parts } = statOf(counts, status)
    expect(total).toBe(11_111_111)
    expect(Object.values(parts).reduce((sum, each) => sum + each, 0)).toBe(total)
    expect(status === 'paused' ? parts.paused : parts.wait).toBe(1)
  }
})

test.each([
  [{ tried: 4, bounced: 4 }, null, false],
  [{ tried: 5, bounced: 5 }, null, true],
  [{ tried: 99, bounced: 5 }, null, true],
  [{ tried: 100, bounced: 5 }, null, false],
  [{ tried: 100_000, bounced: 5_000 }, null, false],
  [{ tried: 100_000, bounced: 5_001 }, null, true],
  [{ tried: 60, bounced: 9 }, { tried: 50, bounced: 5 }, false],
  [{ tried: 60, bounced: 10 }, { tried: 50, bounced: 5 }, true],
])('of %j, where %j was known, too much came back: %s', (now, seen, tooMuch) => {
  expect(bouncesTooMuch(now, seen)).toBe(tooMuch)
})
