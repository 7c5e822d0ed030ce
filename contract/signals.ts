/** Signals: what the server says unasked, over the socket. Each is declared beside the calls of its feature; the web listens to all of them (web/pages/signal-listeners.test.ts). */
import type { Static } from 'typebox'
import type { signals } from './contract.ts'

export type Signals = { [Name in keyof typeof signals]: Static<(typeof signals)[Name]> }
export type SignalName = keyof Signals
