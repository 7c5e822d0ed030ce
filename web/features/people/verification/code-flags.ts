/** What came of a code, reported to every browser of the person: the others follow the one in which it was entered. */
import type { QueryClient } from '@tanstack/react-query'
import type { CodeFlag } from '../../../../contract/people/verification.ts'
import { callKey } from '../../../kit/calls/use-call.ts'
import type { Result } from '../../../kit/calls/ask.ts'

/** What a code confirms: `notices` is the e-mail that notices go to. */
export type ConfirmedContact = 'email' | 'phone' | 'notices'

type Watcher = (purpose: ConfirmedContact, flag: CodeFlag) => void

const verificationKey = callKey('verification', 'getVerification', {})
const watchers = new Set<Watcher>()

export async function takeCodeFlag(cache: QueryClient, purpose: ConfirmedContact, flag: CodeFlag): Promise<void> {
  // Right or wrong for the last time: there is no open code any more.
  if (flag !== 2)
    cache.setQueryData<Result<'verification', 'getVerification'>>(
      verificationKey,
      (known) => known && { ...known, [purpose]: null },
    )
  // Anyone who follows says what is confirmed now, and so has to know it first.
  if (flag === 1) await cache.invalidateQueries({ queryKey: callKey('accounts', 'getMe', {}) })
  for (const watcher of watchers) watcher(purpose, flag)
}

/** Calls `watcher` with every code until the returned function is called. */
export function watchCodes(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
