import { Link } from 'react-router'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { BlackList } from '../features/marks/black-list.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './blacklist-page.module.css'

export function BlacklistPage() {
  const { user } = useMe()
  return (
    <div className={classes.page}>
      <PageTitle name="Чёрный список" />
      {user === null ? (
        <SignInNotice>У каждого свой чёрный список, поэтому странице нужно знать, кто вы.</SignInNotice>
      ) : (
        <>
          <Link to="/feed" className={classes.back}>
            ← Лента
          </Link>
          <h1 className={classes.title}>Чёрный список</h1>
          <p className={classes.about}>
            Сообщения этих авторов не попадают в вашу ленту. Сами авторы об этом не узнают.
          </p>
          {user && <BlackList key={user.id} zone={user.timeZone} />}
          <DeedNotices />
        </>
      )}
    </div>
  )
}
