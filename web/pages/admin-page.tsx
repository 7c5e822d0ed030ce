import { Button, Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { Link, useLocation } from 'react-router'
import { errors } from '../../contract/errors.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/accounts/sign-in-notice.tsx'
import { useMe } from '../features/accounts/use-me.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import classes from './admin-page.module.css'

const TariffTable = lazy(() =>
  import('../features/tariffs/tariff-table.tsx').then((file) => ({ default: file.TariffTable })),
)
const PromoCodeTable = lazy(() =>
  import('../features/promo/promo-code-table.tsx').then((file) => ({ default: file.PromoCodeTable })),
)

/** What an admin looks after; the first is shown unless the address names another. */
const tabs = [
  { name: 'tariffs', title: 'Тарифы', Part: TariffTable },
  { name: 'promo', title: 'Промокоды', Part: PromoCodeTable },
] as const

export function AdminPage() {
  return (
    <div className={classes.page}>
      <PageTitle name="Админ" />
      <AdminParts />
    </div>
  )
}

function AdminParts() {
  const { user, error, retry } = useMe()
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('tab')
  const tab = tabs.find(({ name }) => name === asked) ?? tabs[0]
  const waiting = <Skeleton height={320} radius="lg" />
  if (user === null)
    return <SignInNotice>Здесь работают администраторы, поэтому странице нужно знать, кто вы.</SignInNotice>
  if (user === undefined) {
    return error ? (
      <Blank
        picture="failure"
        level={1}
        title="Страница не загрузилась"
        action={<Button onClick={retry}>Повторить</Button>}
      >
        {sentenceOf(error)}
      </Blank>
    ) : (
      waiting
    )
  }
  if (!mayAsk('admin', rolesOf(user.role))) {
    return (
      <Blank
        picture="locked"
        level={1}
        title={errors.FORBIDDEN.message}
        action={
          <Button component={Link} to="/feed">
            В ленту
          </Button>
        }
      >
        Эта страница открыта только администраторам.
      </Blank>
    )
  }
  return (
    <>
      <h1 className={classes.title}>Админ</h1>
      <nav className={classes.tabs} aria-label="Разделы">
        {tabs.map(({ name, title }) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            className={classes.tab}
            aria-current={name === tab.name ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Later key={tab.name} waiting={waiting}>
        <tab.Part />
      </Later>
      <DeedNotices />
    </>
  )
}
