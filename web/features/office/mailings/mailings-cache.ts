import type { QueryClient } from '@tanstack/react-query'
import type { MailingPage } from '../../../../contract/office/mailings.ts'
import { callKey } from '../../../kit/calls/use-call.ts'

/** What the signal `/admin/email/tasks` does: the first page is what it says, whatever else is on the screen is asked for again. */
export function takeMailings(cache: QueryClient, page: MailingPage): void {
  const first = callKey('mailings', 'listMailings', { page: 1 })
  cache.setQueryData<MailingPage>(first, (known) => known && page)
  void cache.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'mailings' &&
      /^(listMailings|listMailHolds|getMailing)$/.test(String(queryKey[1])) &&
      !isSame(queryKey, first),
  })
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
