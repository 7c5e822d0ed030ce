import { useLocation } from 'react-router'
import { NoLink, NoticeLink } from '../features/reach/notices/link/notice-link.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'

/** /notice: where the buttons of letters lead. The token is the hash, which no server and no other site is informed of. */
export function NoticePage() {
  const token = useLocation().hash.slice(1)
  return (
    <PageFrame name="Из письма" width="reading">
      {/^[\w.-]{1,400}$/.test(token) ? <NoticeLink key={token} token={token} /> : <NoLink />}
    </PageFrame>
  )
}
