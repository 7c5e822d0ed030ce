/** Announces to browsers what has changed about messages and authors; counts of new items go another way, to sockets that asked for them. */
import type { DeclaredSignals } from '../../../kit/signals.ts'
import { authorSignals } from './live/author-signals.ts'
import { MessageSignals } from './live/message-signals.ts'

export const feedSignals: DeclaredSignals = [authorSignals, () => new MessageSignals()]
