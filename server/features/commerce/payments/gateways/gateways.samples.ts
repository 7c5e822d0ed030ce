/** Every gateway with its simulator, as tests go through them one after the other. */
import { readConfig, type Config } from '../../../../config/config.ts'
import { openAlfa } from './alfa.ts'
import { openAlfaSimulator } from './alfa.simulator.ts'
import { openCent } from './cent.ts'
import { openCentSimulator } from './cent.simulator.ts'
import { openCloudpayments } from './cloudpayments.ts'
import { openCloudpaymentsSimulator } from './cloudpayments.simulator.ts'
import type { OpenGateway } from './gateway.ts'
import type { GatewaySimulator } from './gateway.simulator.ts'
import { openInterkassa } from './interkassa.ts'
import { openInterkassaSimulator } from './interkassa.simulator.ts'
import { openUnitpay } from './unitpay.ts'
import { openUnitpaySimulator } from './unitpay.simulator.ts'

export interface SampleGateway {
  name: GatewaySimulator['type']
  open: OpenGateway
  simulate: () => Promise<GatewaySimulator>
}

export const sampleGateways: SampleGateway[] = [
  { name: 'unitpay', open: openUnitpay, simulate: openUnitpaySimulator },
  { name: 'cloudpayments', open: openCloudpayments, simulate: openCloudpaymentsSimulator },
  { name: 'cent', open: openCent, simulate: openCentSimulator },
  { name: 'interkassa', open: openInterkassa, simulate: () => openInterkassaSimulator() },
  { name: 'alfa', open: openAlfa, simulate: openAlfaSimulator },
]

/** Payments by these gateways, and by no other. */
export function paymentsWith(simulators: GatewaySimulator[]): Config['payments'] {
  const { payments } = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' })
  return Object.assign(
    payments,
    { gateways: simulators.map(({ type }) => type) },
    ...simulators.map((simulator) => simulator.payments),
  )
}
