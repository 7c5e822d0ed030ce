/** What other parts may ask of payments. */
export { gatewayOrigins } from './gateways/gateway-origins.ts'
export { personalPayments } from './personal-payments.ts'
export { orderPackageFor, startOrder } from './start-order.ts'
