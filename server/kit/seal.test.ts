import { describe, expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const secret = 'a secret that is long enough to be one'

describe('seal', () => {
  it('opens with the same secret under the same label, and shows nothing meanwhile', () => {
    const sealed = seal(secret, 'apple 001', 'r.токен')
    expect(unseal(secret, 'apple 001', sealed)).toBe('r.токен')
    expect(sealed.toString('latin1')).not.toContain('r.')
    expect(seal(secret, 'apple 001', 'r.токен').equals(sealed)).toBe(false)
    expect(unseal(secret, 'apple 001', seal(secret, 'apple 001', ''))).toBe('')
  })

  it('does not open with another secret, under another label, or when a bit of it is another one', () => {
    const sealed = seal(secret, 'apple 001', 'token')
    expect(unseal(`${secret}!`, 'apple 001', sealed)).toBeNull()
    expect(unseal(secret, 'apple 002', sealed)).toBeNull()
    for (let at = 0; at < sealed.length; at += 1) {
      const damaged = Buffer.from(sealed)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(unseal(secret, 'apple 001', damaged)).toBeNull()
    }
    expect(unseal(secret, 'apple 001', sealed.subarray(0, 27))).toBeNull()
  })
})
