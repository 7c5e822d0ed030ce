/** What the server is sent of the subscription of this browser. How it comes about: web/kit/device/push-subscription.ts. */
import { ask } from '../../../../kit/calls/ask.ts'
import {
  confirmHere,
  subscribeHere,
  unsubscribeHere,
  type PushServer,
} from '../../../../kit/device/push-subscription.ts'

const pushServer: PushServer = {
  readKey: async () => (await ask('notices', 'getPushKey', {})).key,
  async link(details) {
    const { address } = await ask('notices', 'linkBrowser', details)
    return { addressId: address.id, ended: address.endedAt !== null }
  },
  async unlink(addressId) {
    await ask('notices', 'unlinkAddress', { id: addressId })
  },
}

export const subscribeBrowser = (): Promise<void> => subscribeHere(pushServer)
export const confirmBrowser = (): Promise<void> => confirmHere(pushServer)
export const unsubscribeBrowser = (): Promise<void> => unsubscribeHere(pushServer)
