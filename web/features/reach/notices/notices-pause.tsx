import { Button, Menu } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { exactTime } from '../../../kit/ui/text/relative-time.ts'
import { momentOf, wallTime } from '../../../kit/ui/text/zone-time.ts'
import { useChangePreferences } from './use-notices.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The next eight o'clock of the person's mornings. */
function nextMorning(now: number, zone: string): number {
  const today = momentOf(`${wallTime(now, zone).slice(0, 10)} 08:00:00`, zone)
  if (today > now) return today
  return momentOf(`${wallTime(now + DAY, zone).slice(0, 10)} 08:00:00`, zone)
}

interface PauseProps {
  preferences: NoticePreferences
  zone: string
}

const isPaused = ({ pausedUntil }: NoticePreferences, now: Date): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()

/** Everything rests until a time. */
export function PauseMenu({ preferences, zone }: PauseProps) {
  const now = useNow()
  const change = useChangePreferences()
  if (isPaused(preferences, now)) return null
  const choices: [string, (at: number) => number][] = [
    ['На час', (at) => at + HOUR],
    ['На четыре часа', (at) => at + 4 * HOUR],
    ['До утра, до 8:00', (at) => nextMorning(at, zone)],
    ['На неделю', (at) => at + 7 * DAY],
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlayerPause size={17} aria-hidden="true" />}>
          Приостановить
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(([title, until]) => (
          <Menu.Item key={title} onClick={() => change({ pausedUntil: new Date(until(Date.now())).toISOString() })}>
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
