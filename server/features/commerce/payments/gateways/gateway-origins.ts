import type { Config } from '../../../../config/config.ts'

/** Other sites that our page has to do with when someone pays. */
export interface GatewayOrigins {
  /** Widgets; they ask their own site as well. */
  scripts: string[]
  frames: string[]
  /** Where the browser sends a form. cent and the bank are gone to by their address, which needs no leave. */
  forms: string[]
}

/** Of the gateways on offer, and of no others. */
export function gatewayOrigins({ payments }: Pick<Config, 'payments'>): GatewayOrigins {
  const { gateways, unitpay, cloudpayments, interkassa } = payments
  const of = (name: Config['payments']['gateways'][number], ...origins: string[]): string[] =>
    gateways.includes(name) ? origins : []
  const scripts = [...of('unitpay', unitpay.widgetUrl), ...of('cloudpayments', cloudpayments.widgetUrl)]
  return {
    scripts,
    // The widget of UnitPay shows its page.
    frames: [...new Set([...scripts, ...of('unitpay', unitpay.url)])],
    forms: of('interkassa', interkassa.url),
  }
}
