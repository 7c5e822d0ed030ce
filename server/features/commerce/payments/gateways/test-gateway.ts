/** Takes no money: outside of production a person pays by pressing a button. Its notices go the way of all others, signature and all. */
import { createHmac } from 'node:crypto'
import type { Config } from '../../../../config/config.ts'
import { readObject, asTextOrEmpty } from './ask-payment-gateway.ts'
import type { Gateway, GatewayNotice, RawNotice } from './gateway.ts'
import { answerInText } from './hook-answers.ts'
import { isSameSignature } from './same-signature.ts'

export const TEST_SIGNATURE = 'x-test-signature'

/** As much as a notice of the test gateway says. */
export type TestNotice = Pick<GatewayNotice, 'kind' | 'account' | 'externalId'> & { amount: number; currency?: string }

export function openTestGateway(config: Pick<Config, 'secretKey'>): Gateway {
  return {
    type: 'test',
    title: 'Тестовая оплата',
    start: async () => ({ part: {}, gatewayId: null }),
    async readNotice({ body, headers }) {
      const signature = headers[TEST_SIGNATURE]
      if (typeof signature !== 'string') return { refused: 'no signature', answer: answerInText('no signature', 403) }
      if (!isSameSignature(sign(config, body), signature))
        return { refused: 'bad signature', answer: answerInText('bad signature', 403) }
      const fields = readObject(body.toString())
      const kind = kinds.find((each) => each === fields?.kind)
      if (!fields || !kind) return { refused: 'malformed', answer: answerInText('malformed', 400) }
      const amount = typeof fields.amount === 'number' ? fields.amount : null
      return {
        notice: {
          kind,
          account: asTextOrEmpty(fields.account),
          externalId: asTextOrEmpty(fields.externalId),
          amount,
          currency: asTextOrEmpty(fields.currency),
          test: true,
        },
      }
    },
    answer: (_notice, outcome) => answerInText(outcome),
    findStatus: async () => ({ state: 'unknown' }),
    refund: async () => {},
  }
}

/** What the test gateway would send. */
export function writeTestNotice(config: Pick<Config, 'secretKey'>, notice: TestNotice): RawNotice {
  const body = Buffer.from(JSON.stringify({ currency: 'RUB', ...notice }))
  return { body, query: '', headers: { [TEST_SIGNATURE]: sign(config, body) }, event: '' }
}

const kinds: readonly GatewayNotice['kind'][] = ['check', 'paid', 'declined', 'failed', 'refunded', 'other']

const sign = ({ secretKey }: Pick<Config, 'secretKey'>, body: Buffer): string =>
  createHmac('sha256', `test gateway ${secretKey}`).update(body).digest('hex')
