import { describe, expect, it, test } from 'vitest'
import * as fc from 'fast-check'
import { ownPath, pathAfterRefusal, pathAfterRegistration, pathAfterSignIn } from './safe-redirect-path.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

describe('ownPath', () => {
  test.each([
    ['/feed', '/feed'],
    [
      '/order?product=category&category=3&category=5#payment_fail',
      '/order?product=category&category=3&category=5#payment_fail',
    ],
    ['/blog/статья', '/blog/%D1%81%D1%82%D0%B0%D1%82%D1%8C%D1%8F'],
    ['/feed?refused=NETWORK_SIGN_IN_FAILED&page=2', '/feed?page=2'],
    ['/feed?refused=X', '/feed'],
    ['/feed/../profile', '/profile'],
    ['/authors', '/authors'],
  ])('keeps %s', (from, path) => expect(ownPath(from)).toBe(path))

  test.each([
    undefined,
    '',
    'feed',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/feed/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '/auth/finish?state=x',
    '/auth/network/vk?intent=link',
    '/api/user/me',
    '/feed/../auth/logout',
    '/logout',
    'http:evil.example',
    '/\u0000/evil.example',
  ])('takes %j for the first page', (from) => expect(ownPath(from)).toBe('/'))

  it('never leads elsewhere, however a browser reads it', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '../..',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '@',
      ':',
      'evil.example',
      'https:',
      '?',
      '#',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = ownPath(`/${pieces.join('')}`)
        for (const path2 of [path, pathAfterSignIn(path), pathAfterRefusal(path, 'NOT_FOUND')]) {
          expect(new URL(path2, 'https://echolot.example').origin).toBe('https://echolot.example')
          // What is ours stays the same when it is read again.
          expect(ownPath(path2).startsWith('/')).toBe(true)
        }
      }),
      { numRuns: lawRuns(2000) },
    )
  })
})

describe('where one is taken after', () => {
  it('is what the rule says of the page one came from', () => {
    expect(pathAfterSignIn('/blog/x?page=2')).toBe('/blog/x?page=2')
    expect(pathAfterSignIn('/order#payment_fail')).toBe('/order#payment_fail')
    expect(pathAfterSignIn('/contacts')).toBe('/feed')
    expect(pathAfterSignIn('/team-invitation')).toBe('/team-invitation')
    expect(pathAfterRegistration('/team-invitation')).toBe('/team-invitation')
    expect(pathAfterRegistration('/contacts')).toBe('/order')
  })

  it('is the page one came from when it went wrong', () => {
    expect(pathAfterRefusal('/order?product=project#x', 'NETWORK_SIGN_IN_CANCELLED')).toBe(
      '/order?product=project&refused=NETWORK_SIGN_IN_CANCELLED#x',
    )
    expect(pathAfterRefusal('/', 'NETWORK_ACCOUNT_NOT_FOUND')).toBe('/?refused=NETWORK_ACCOUNT_NOT_FOUND')
  })
})
