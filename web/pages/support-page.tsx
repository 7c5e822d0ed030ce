import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageFrame } from '../kit/ui/components/page-frame.tsx'
import { SectionTabs } from '../kit/ui/components/section-tabs.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import { ForPerson } from './for-person.tsx'
import { MaskOf } from './mask-of.tsx'
import { StaffOnly } from './staff-only.tsx'

const PeoplePart = lazyNamed(() => import('../features/office/support/people-part.tsx'), 'PeoplePart')
const LetterDesk = lazyNamed(() => import('../features/site/feedback/desk/letter-desk.tsx'), 'LetterDesk')

interface Tab {
  name: string
  title: string
  Part: ComponentType<{ zone: string }>
}

/** What support works with; the first is shown unless the address names another. */
const tabs: [Tab, ...Tab[]] = [
  { name: 'people', title: 'Люди', Part: People },
  { name: 'letters', title: 'Письма', Part: Letters },
]

function People({ zone }: { zone: string }) {
  return <PeoplePart zone={zone} actions={(person) => <MaskOf user={person} />} />
}

function Letters({ zone }: { zone: string }) {
  return <LetterDesk zone={zone} besideAccount={(user) => <MaskOf user={user} />} />
}

const title = <h1 className={typography.pageTitle}>Тех поддержка</h1>

/** /support (spec §2): role 6. */
export function SupportPage() {
  return (
    <PageFrame name="Тех поддержка" width="whole">
      <ForPerson why="Здесь работает поддержка, поэтому странице нужно знать, кто вы." head={title}>
        {({ role, timeZone }) =>
          mayAsk('support', rolesOf(role)) ? (
            <SupportParts zone={timeZone} />
          ) : (
            <StaffOnly>Эта страница открыта только поддержке.</StaffOnly>
          )
        }
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

function SupportParts({ zone }: { zone: string }) {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('tab')
  const tab = tabs.find(({ name }) => name === asked) ?? tabs[0]
  return (
    <>
      {title}
      <SectionTabs tabs={tabs} current={tab.name} />
      <LazyBoundary key={tab.name} waiting={<Skeleton height={480} radius="lg" aria-busy="true" />}>
        <tab.Part zone={zone} />
      </LazyBoundary>
    </>
  )
}
