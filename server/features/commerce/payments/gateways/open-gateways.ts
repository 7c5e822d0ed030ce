/** The gateways there are keys for. Those on offer come first, in their order; the others only finish what was begun with them. */
import type { AppContext } from '../../../../kit/context.ts'
import { perProcess } from '../../../../kit/per-process.ts'
import type { Config } from '../../../../config/config.ts'
import { gatewayNames, type GatewayName } from '../../../../config/payments.ts'
import { openAlfa } from './alfa.ts'
import { openCent } from './cent.ts'
import { openCloudpayments } from './cloudpayments.ts'
import type { Gateway, OpenGateway } from './gateway.ts'
import { openInterkassa } from './interkassa.ts'
import { openTestGateway } from './test-gateway.ts'
import { openUnitpay } from './unitpay.ts'

const openers: Record<GatewayName, OpenGateway> = {
  test: openTestGateway,
  cloudpayments: openCloudpayments,
  unitpay: openUnitpay,
  cent: openCent,
  interkassa: openInterkassa,
  alfa: openAlfa,
}

/** What a gateway's signatures are made with. Without it anybody could sign, so the gateway is not there at all. */
const secretOf: Record<GatewayName, (config: Config) => string> = {
  // It plays with money, which production never does.
  test: ({ payments, secretKey }) => (payments.gateways.includes('test') ? secretKey : ''),
  cloudpayments: ({ payments }) => payments.cloudpayments.secret,
  unitpay: ({ payments }) => payments.unitpay.secretKey,
  cent: ({ payments }) => payments.cent.token,
  interkassa: ({ payments }) => payments.interkassa.secret,
  alfa: ({ payments }) => payments.alfa.callbackKey,
}

export type Gateways = ReadonlyMap<GatewayName, Gateway>

export function openGateways(config: Config): Gateways {
  const names = new Set([...config.payments.gateways, ...gatewayNames])
  return new Map(
    [...names].filter((name) => secretOf[name](config) !== '').map((name) => [name, openers[name](config)]),
  )
}

export const gatewaysOf = perProcess(({ config }: Pick<AppContext, 'bus' | 'config'>) => openGateways(config))
