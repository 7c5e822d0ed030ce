import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDuplicateIndex } from './duplicate-index.ts'
import { edits, madePosts, seededRandom, SIGNATURE } from './edits.samples.ts'
import { fingerprint } from './fingerprint.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const POST =
  'Потерялась собака в районе Древлянки, рыжая, в синем ошейнике, отзывается на Герду. Кто видел, позвоните, пожалуйста'

describe('fingerprint', () => {
  test('is the same for the same text and has 48 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const first = fingerprint(text)
        expect(first === null || first.length === 48).toBe(true)
        expect(fingerprint(text)).toEqual(first)
      }),
    )
  })

  test('is the same in every process and release: it is stored', () => {
    expect(Array.from(fingerprint(POST)!, (byte) => byte.toString(16).padStart(2, '0')).join('')).toMatchInlineSnapshot(
      `"243f00b036ab9118df67697b3ab2457d515abe3c77d17ecf71794f7165dcff2b7a3c45c923f55e1292f663c17e1b98cf"`,
    )
  })

  test.each([
    ['pictures', POST.replaceAll(',', ' 🔥👨‍👩‍👧')],
    ['capitals', POST.toUpperCase()],
    ['look-alikes', POST.replaceAll('о', 'o').replaceAll('а', 'a').replaceAll('К', 'K')],
    ['Greek look-alikes', POST.replaceAll('о', 'ο')],
    ['stretched letters', POST.replaceAll('о', 'ооо')],
    ['spaces', POST.replaceAll(' ', '\n\n ')],
    ['no spaces', POST.replaceAll(' ', '')],
    ['invisible characters', POST.replaceAll('о', 'о\u200b\u0301')],
    [
      'phones, prices and addresses',
      `${POST} +7 (900) 123-45-67, 12 500 https://vk.com/club1?a=1 t.me/example @someone #собака_карелия`,
    ],
    ['a signature', POST + SIGNATURE],
    ['markdown', `**${POST}**`],
  ])('does not see %s', (_, changed) => {
    expect(fingerprint(changed)).toEqual(fingerprint(POST))
  })

  test('does not exist below 30 letters, whatever else the text is full of', () => {
    for (const text of [
      '',
      'Поздравляем!',
      'ищу хорошего мастера',
      '#тег '.repeat(100),
      '8 900 000-00-00 '.repeat(100),
      '🔥'.repeat(500),
      'а'.repeat(500),
    ]) {
      expect(fingerprint(text)).toBeNull()
    }
  })

  test('tells short texts apart by a word or a small number', () => {
    const short = fingerprint('Сдам двухкомнатную квартиру на Ленина 15')
    expect(short).not.toBeNull()
    expect(fingerprint('Сдам двухкомнатную квартиру на Ленина 17')).not.toEqual(short)
    expect(fingerprint('Сдам трёхкомнатную квартиру на Ленина 15')).not.toEqual(short)
    expect(fingerprint('СДАМ двухкомнатную квартиру на Ленина 15!!! 25 000 ₽')).toEqual(short)
  })

  test('reads a message of a megabyte no further than 4,000 letters', () => {
    const long = madePosts(300, 3).join(' ')
    expect(fingerprint(long + long)).toEqual(fingerprint(long))
  })

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'а',
            'Z',
            '1',
            '#',
            '@',
            '.',
            ':',
            '//',
            '\n',
            ' ',
            '\ud83d',
            '\udd25',
            '𝐁',
            'https://',
            '](',
          ),
        ),
        (parts) => {
          fingerprint(parts.join(''))
        },
      ),
      { numRuns: lawRuns(500) },
    )
  })
})

/** Made posts have 25 to 60 words; the least share of 400 to be found after each edit. */
const LEAST: Record<string, number> = {
  'tail cut by 10 %': 0.98,
  'tail cut by 25 %': 0.9,
  'tail cut by 50 %': 0.4,
  'a word in twenty changed': 0.85,
  'a word in ten changed': 0.45,
  'a greeting before it': 0.85,
  'spaces and line breaks': 0.99,
}

describe('copies', () => {
  const posts = madePosts(400, 1)
  const index = createDuplicateIndex()
  posts.forEach((post, id) => index.add(id, fingerprint(post)!, 0))

  test.each(Object.entries(edits))('are found: %s', (name, edit) => {
    const random = seededRandom(2)
    let [found, wrong] = [0, 0]
    posts.forEach((post, id) => {
      const hit = index.find(fingerprint(edit(post, random))!, 0)
      if (hit?.id === id) found++
      else if (hit !== null) wrong++
    })
    expect(wrong).toBe(0)
    expect(found / posts.length).toBeGreaterThanOrEqual(LEAST[name] ?? 1)
  })

  test('are not seen in different posts under the same signature', () => {
    const signed = createDuplicateIndex()
    madePosts(2000, 5, 6).forEach((post, id) => {
      const print = fingerprint(post + SIGNATURE)
      if (print === null) return
      expect(signed.find(print, 0)).toBeNull()
      signed.add(id, print, 0)
    })
    expect(signed.size).toBeGreaterThan(1000)
  })
})
