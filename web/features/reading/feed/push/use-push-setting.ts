import { useState } from 'react'
import { askForNotices } from '../../../../kit/device/browser-notices.ts'
import { canPush } from '../../../../kit/device/push-here.ts'
import { useFeedSettings } from '../page/use-feed-settings.ts'
import { settingAfterAsking } from './decide-push.ts'

/**
 * The setting of the feed that all notices need, and the way to turn it on: the browser is asked by a press, and not before.
 * @param subscribe has this browser notified with no page open too
 */
export function usePushSetting(subscribe: () => Promise<void>) {
  const { settings, set } = useFeedSettings()
  const [mistake, setMistake] = useState<string | null>(null)
  const [turnedOn, setTurnedOn] = useState(false)
  /** Whether notices are allowed now. */
  const turnOn = async (): Promise<boolean> => {
    const after = settingAfterAsking(await askForNotices(), settings?.push ?? false)
    // So that it is notified of new messages with no page open too; where that can not be, an open page still announces them.
    if (after.mistake === null && canPush()) void subscribe().catch(() => {})
    setMistake(after.mistake)
    setTurnedOn(after.setting === true)
    if (after.setting !== null) set('push', after.setting)
    return after.mistake === null
  }
  const turnOff = (): void => {
    setMistake(null)
    set('push', false)
  }
  return {
    /** Undefined while no one knows. */
    on: settings?.push,
    turnOn,
    turnOff,
    /** Why notices are not on, though they were asked for. */
    mistake,
    /** It was off before the last press. */
    turnedOn,
  }
}
