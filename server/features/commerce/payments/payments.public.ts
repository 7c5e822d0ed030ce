/** What other parts may ask of payments. */
export { gatewayOrigins } from './gateways/gateway-origins.ts'
export { lockOrdersOf } from './order-row.ts'
export { forgetContacts } from './personal-payments.ts'
