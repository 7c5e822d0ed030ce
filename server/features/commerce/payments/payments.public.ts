/** What other parts may ask of payments. */
export { gatewayOrigins } from './gateways/gateway-origins.ts'
export { lockOrdersOf } from './order-row.ts'
export { enterMoney } from './money-entries.ts'
export { payerPrint } from './payer-prints.ts'
export { forgetContacts } from './personal-payments.ts'
export { describeOrders } from './purchases.ts'
