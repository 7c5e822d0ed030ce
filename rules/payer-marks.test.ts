import { describe, expect, it } from 'vitest'
import { cardMark, marksOfPayer, marksOfWallet } from './payer-marks.ts'

describe('a card is the same', () => {
  it.each(['553691******8680', '553691XXXXXX8680', '5536 91** **** 8680', '553691*8680', '55369112****8680'])(
    'however it is veiled: %s',
    (mask) => expect(cardMark(mask)).toEqual([{ kind: 'card', text: '553691 8680' }]),
  )

  it.each(['', '****8680', '5536**8680', '5536911234568680', '553691******868'])(
    'and is not known by what tells too little, or everything: «%s»',
    (mask) => expect(cardMark(mask)).toEqual([]),
  )
})

describe('what a payer is known by', () => {
  it('is what the gateway reports, the token by whose it is', () => {
    expect(marksOfPayer('interkassa', { cardMask: '553691******8680', token: 'tk_1' })).toEqual([
      { kind: 'card', text: '553691 8680' },
      { kind: 'token', text: 'interkassa tk_1' },
    ])
    expect(marksOfPayer('unitpay', { phone: '+7 (900) 000-00-01' })).toEqual([{ kind: 'phone', text: '9000000001' }])
    expect(marksOfPayer('alfa', {})).toEqual([])
    expect(marksOfPayer('unitpay', { phone: '78121234567' })).toEqual([])
  })

  it.each([
    ['card', '5536 9112 3456 8680', { cardMask: '553691******8680' }],
    ['sbp', '8 900 000-00-01', { phone: '79000000001' }],
  ])('is the same as of a payout to it: %s', (method, wallet, payer) => {
    expect(marksOfWallet(method, wallet)).toEqual(marksOfPayer('any', payer))
    expect(marksOfWallet(method, wallet)).toHaveLength(1)
  })

  it.each([
    ['yoomoney', '4100110000000000'],
    ['account', '40702810900000000001'],
    ['card', '4111'],
  ])('is reported by no gateway of %s %s', (method, wallet) => expect(marksOfWallet(method, wallet)).toEqual([]))
})
