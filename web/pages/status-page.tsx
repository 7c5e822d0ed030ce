import { StatusList } from '../features/watching/sources/status-list.tsx'
import { useMe } from '../features/people/accounts/use-me.ts'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { useTimeZoneOf } from './time-zone-of.ts'

/** /status: what anyone may know of how well the networks are heard. Silence must never look like «no one writes». */
export function StatusPage() {
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  return (
    <PageFrame
      name="Как слышно сети"
      head={{
        description:
          'Состояние Эхолота сейчас: какие социальные сети слышны хорошо, какие отстают и на сколько, с какого времени.',
        steps: [{ name: 'Как слышно сети', path: '/status' }],
      }}
      width="reading"
    >
      <PageHeading
        title="Как слышно сети"
        lead="Насколько каждая сеть отстаёт и когда от неё пришло последнее сообщение. Если сеть молчит, это видно здесь."
      />
      <StatusList zone={zone} />
    </PageFrame>
  )
}
