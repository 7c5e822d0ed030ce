import { ask } from '../../../kit/calls/ask.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import { whenIdle } from '../../../kit/device/when-idle.ts'

/** Which device the partner works at (spec §7 /partner/save-fp). Whether it was heard makes no difference to them. */
export function reportDevice(): void {
  whenIdle(() => {
    readDevice()
      .then((device) => device && ask('partner', 'saveFp', { fp: device.fp }))
      .catch(() => {})
  })
}
