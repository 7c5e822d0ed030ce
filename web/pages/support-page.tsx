import { Button, Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { errors } from '../../contract/errors.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { SignInNotice } from '../features/people/accounts/sign-in-notice.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import classes from './admin-page.module.css'
import { MaskOf } from './mask-of.tsx'

const LetterDesk = lazyNamed(() => import('../features/site/feedback/desk/letter-desk.tsx'), 'LetterDesk')

interface Tab {
  name: string
  title: string
  Part: ComponentType<{ zone: string }>
}

/** What support works on; the first is shown unless the address names another. */
const tabs: [Tab, ...Tab[]] = [{ name: 'letters', title: 'Письма', Part: Letters }]

function Letters({ zone }: { zone: string }) {
  return <LetterDesk zone={zone} besideAccount={(user) => <MaskOf user={user} />} />
}

export function SupportPage() {
  return (
    <Stack className={frame.column}>
      <PageTitle name="Тех поддержка" />
      <SupportParts />
    </Stack>
  )
}

function SupportParts() {
  const { user, error, retry } = useMe()
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('tab')
  const tab = tabs.find(({ name }) => name === asked) ?? tabs[0]
  const waiting = <Skeleton height={320} radius="lg" aria-busy="true" />
  if (user === null) return <SignInNotice>Здесь работает поддержка, поэтому странице нужно знать, кто вы.</SignInNotice>
  if (user === undefined) {
    return error ? (
      <LoadFailure title="Страница не загрузилась" error={error} onRetry={retry} level={1} variant="filled" />
    ) : (
      waiting
    )
  }
  if (!mayAsk('support', rolesOf(user.role))) {
    return (
      <EmptyState
        picture="locked"
        level={1}
        title={errors.FORBIDDEN.message}
        action={
          <Button component={Link} to="/feed">
            В ленту
          </Button>
        }
      >
        Эта страница открыта только поддержке.
      </EmptyState>
    )
  }
  return (
    <>
      <h1 className={typography.pageTitle}>Тех поддержка</h1>
      <Row as="nav" gap={1} className={classes.tabs} aria-label="Разделы">
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
      </Row>
      <LazyBoundary key={tab.name} waiting={waiting}>
        <tab.Part zone={user.timeZone} />
      </LazyBoundary>
      <DeedNotices />
    </>
  )
}
