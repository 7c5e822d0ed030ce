import { describe, expect, test } from 'vitest'
import type { ActionData } from '../../contract/office/support.ts'
import { readAction } from './action.ts'
import { deletionInWords, grantInWords, type Grant, type Sight } from './changes.ts'
import { readSearch } from './search-words.ts'

test.each([
  ['  ', null],
  [' anna@example.ru ', { email: 'anna@example.ru', name: null, phone: null, id: null, code: null }],
  ['Анна  Ёлкина', { email: null, name: 'Анна Ёлкина', phone: null, id: null, code: 'Анна Ёлкина' }],
  ['anna', { email: 'anna', name: 'anna', phone: null, id: null, code: 'anna' }],
  [
    '8 (916) 123-45-67',
    { email: null, name: '8 (916) 123-45-67', phone: '79161234567', id: null, code: '8 (916) 123-45-67' },
  ],
  ['4567', { email: '4567', name: '4567', phone: '4567', id: 4567, code: '4567' }],
  ['№ 12', { email: null, name: '№ 12', phone: null, id: 12, code: '№ 12' }],
  ['12', { email: '12', name: '12', phone: null, id: 12, code: null }],
  ['0', { email: '0', name: '0', phone: null, id: null, code: null }],
])('«%s» is looked for as %j', (words, expected) => {
  expect(readSearch(words)).toEqual(expected)
})

describe('an action', () => {
  const opened = { product: 'category', category: 5 } as const
  test.each<[data: ActionData, read: object | string]>([
    [{}, 'ACTION_REQUIRED'],
    [{ action: 'forgive' }, 'ACTION_REQUIRED'],
    [{ action: 'delete-account', product: 'group' }, { action: 'delete-account' }],
    [{ action: 'subscribe' }, 'ACTION_PRODUCT_REQUIRED'],
    [{ action: 'subscribe', product: 'category' }, 'ACTION_CATEGORY_REQUIRED'],
    [{ action: 'team-subscribe', ...opened }, 'TEAM_SIZE_REQUIRED'],
    [{ action: 'team-subscribe', ...opened, teamSize: 1 }, 'TEAM_SIZE_REQUIRED'],
    [
      { action: 'team-subscribe', ...opened, teamSize: 3 },
      { teamSize: 3, title: 'Командный, до 3 человек' },
    ],
    [
      { action: 'subscribe', ...opened, teamSize: 3 },
      { teamSize: null, days: 7, period: '7 дней', sum: 0 },
    ],
    [
      { action: 'subscribe', ...opened, days: 0 },
      { days: 1, period: '1 день' },
    ],
    [
      { action: 'subscribe', ...opened, days: 366, name: ' Подарок ', period: 'год' },
      { days: 365, title: 'Подарок', period: 'год' },
    ],
    [
      { action: 'trial-subscribe', product: 'group', category: 5, size: 9 },
      { category: null, size: 9, title: 'Пробный' },
    ],
    [
      { action: 'trial-subscribe', product: 'project', size: 9 },
      { category: null, size: null },
    ],
  ])('%j is read as %j', (data, read) => {
    if (typeof read === 'string') expect(readAction(data)).toBe(read)
    else expect(readAction(data)).toMatchObject(read)
  })
})

describe('what changes', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const sight: Sight = { products: [], filters: [], memberOf: null, frozen: 0 }
  const grant: Grant = {
    name: 'Категория «Ветеринары»',
    startsAt: now,
    expiresAt: new Date('2026-12-14T12:00:00Z'),
    now,
    zone: 'Europe/Moscow',
    teamSize: null,
    size: null,
    letterTo: 'anna@example.ru',
    before: sight,
    after: sight,
  }
  const letter = 'Письмо об этом уйдёт на anna@example.ru'
  const until = 'Категория «Ветеринары»: до 14.12.2026'
  const vets = { key: 'category 5', name: 'Ветеринары', trial: false }
  test.each<[name: string, grant: Partial<Grant>, words: string[]]>([
    ['nothing new', {}, [until, 'В ленте ничего не изменится: всё это человек уже видит', letter]],
    [
      'a new product, and filters that show it',
      {
        before: { ...sight, filters: [[], ['category 5', 'project 1'], ['project 1']] },
        after: { ...sight, products: [vets], filters: [[], ['category 5', 'project 1'], ['project 1']] },
      },
      [until, 'В ленте появится: Ветеринары', '2 фильтра станут видны', letter],
    ],
    [
      'one that was tried',
      {
        before: { ...sight, products: [{ ...vets, trial: true }] },
        after: { ...sight, products: [vets] },
        letterTo: null,
      },
      [until, 'Откроются скрытые последние дни: Ветеринары', 'Письма не будет: email не указан'],
    ],
    [
      'what begins later, and runs again before',
      { startsAt: new Date('2026-12-01T00:00:00Z'), before: { ...sight, frozen: 1 } },
      [
        'Категория «Ветеринары»: с 01.12.2026 до 14.12.2026, когда закончится то, что уже есть',
        'Замороженная подписка снова пойдёт',
        letter,
      ],
    ],
    [
      'a team of their own',
      { teamSize: 5, size: 21, before: { ...sight, memberOf: 'Олег' } },
      [
        until,
        'Слушать можно 21 группу',
        'В ленте ничего не изменится: всё это человек уже видит',
        'Своя команда: 5 мест вместе с владельцем',
        'Выйдет из команды «Олег», и отмена туда не вернёт',
        letter,
      ],
    ],
  ])('%s', (_, more, words) => {
    expect(grantInWords({ ...grant, ...more })).toEqual(words)
  })

  test('by a deletion', () => {
    const deletion = { deletionAt: new Date('2026-12-07T12:00:00Z'), zone: 'Europe/Moscow', letterTo: null }
    expect(deletionInWords({ ...deletion, running: 2, members: 1 })).toEqual([
      'Аккаунт и всё, что в нём есть, удалится 07.12.2026',
      'До этого дня аккаунт можно оставить: отсюда или самому, войдя в профиль',
      'Пропадёт 2 подписки, которые ещё действуют',
      'Без команды останется 1 участник',
      'Письма не будет: email не указан',
    ])
    expect(deletionInWords({ ...deletion, running: 0, members: 0 })).toHaveLength(3)
  })
})
