/** Gateways that take the person away from our page. Where they come back to was informed them by the server. */
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'

/** False when this gateway stays in our page. */
export function leaveForGateway({ type, cent, interkassa, alfa }: StartedPayment): boolean {
  if (type === 'cent' && cent) {
    window.location.assign(cent.link_page_url)
    return true
  }
  if (type === 'interkassa' && interkassa) {
    postForm(interkassa.action, interkassa.fields)
    return true
  }
  if (type === 'alfa' && alfa) {
    window.location.assign(withFields(alfa.action, alfa.fields))
    return true
  }
  return false
}

/** The page of the bank is asked for with what it has to know in its address. */
export function withFields(action: string, fields: Record<string, string>): string {
  const address = new URL(action)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}

function postForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.acceptCharset = 'utf-8'
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
