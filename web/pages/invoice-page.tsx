import { Skeleton } from '@mantine/core'
import { useParams } from 'react-router'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { Invoice } from '../features/commerce/payments/invoice.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import classes from './invoice-page.module.css'

/** One purchase, to be printed. */
export function InvoicePage() {
  const { account = '' } = useParams()
  const { user, error, retry } = useMe()
  return (
    <div className={`${frame.reading} ${classes.page}`}>
      <PageTitle name={`Счёт № ${account}`} />
      {user ? (
        <Invoice key={user.id} account={account} zone={user.timeZone} />
      ) : user === null ? (
        <SignInNotice>Счёт видит только тот, кто его оплатил, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : error ? (
        <LoadFailure title="Счёт не загрузился" error={error} onRetry={retry} level={1} variant="filled" />
      ) : (
        <Skeleton height={420} radius="lg" aria-busy="true" />
      )}
    </div>
  )
}
