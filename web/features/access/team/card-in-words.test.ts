import { expect, test } from 'vitest'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import { cardState } from './card-in-words.ts'
import { filledMember, memberChanges, memberMistakes } from './member-form.ts'

const card = (changes: Partial<MembershipCard> = {}): MembershipCard => ({
  id: 7,
  email: 'vera@example.ru',
  username: 'Вера',
  status: 'pending',
  right: 'work',
  seated: null,
  invitedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-04T10:00:00Z',
  acceptedAt: null,
  claimedBy: null,
  seenAt: null,
  ...changes,
})
const now = new Date('2026-11-23T10:00:00Z')
const day = (at: string): string => at.slice(5, 10)
const accepted = { status: 'accepted', acceptedAt: '2026-11-21T10:00:00Z', invitedAt: null, expiresAt: null } as const

test.each<[string, MembershipCard, string, string]>([
  ['who is invited', card(), 'Ждём ответа', 'Приглашение действует до 12-04'],
  ['whose time is over', card({ expiresAt: now.toISOString() }), 'Приглашение истекло', 'Отправьте его ещё раз'],
  ['who is in', card({ ...accepted, seated: true }), 'В команде', 'В команде с 11-21'],
  ['who has no place', card({ ...accepted, seated: false }), 'Без места', 'Ничего не видит, пока место не освободится'],
  ['who refused', card({ status: 'rejected' }), 'Приглашение отклонено', 'Можно пригласить ещё раз'],
])('%s', (_, of, title, note) => {
  expect(cardState(of, now, day)).toMatchObject({ title, note })
})

test('mistakes are reported in the sentences of the specification', () => {
  expect(memberMistakes({ email: 'вера', username: '  ', right: 'work' })).toEqual({
    email: 'Некорректно введен email',
    username: 'Введите имя пользователя',
  })
  expect(memberMistakes(filledMember(card()))).toEqual({})
})

test('only what differs is sent, and the e-mail only of an invitation', () => {
  expect(memberChanges(filledMember(card()), card())).toEqual({ id: 7 })
  const typed = { email: ' vera@other.ru ', username: ' Вера П. ', right: 'manage' } as const
  expect(memberChanges(typed, card())).toEqual({ id: 7, email: 'vera@other.ru', username: 'Вера П.', right: 'manage' })
  const inside = card({ ...accepted, seated: true })
  expect(memberChanges(typed, inside)).toEqual({ id: 7, username: 'Вера П.', right: 'manage' })
})
