import { Switch } from '@mantine/core'
import { pushOfFilter } from './decide-push.ts'
import { usePushSetting } from './use-push-setting.ts'

export interface PushSwitchProps {
  on: boolean
  /** Has this browser notified with no page open too. */
  subscribe: () => Promise<void>
  onChange: (on: boolean) => void
}

/** «Уведомлять о новых» of one filter. Turning it on turns on the setting of the feed too, or says why it can not. */
export function PushSwitch({ on, subscribe, onChange }: PushSwitchProps) {
  const setting = usePushSetting(subscribe)
  const shown = pushOfFilter(on, setting.on ?? true)
  const turn = async (to: boolean): Promise<void> => {
    if (!to) onChange(false)
    else if ((await setting.turnOn()) && !on) onChange(true)
  }
  const note = shown.on && setting.turnedOn ? 'Уведомления включены и в настройках ленты.' : shown.note
  return (
    <Switch
      size="sm"
      label="Уведомлять о новых"
      description={setting.mistake === null ? note : null}
      checked={shown.on}
      error={setting.mistake}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}
