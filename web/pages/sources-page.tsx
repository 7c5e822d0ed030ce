import { Skeleton } from '@mantine/core'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { SourcesList } from '../features/sources/sources-list.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './category-search-page.module.css'

/** /sources: how far behind each network is. Silence must never look like «nobody writes». */
export function SourcesPage() {
  const { user } = useMe()
  return (
    <div className={classes.page}>
      <PageTitle name="Слышимость сетей" />
      {user !== null && (
        <header className={classes.head}>
          <h1 className={classes.title}>Слышимость сетей</h1>
          <p className={classes.lead}>Насколько каждая сеть отстаёт и когда от неё пришло последнее сообщение. Если сеть молчит, это видно здесь.</p>
        </header>
      )}
      {user === undefined && <Skeleton height={320} radius="lg" />}
      {user === null && <SignInNotice>Слышимость сетей видят те, кто слушает.</SignInNotice>}
      {user && <SourcesList zone={user.timeZone} />}
    </div>
  )
}
