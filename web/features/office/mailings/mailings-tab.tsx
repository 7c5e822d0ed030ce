import { useCall } from '../../../kit/calls/use-call.ts'
import { MailHolds } from './mail-holds.tsx'
import { MailingList } from './mailing-list.tsx'
import { NewMailing } from './new-mailing.tsx'

/** Writing to many at once, and how what was written fares. */
export function MailingsTab({ zone }: { zone: string }) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const categories = new Map((data?.categories ?? []).map(({ id, name }) => [id, name]))
  return (
    <>
      <NewMailing zone={zone} categories={categories} />
      <MailHolds zone={zone} />
      <MailingList zone={zone} categories={categories} />
    </>
  )
}
