/** The steps of a confirmation (spec §4): init, then input (nothing known yet, or another is wanted) or verification, then final. */
import type { CodeFlag, SentCode } from '../../../../contract/people/verification.ts'

export interface CodeState {
  step: 'init' | 'input' | 'verification' | 'final'
  /** The last code that was sent; of what another tab confirmed it may not be the code. */
  sent: SentCode | null
  /** What came of the last try. */
  mistake: 'wrong' | 'closed' | null
}

export type CodeEvent =
  | { type: 'sent'; sent: SentCode }
  /** `here`: entered in this tab, and not in another one of the same person. */
  | { type: 'tried'; flag: CodeFlag; here: boolean }
  | { type: 'other wanted' }
  | { type: 'back' }
  /** The server will not send another code before this moment. */
  | { type: 'too soon'; resendAt: string }

/**
 * @param open the code that may still be entered, sent before the dialog was opened
 * @param known there is something to confirm already
 */
export function firstState(open: SentCode | null, known: boolean): CodeState {
  return { step: open ? 'verification' : known ? 'init' : 'input', sent: open, mistake: null }
}

export function nextState(state: CodeState, event: CodeEvent): CodeState {
  switch (event.type) {
    case 'sent':
      return { step: 'verification', sent: event.sent, mistake: null }
    case 'tried':
      return tried(state, event)
    case 'other wanted':
      return { ...state, step: 'input', mistake: null }
    case 'back':
      return state.sent ? { ...state, step: 'verification' } : state
    case 'too soon':
      return state.sent ? { ...state, sent: { ...state.sent, resendAt: event.resendAt } } : state
  }
}

function tried(state: CodeState, { flag, here }: { flag: CodeFlag; here: boolean }): CodeState {
  if (state.step === 'final') return state
  if (flag === 1) return { step: 'final', sent: here ? state.sent : null, mistake: null }
  if (flag === 3) return { ...state, mistake: 'closed' }
  // Anyone who is typing here is not disturbed by a slip elsewhere.
  return here ? { ...state, mistake: 'wrong' } : state
}
