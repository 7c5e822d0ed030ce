/** Gateways whose window opens over our page: their scripts are fetched when someone pays, and never before. */
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'

interface UnitpayWidget {
  createWidget(fields: Record<string, unknown>): void
  success(callback: () => void): void
  error(callback: (message: string) => void): void
}
interface CloudpaymentsWidget {
  pay(kind: 'charge', fields: Record<string, unknown>, callbacks: { onSuccess: () => void; onFail: () => void }): void
}
interface Widgets {
  UnitPay?: new () => UnitpayWidget
  cp?: { CloudPayments: new (options: { language: string }) => CloudpaymentsWidget }
}

const fetching = new Map<string, Promise<Widgets>>()

function fetchScript(src: string): Promise<Widgets> {
  const known = fetching.get(src)
  if (known) return known
  const fetched = new Promise<Widgets>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve(window as Widgets)
    script.onerror = () => {
      // Another press may come when the blocker is off.
      fetching.delete(src)
      script.remove()
      reject(new Error(`${src} could not be fetched`))
    }
    document.head.append(script)
  })
  fetching.set(src, fetched)
  return fetched
}

/** What the widget believes came of it. Only the server knows whether the money is there. */
export type WidgetEnd = 'success' | 'fail'

export const hasWidget = ({ type }: StartedPayment): boolean => type === 'unitpay' || type === 'cloudpayments'

/** @throws Error when the script of the gateway can't be had */
export async function openWidget(
  { type, unitpay, cloudpayments }: StartedPayment,
  onEnd: (end: WidgetEnd) => void,
): Promise<void> {
  if (type === 'unitpay' && unitpay) {
    const { UnitPay } = await fetchScript(unitpay.script)
    if (!UnitPay) throw new Error('the script of UnitPay holds no widget')
    const widget = new UnitPay()
    widget.success(() => onEnd('success'))
    widget.error(() => onEnd('fail'))
    widget.createWidget(unitpay)
    return
  }
  if (type === 'cloudpayments' && cloudpayments) {
    const { cp } = await fetchScript(cloudpayments.script)
    if (!cp) throw new Error('the script of CloudPayments holds no widget')
    const options = { onSuccess: () => onEnd('success'), onFail: () => onEnd('fail') }
    new cp.CloudPayments({ language: 'ru-RU' }).pay('charge', cloudpayments, options)
  }
}

/** The page of the gateway that does the same without a script, where there is one. */
export function pageInstead({ unitpay }: StartedPayment): string | null {
  return unitpay && /^https?:\/\//.test(unitpay.url) ? unitpay.url : null
}
