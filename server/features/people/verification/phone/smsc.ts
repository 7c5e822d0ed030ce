/** SMSC: `send.php` with `mes=code&call=1` calls, and answers six digits, of which the person sees the last four. */
import { pinLength } from '../../../../../contract/people/verification.ts'
import type { Config } from '../../../../config/config.ts'
import { askPhoneGateway, readDigits } from './ask-phone-gateway.ts'
import type { PhoneGateway } from './phone-gateway.ts'

const CODE_LENGTH = 6
const WRONG_NUMBER = 7

export function openSmsc({ url, login, password }: Config['phone']['smsc']): PhoneGateway {
  return {
    async call(phone) {
      const answer = await askPhoneGateway(`${url}/sys/send.php`, {
        login,
        psw: password,
        phones: phone,
        mes: 'code',
        call: '1',
        fmt: '3',
        charset: 'utf-8',
      })
      if (answer.kind === 'failed') return answer
      const { error_code: errorCode, code } = answer.body
      if (errorCode !== undefined) {
        if (Number(errorCode) === WRONG_NUMBER) return { kind: 'wrong-number' }
        return { kind: 'failed', mayRing: false, why: `SMSC error ${Number(errorCode)}` }
      }
      const digits = readDigits(code, CODE_LENGTH)
      if (digits === null) return { kind: 'failed', mayRing: true, why: 'SMSC gave no code' }
      return { kind: 'rings', code: digits.slice(-pinLength) }
    },
  }
}
