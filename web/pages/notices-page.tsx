import { Skeleton } from '@mantine/core'
import { AlarmsCard } from '../features/reach/notices/alarms-card.tsx'
import { ChannelsCard } from '../features/reach/notices/channels-card.tsx'
import { FiltersCard } from '../features/reach/notices/filters-card.tsx'
import { JournalCard } from '../features/reach/notices/journal-card.tsx'
import { LinkMessenger } from '../features/reach/notices/link-messenger.tsx'
import { PauseMenu, PauseNotice } from '../features/reach/notices/notices-pause.tsx'
import { QuietCard } from '../features/reach/notices/quiet-card.tsx'
import { useNoticeSettings } from '../features/reach/notices/use-notices.ts'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { ForPerson } from './for-person.tsx'

const head = { title: 'Уведомления', lead: 'Узнавайте о новых сообщениях сразу, где бы вы ни были.' }

const links = {
  browser: null,
  telegram: <LinkMessenger channel="telegram" />,
  vk: <LinkMessenger channel="vk" />,
}

/** /notices: what a person is notified of without looking, where, and when. */
export function NoticesPage() {
  return (
    <PageFrame name="Уведомления" width="reading">
      <ForPerson
        why="Уведомления у каждого свои, поэтому странице нужно знать, кто вы."
        head={<PageHeading {...head} />}
      >
        {({ id }) => <NoticesOf key={id} />}
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

function NoticesOf() {
  const { settings, error, retry } = useNoticeSettings()
  if (!settings) {
    return (
      <>
        <PageHeading {...head} />
        {error ? (
          <LoadFailure title="Уведомления не загрузились" error={error} onRetry={retry} variant="filled" />
        ) : (
          <Skeleton height={320} radius="lg" aria-busy="true" />
        )}
      </>
    )
  }
  const { preferences, timeZone } = settings
  return (
    <>
      <PageHeading {...head}>
        <PauseMenu preferences={preferences} zone={timeZone} />
      </PageHeading>
      <PauseNotice preferences={preferences} zone={timeZone} />
      <ChannelsCard settings={settings} link={links} />
      <FiltersCard settings={settings} />
      <QuietCard preferences={preferences} />
      <AlarmsCard settings={settings} />
      <JournalCard zone={timeZone} />
    </>
  )
}
