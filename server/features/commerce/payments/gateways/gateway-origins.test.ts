import { expect, test } from 'vitest'
import { readConfig } from '../../../../config/config.ts'
import { gatewayOrigins } from './gateway-origins.ts'

const { payments } = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' })

test('only gateways on offer may run in our page, or be sent a form', () => {
  expect(gatewayOrigins({ payments })).toEqual({ scripts: [], frames: [], forms: [] })
  expect(gatewayOrigins({ payments: { ...payments, gateways: ['cent', 'alfa', 'cloudpayments'] } })).toEqual({
    scripts: ['https://widget.cloudpayments.ru'],
    frames: ['https://widget.cloudpayments.ru'],
    forms: [],
  })
  expect(gatewayOrigins({ payments: { ...payments, gateways: ['unitpay', 'interkassa'] } })).toEqual({
    scripts: ['https://widget.unitpay.ru'],
    frames: ['https://widget.unitpay.ru', 'https://unitpay.ru'],
    forms: ['https://sci.interkassa.com'],
  })
})
