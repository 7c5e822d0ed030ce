import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const base = { DATABASE_URL: 'postgres://somebody@127.0.0.1/nothing' }
const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig({ ...base, ...environment })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('demo people, whose passwords everybody can read', () => {
  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
    { HOST: '::' },
    { TRUST_PROXY: 'on' },
    { HOST: '0.0.0.0', DEMO: 'on' },
  ])('are refused with %o', (environment) => {
    expect(refusal(environment)).toContain('DEMO=off')
  })

  it.each<Record<string, string>>([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', DEMO: 'on' }])(
    'are there with %o',
    (environment) => {
      expect(readConfig({ ...base, ...environment }).demo).toBe(true)
    },
  )

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0', DEMO: 'off' },
    { TRUST_PROXY: 'on', DEMO: 'off' },
  ])('stand in no one’s way with %o', (environment) => {
    expect(readConfig({ ...base, ...environment }).demo).toBe(false)
  })
})

it.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0', DEMO: 'off' }, true],
  [{ TRUST_PROXY: 'on', DEMO: 'off' }, true],
])('with %o it is open to others: %s', (environment, open) => {
  expect(readConfig({ ...base, ...environment }).openToOthers).toBe(open)
})

it('SOCKETS_PER_ADDRESS and SMTP_REQUIRE_TLS can not be anything', () => {
  expect(refusal({ SOCKETS_PER_ADDRESS: '0' })).toContain('SOCKETS_PER_ADDRESS')
  expect(refusal({ SMTP_REQUIRE_TLS: 'yes' })).toContain('SMTP_REQUIRE_TLS')
  expect(readConfig(base)).toMatchObject({ socketsPerAddress: 500, mail: { requireTls: true } })
})

describe('who runs the service', () => {
  it('is known by numbers of the right length', () => {
    const refused: Record<string, string>[] = [
      { OPERATOR_INN: '77' },
      { OPERATOR_INN: '77000000ab' },
      { OPERATOR_OGRN: '1234' },
    ]
    for (const wrong of refused) expect(refusal(wrong)).toContain('цифр')
    expect(refusal({ OPERATOR_INN: '7700000000', OPERATOR_OGRN: '304500116000157' })).toBe('')
  })

  it('is written in one line of what is known, unless another line is given', () => {
    const detailsIn = (environment: Record<string, string>) =>
      readConfig({ ...base, OPERATOR_INN: '7700000000', ...environment }).operator.details
    expect(detailsIn({ OPERATOR_ADDRESS: 'Москва, Арбат, 1', OPERATOR_OGRN: '304500116000157' })).toBe(
      'Москва, Арбат, 1, ИНН 7700000000, ОГРНИП 304500116000157',
    )
    expect(detailsIn({})).toBe('ИНН 7700000000')
    expect(detailsIn({ OPERATOR_DETAILS: 'Тверь' })).toBe('Тверь')
  })
})
