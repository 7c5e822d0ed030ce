/** SMS.RU: `POST /code/call` calls with a code of four digits that it chooses. */
import { pinLength } from '../../../../../contract/people/verification.ts'
import type { Config } from '../../../../config/config.ts'
import { askPhoneGateway, readDigits } from './ask-phone-gateway.ts'
import type { PhoneGateway } from './phone-gateway.ts'

const WRONG_NUMBER = 202

export function openSmsRu({ url, apiId }: Config['phone']['smsRu']): PhoneGateway {
  return {
    async call(phone, ip) {
      const answer = await askPhoneGateway(`${url}/code/call`, { api_id: apiId, phone, ip })
      if (answer.kind === 'failed') return answer
      const { status, status_code: statusCode, code } = answer.body
      if (status !== 'OK') {
        if (Number(statusCode) === WRONG_NUMBER) return { kind: 'wrong-number' }
        return { kind: 'failed', mayRing: false, why: `SMS.RU status ${Number(statusCode)}` }
      }
      const digits = readDigits(code, pinLength)
      if (digits?.length !== pinLength) return { kind: 'failed', mayRing: true, why: 'SMS.RU gave no code' }
      return { kind: 'rings', code: digits }
    },
  }
}
