import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../../kit/calls/ask.ts'
import { CallError } from '../../../../kit/calls/call-error.ts'
import { callKey } from '../../../../kit/calls/use-call.ts'
import { askForNotices, noticePermission, pushForbidden } from '../../../../kit/device/browser-notices.ts'
import { canPush, usePushOn } from '../../../../kit/device/push-here.ts'

/** `install`: only after it was put on the home screen (iPhone, iPad). `denied`: forbidden in the settings of the browser. */
export type BrowserState = 'on' | 'off' | 'denied' | 'install' | 'unsupported'

export interface ThisBrowser {
  state: BrowserState
  /** A press is being followed. */
  busy: boolean
  /** Why the last press came to nothing. */
  mistake: string | null
  /** Only to be called by a press: the browser asks its person. */
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
}

const NOT_SUBSCRIBED =
  'Браузер не смог подписаться на уведомления: его служба уведомлений не ответила. Проверьте связь и попробуйте ещё раз.'

const subscription = () => import('./subscribe-browser.ts')

/** Whether notices come to this browser, on this device, and the way to change that. */
export function useThisBrowser(): ThisBrowser {
  const cache = useQueryClient()
  const on = usePushOn()
  const [busy, setBusy] = useState(false)
  const [mistake, setMistake] = useState<string | null>(null)

  async function press(work: () => Promise<string | null>): Promise<void> {
    setBusy(true)
    setMistake(await work().catch((error: unknown) => (error instanceof CallError ? error.message : NOT_SUBSCRIBED)))
    setBusy(false)
  }
  async function turnOn(): Promise<string | null> {
    const permission = await askForNotices()
    if (permission !== 'granted') return pushForbidden[permission]
    await (await subscription()).subscribeBrowser()
    // The switch of all notices of browsers: with it off this one would stay silent.
    const settings = await ask('feed', 'setFeedSetting', { key: 'push', value: true })
    cache.setQueryData(callKey('feed', 'getFeedSettings', {}), settings)
    return null
  }
  async function turnOff(): Promise<null> {
    await (await subscription()).unsubscribeBrowser()
    return null
  }
  return { state: stateOf(on), busy, mistake, turnOn: () => press(turnOn), turnOff: () => press(turnOff) }
}

function stateOf(on: boolean): BrowserState {
  const permission = noticePermission()
  if (permission === 'install' || permission === 'denied') return permission
  if (!canPush()) return 'unsupported'
  return on ? 'on' : 'off'
}
