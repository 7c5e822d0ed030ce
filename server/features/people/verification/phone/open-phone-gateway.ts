import type { Config } from '../../../../config/config.ts'
import type { PhoneGateway } from './phone-gateway.ts'
import { openSmsRu } from './sms-ru.ts'
import { openSmsc } from './smsc.ts'

/** Null: none is set up. */
export function openPhoneGateway({ gateway, smsRu, smsc }: Config['phone']): PhoneGateway | null {
  if (gateway === 'smsru') return openSmsRu(smsRu)
  if (gateway === 'smsc') return openSmsc(smsc)
  return null
}
