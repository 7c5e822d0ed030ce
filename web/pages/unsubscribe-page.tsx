import { useLocation } from 'react-router'
import { LeaveMailings, NoMailingLink } from '../features/office/mailings/leave-mailings.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'

/** /unsubscribe: where «Отписаться» of a mailing leads. The token is the hash, which no server and no other site is informed of. */
export function UnsubscribePage() {
  const token = useLocation().hash.slice(1)
  return (
    <PageFrame name="Отписка от рассылки" width="reading">
      {/^[\w.-]{1,100}$/.test(token) ? <LeaveMailings key={token} token={token} /> : <NoMailingLink />}
    </PageFrame>
  )
}
