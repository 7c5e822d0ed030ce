/** Every signature against vectors of the gateways' own libraries and worked examples of their documents. */
import { createHmac } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { signAlfa } from './alfa.ts'
import { signCent } from './cent.ts'
import { signCloudpayments } from './cloudpayments.ts'
import { signInterkassa } from './interkassa.ts'
import { isSameSignature } from './same-signature.ts'
import { signUnitpay } from './unitpay.ts'

test('cent', () => {
  expect(signCent('1500.00', 'order-42', '72|oBCB7exampleToken')).toBe('D814E02BC63E126FC6265C8E9860FE07')
})

describe('Interkassa', () => {
  const form = {
    ik_pm_no: 'order-42',
    ik_x_user: '7',
    ik_co_id: '51237daa8f2a2d8413000000',
    ik_am: '1500.00',
    ik_cur: 'RUB',
    ik_desc: 'Подписка',
  }
  it.each([
    ['md5', 'a3//rseJq0Sx7BoZKGO4QA=='],
    ['sha256', '7MW0CIWt9KxN4Z8SaR1HFumLnIbxdx39DK+qCdzmpNA='],
  ] as const)('signs a form with %s', (algorithm, signature) => {
    expect(signInterkassa(Object.entries(form), 'SeCrEtKeY0000001', algorithm)).toBe(signature)
    const rest = Object.entries({ ...form, ik_sign: 'anything', utm: 'not theirs' })
    expect(signInterkassa(rest, 'SeCrEtKeY0000001', algorithm)).toBe(signature)
  })

  it.each([
    ['md5', '7cI9rBdQPpPTI5LLPa7QDw=='],
    ['sha256', 'seBy/eSLWfKc7Y52JDlHnlWEBZqc9hipLkrQuGLIwHg='],
  ] as const)('agrees with the vendor’s own vector, %s', (algorithm, signature) => {
    // Theirs has no prefix; put before every name it changes neither the order nor the values.
    expect(
      signInterkassa(
        Object.entries({ ik_amount: '20', ik_currency: 'UAH', ik_description: 'Test' }),
        'secret',
        algorithm,
      ),
    ).toBe(signature)
  })
})

describe('Alfa-Bank', () => {
  it('signs what is sorted by name, without the checksum itself', () => {
    const callback = {
      mdOrder: '3ff6962a-7dcc-4283-ab50-a6d7dd3386fe',
      operation: 'deposited',
      orderNumber: '10747',
      status: '1',
      amount: '123456',
    }
    const checksum = '51C892147225ABE87798CB02979D70EF46D0AE79B5AA3B28B1C260BE286C50A9'
    expect(signAlfa(Object.entries(callback), 'yourSecretToken')).toBe(checksum)
    expect(signAlfa(Object.entries({ ...callback, checksum, sign_alias: 'key' }), 'yourSecretToken')).toBe(checksum)
  })

  it('agrees with the vector of another implementation', () => {
    const callback = {
      mdOrder: '3ff6962a-7dcc-4283-ab50-a6d7dd3386fe',
      operation: 'deposited',
      orderNumber: '10747',
      status: '1$amount=123456',
    }
    expect(signAlfa(Object.entries(callback), 'test')).toBe(
      '14E0D9722D43BE67BFF111F53570BB5BCCFEED8AD15D72A48D51D4E949DAF988',
    )
  })
})

describe('UnitPay', () => {
  const secret = '9e977d0c0e1bc8f5cc9775a8cc8744f1'
  it('signs the form', () => {
    const form = { sum: '1500', account: 'order-42', desc: 'Подписка', currency: 'RUB' }
    expect(signUnitpay(Object.entries(form), secret)).toBe(
      '11ac6e305979386f913bdd87ae7fe6833c4b9a6d6471bb97d4e3e101b5c2acce',
    )
  })

  it('signs what the handler is sent, with the method first', () => {
    const params = {
      unitpayId: '777001',
      projectId: '15155',
      account: 'order-42',
      orderSum: '1500.00',
      orderCurrency: 'RUB',
      payerSum: '1500.00',
      payerCurrency: 'RUB',
      profit: '1440.00',
      paymentType: 'card',
      date: '2026-09-01 12:00:00',
      test: '0',
      signature: 'anything',
      sign: 'of old',
    }
    expect(signUnitpay(Object.entries(params), secret, 'pay')).toBe(
      '5d2b4a36dbf17925bf6d94a7a5111e39da0e4e8a1f85b785c24a67e7df9f9deb',
    )
  })
})

test('CloudPayments', () => {
  const body =
    'TransactionId=504&Amount=1500.00&Currency=RUB&InvoiceId=order-42&AccountId=7&Status=Completed&OperationType=Payment&TestMode=1'
  expect(signCloudpayments(Buffer.from(body), 'api-secret-0001')).toBe('28dx8G4chQZ363BduxihxOwTr0FipY7jcdyDm0MwSlg=')
  // Over bytes: what is no UTF-8 stays what it is.
  const bytes = Buffer.from([0xff, 0xfe, 0x41])
  expect(signCloudpayments(bytes, 'key')).toBe(createHmac('sha256', 'key').update(bytes).digest('base64'))
})

test('a signature that is empty, shorter, longer or different is not the same', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true)
  for (const other of ['', 'ab', 'abcd', 'abd', 'ABC']) expect(isSameSignature('abc', other)).toBe(false)
  expect(isSameSignature('', '')).toBe(false)
})
