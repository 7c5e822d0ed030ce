import { useEffect } from 'react'
import { ask } from '../../../kit/calls/ask.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import { whenSettled } from '../../../kit/device/when-idle.ts'
import { useMe } from './use-me.ts'

/** For as long as the tab is open: whose device was already sent from here. */
const CHECKED_KEY = 'device-told'

/** Sends the server the print of the device, once a visit of each person, when the page has stood for a while: a phone works on it for a third of a second. */
export function useDeviceCheck(): void {
  const { user, mask } = useMe()
  // The device is not of those whose mask is on.
  const id = mask ? undefined : user?.id
  useEffect(() => {
    if (id === undefined || isChecked(id)) return
    return whenSettled(() => void checkDevice(id))
  }, [id])
}

async function checkDevice(userId: number): Promise<void> {
  const device = await readDevice()
  if (device === null) return
  try {
    await ask('accounts', 'checkDevice', device)
    sessionStorage.setItem(CHECKED_KEY, String(userId))
  } catch {
    // The next page of the visit tries again; the person has nothing to do with it.
  }
}

function isChecked(userId: number): boolean {
  try {
    return sessionStorage.getItem(CHECKED_KEY) === String(userId)
  } catch {
    // A browser that keeps nothing would be asked at every page.
    return true
  }
}
