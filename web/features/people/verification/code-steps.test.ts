import { describe, expect, test } from 'vitest'
import { firstState, nextState, type CodeEvent } from './code-steps.ts'

const sent = { target: 'anna@example.ru', resendAt: '2026-05-01T12:00:30Z', expiresAt: '2026-05-01T12:10:00Z' }
const after = (...events: CodeEvent[]) => events.reduce(nextState, firstState(null, true))
const wrong: CodeEvent = { type: 'tried', flag: 2, here: true }

describe('a confirmation begins', () => {
  test.each([
    ['where the code is entered, when one is on its way', sent, true, 'verification'],
    ['with what is to be confirmed', null, true, 'init'],
    ['by asking for it, when nothing is known', null, false, 'input'],
  ] as const)('%s', (_, open, known, step) => {
    expect(firstState(open, known).step).toBe(step)
  })
})

describe('a code', () => {
  test('that is right ends it, here or in another tab', () => {
    expect(after({ type: 'sent', sent }, { type: 'tried', flag: 1, here: true })).toEqual({
      step: 'final',
      sent,
      mistake: null,
    })
    // There it may have been a code to another address.
    expect(after({ type: 'sent', sent }, { type: 'tried', flag: 1, here: false })).toEqual({
      step: 'final',
      sent: null,
      mistake: null,
    })
    expect(after({ type: 'tried', flag: 1, here: false }).step).toBe('final')
  })

  test('that is wrong says so only where it was entered', () => {
    expect(after({ type: 'sent', sent }, wrong)).toMatchObject({ step: 'verification', mistake: 'wrong' })
    expect(after({ type: 'sent', sent }, { ...wrong, here: false }).mistake).toBeNull()
  })

  test('that is wrong for the last time closes the entry everywhere, until another is sent', () => {
    const closed = after({ type: 'sent', sent }, { type: 'tried', flag: 3, here: false })
    expect(closed).toMatchObject({ step: 'verification', mistake: 'closed' })
    expect(nextState(closed, { type: 'sent', sent }).mistake).toBeNull()
  })

  test('that failed after the right one changes nothing', () => {
    expect(after({ type: 'tried', flag: 1, here: true }, { type: 'tried', flag: 3, here: false })).toMatchObject({
      step: 'final',
      mistake: null,
    })
  })
})

test('another address may be wanted, and the way back leads to the code', () => {
  const other = after({ type: 'sent', sent }, wrong, { type: 'other wanted' })
  expect(other).toEqual({ step: 'input', sent, mistake: null })
  expect(nextState(other, { type: 'back' }).step).toBe('verification')
})

test('a server that wants a longer wait is believed', () => {
  const resendAt = '2026-05-01T12:02:00Z'
  expect(after({ type: 'sent', sent }, { type: 'too soon', resendAt }).sent?.resendAt).toBe(resendAt)
})
