/** What a hub is given for one subscription: where it finds us, and what it signs with. */
import { createHmac, randomBytes } from 'node:crypto'
import { address } from '../../../../contract/call.ts'
import { hubs } from '../../../../contract/watching/hubs.ts'
import type { Config } from '../../../config/config.ts'

export const newCallbackId = (): string => randomBytes(24).toString('base64url')

export const hubCallback = (siteUrl: string, callbackId: string): string =>
  siteUrl + address(hubs.takeHubNews.path).replace(':callbackId', callbackId)

/** Made of the secret of the service and not kept: no copy of the database signs in a hub's name. */
export const hubSecret = ({ secretKey }: Pick<Config, 'secretKey'>, callbackId: string): string =>
  createHmac('sha256', secretKey)
    .update(JSON.stringify(['hub', callbackId]))
    .digest('hex')
