/** What other parts may ask of payments. */
export { gatewayOrigins } from './gateways/gateway-origins.ts'
export { forgetContacts } from './personal-payments.ts'
