import { Link } from 'react-router'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { BlackList } from '../features/reading/marks/black-list.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import classes from './black-list-page.module.css'

export function BlackListPage() {
  const { user } = useMe()
  return (
    <Stack gap={2} className={frame.reading}>
      <PageTitle name="Чёрный список" />
      {user === null ? (
        <SignInNotice>У каждого свой чёрный список, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : (
        <>
          <Link to="/feed" className={`${typography.link} ${classes.back}`}>
            ← Лента
          </Link>
          <h1 className={typography.pageTitle}>Чёрный список</h1>
          <p className={classes.about}>
            Сообщения этих авторов не попадают в вашу ленту. Сами авторы об этом не узнают.
          </p>
          {user && <BlackList key={user.id} zone={user.timeZone} />}
          <ActionToasts />
        </>
      )}
    </Stack>
  )
}
