/** Who calls a phone so that the last four digits of the calling number are the code (a flash call). */

export type CallOutcome =
  /** It rings; the gateway chose this code. */
  | { kind: 'rings'; code: string }
  /** There is no such number, or it is no mobile phone. */
  | { kind: 'wrong-number' }
  /** `mayRing`: no one knows whether the call was made, and so it counts. `why` is for the log: without number, code and key. */
  | { kind: 'failed'; mayRing: boolean; why: string }

export interface PhoneGateway {
  /** @param phone in digits, with the code of the country @param ip of anyone who asked: the gateway counts abuse by it too */
  call(phone: string, ip: string): Promise<CallOutcome>
}
