import { describe, expect, test } from 'vitest'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { LeadMark, LeadStatus } from '../../../../../contract/reading/leads.ts'
import { sampleMessage } from '../../feed/card/message.samples.ts'
import { moveChange, moved, type WantedMove } from './lead-changes.ts'

const me: NamedPerson = { id: 1, name: 'Я' }
const vera: NamedPerson = { id: 2, name: 'Вера' }
const now = new Date('2026-03-10T12:00:00.000Z')
const lead = (status: LeadStatus, assignee: NamedPerson | null): LeadMark => ({
  id: 7,
  status,
  assignee,
  takenAt: assignee && '2026-03-09T12:00:00.000Z',
  remindAt: null,
})

describe('a move', () => {
  test.each<[LeadMark | null, WantedMove, LeadStatus, NamedPerson | null]>([
    [null, { assignee: me }, 'inWork', me],
    [lead('new', null), { assignee: vera }, 'inWork', vera],
    [lead('inWork', me), { assignee: null }, 'new', null],
    [lead('answered', me), { assignee: null }, 'answered', null],
    [lead('answered', me), { assignee: vera }, 'answered', vera],
    [null, { status: 'inWork' }, 'inWork', me],
    [null, { status: 'won' }, 'won', me],
    [lead('inWork', vera), { status: 'lost' }, 'lost', vera],
    [lead('inWork', vera), { status: 'new' }, 'new', null],
  ])('of %j by %j', (before, move, status, assignee) => {
    expect(moved(before, me, move, now)).toMatchObject({ status, assignee })
  })

  test('keeps when it was taken, unless another has it', () => {
    expect(moved(lead('inWork', me), me, { status: 'won' }, now).takenAt).toBe('2026-03-09T12:00:00.000Z')
    expect(moved(lead('inWork', me), me, { assignee: vera }, now).takenAt).toBe(now.toISOString())
    expect(moved(lead('inWork', me), me, { assignee: null }, now).takenAt).toBeNull()
  })
})

describe('answers go with it', () => {
  const answer = (user: NamedPerson) => ({ user, at: '2026-03-10T11:00:00.000Z' })
  const answersAfter = (message: Partial<FeedMessage>, move: WantedMove) =>
    moveChange(sampleMessage(message), me, move, now).answers?.map(({ user }) => user.name)
  test.each<[string, Partial<FeedMessage>, WantedMove, string[] | undefined]>([
    ['who answers is among those who did', {}, { status: 'answered' }, ['Я']],
    ['beside others', { answers: [answer(vera)] }, { status: 'answered' }, ['Вера', 'Я']],
    ['once', { answers: [answer(me)] }, { status: 'answered' }, undefined],
    ['who moves it back did not', { answers: [answer(vera), answer(me)] }, { status: 'inWork' }, ['Вера']],
    ['a deal leaves them', { answers: [answer(me)] }, { status: 'won' }, undefined],
    ['who is given it did not answer', { lead: lead('answered', vera) }, { assignee: me }, undefined],
  ])('%s', (_, message, move, names) => {
    expect(answersAfter(message, move)).toEqual(names)
  })
})
