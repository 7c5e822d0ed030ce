import { Button, Skeleton } from '@mantine/core'
import { useParams } from 'react-router'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { Invoice } from '../features/payments/invoice.tsx'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './invoice-page.module.css'

/** One purchase, to be printed. */
export function InvoicePage() {
  const { account = '' } = useParams()
  const { user, error, retry } = useMe()
  return (
    <div className={classes.page}>
      <PageTitle name={`Счёт № ${account}`} />
      {user ? (
        <Invoice key={user.id} account={account} zone={user.timeZone} />
      ) : user === null ? (
        <SignInNotice>Счёт видит только тот, кто его оплатил, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : error ? (
        <Blank
          picture="failure"
          level={1}
          title="Счёт не загрузился"
          action={<Button onClick={retry}>Повторить</Button>}
        >
          {sentenceOf(error)}
        </Blank>
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
    </div>
  )
}
