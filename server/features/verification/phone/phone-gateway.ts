/** Who calls a phone so that the last four digits of the calling number are the code (a flash call). */
import type { Config } from '../../../config.ts'
import { openSmsRu } from './sms-ru.ts'
import { openSmsc } from './smsc.ts'

export type CallOutcome =
  /** It rings; the gateway chose this code. */
  | { kind: 'rings'; code: string }
  /** There is no such number, or it is no mobile phone. */
  | { kind: 'wrong-number' }
  /** `mayRing`: nobody knows whether the call was made, and so it counts. `why` is for the log: without number, code and key. */
  | { kind: 'failed'; mayRing: boolean; why: string }

export interface PhoneGateway {
  /** @param phone in digits, with the code of the country @param ip of whoever asked: the gateway counts abuse by it too */
  call(phone: string, ip: string): Promise<CallOutcome>
}

/** Null: none is set up. */
export function openPhoneGateway({ gateway, smsRu, smsc }: Config['phone']): PhoneGateway | null {
  if (gateway === 'smsru') return openSmsRu(smsRu)
  if (gateway === 'smsc') return openSmsc(smsc)
  return null
}
