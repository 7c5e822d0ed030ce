import { describe, expect, test } from 'vitest'
import { arrivalAt } from './arrival.ts'

const from = 'https://partner.example/post'
const at = (path: string) => arrivalAt(`https://echolot.example${path}`, from)

describe('an arrival', () => {
  test('by a partner gives their number and leaves the rest of the address as it is', () => {
    expect(at('/feed?filter=5&ref=17#page=2')).toEqual({
      traffic: {
        ref_id: 17,
        ref_url: 'https://echolot.example/feed?filter=5&ref=17',
        params: { filter: '5', ref: '17', referrer: from },
      },
      address: '/feed?filter=5#page=2',
    })
  })

  test.each([
    ['by the other name', '/?ref_id=9', 9],
    ['by both names, the first one that is a number', '/?ref=me&ref_id=9', 9],
    ['by a word', '/?ref=me', undefined],
    ['by a number below one', '/?ref=-1', undefined],
    ['by a number beyond all', '/?ref=99999999999', undefined],
    ['by an advertisement', '/?utm_source=vk&utm_campaign=spring', undefined],
    ['by the cpa network', '/?actionpay=a.b.c', undefined],
  ])('%s', (_, path, refId) => {
    const arrival = at(path)
    expect(arrival?.traffic.ref_id).toBe(refId)
    expect(arrival?.address).toBe('/')
  })

  test('from nowhere has no page it came from, whatever the address says', () => {
    expect(
      arrivalAt('https://echolot.example/?ref=17&referrer=https://elsewhere.example/', '')?.traffic.params,
    ).toEqual({ ref: '17' })
  })

  test('is cut to what the server takes', () => {
    const many = Array.from({ length: 60 }, (_, index) => `utm_${index}=${'x'.repeat(2000)}`).join('&')
    const params = at(`/?${many}&${'y'.repeat(101)}=1`)?.traffic.params ?? {}
    expect(Object.keys(params)).toHaveLength(40)
    expect(params.utm_0).toHaveLength(1000)
  })
})

test.each(['/', '/feed?filter=5', '/?reference=5', '/feed#ref=5'])('%s names no partner', (path) => {
  expect(at(path)).toBeNull()
})
