import { Button, Menu } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { readPause } from '../../../../rules/notices/pause.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { exactTime } from '../../../kit/ui/text/relative-time.ts'
import { useChangePreferences } from './use-notices.ts'

interface PauseProps {
  preferences: NoticePreferences
  zone: string
}

const isPaused = ({ pausedUntil }: NoticePreferences, now: Date): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()

/** As they are written to the bot. */
const choices = [
  { title: 'На час', written: '1 час' },
  { title: 'На четыре часа', written: '4 часа' },
  { title: 'До утра', written: 'до утра' },
  { title: 'На неделю', written: '7 дней' },
]

/** Everything rests until a time. */
export function PauseMenu({ preferences, zone }: PauseProps) {
  const now = useNow()
  const change = useChangePreferences()
  if (isPaused(preferences, now)) return null
  const quietTo = preferences.quiet?.to ?? null
  const pause = (written: string): void => {
    const until = readPause(written, { now, timeZone: zone, quietTo })
    if (until) change({ pausedUntil: until.toISOString() })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlayerPause size={17} aria-hidden="true" />}>
          Приостановить
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ title, written }) => (
          <Menu.Item key={written} onClick={() => pause(written)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Says that everything rests, and how it goes on. */
export function PauseNotice({ preferences, zone }: PauseProps) {
  const now = useNow()
  const change = useChangePreferences()
  const { pausedUntil } = preferences
  if (pausedUntil === null || !isPaused(preferences, now)) return null
  return (
    <AlertBox
      tone="warn"
      action={
        <Button size="sm" variant="default" onClick={() => change({ pausedUntil: null })}>
          Возобновить
        </Button>
      }
    >
      Уведомления приостановлены до {exactTime(new Date(pausedUntil), zone)}. Что придёт за это время, вы узнаете одним
      уведомлением.
    </AlertBox>
  )
}
