import { existsSync, readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedObsceneRoots } from '../data/data.samples.ts'
import { createCensor } from './censor.ts'

const isObscene = createCensor(shippedObsceneRoots())

describe('an obscene word is found', () => {
  test.each([
    [
      'in its forms',
      'хуй хуя хуёвый нахуй дохуя охуеть пиздец спиздил распиздяй блядь блядский блять ёбаный заебал съебал отъебись выебон уёбок долбоёб мудак пидорас гандон залупа шлюха сука нахер',
    ],
    ['in capitals, with letters again and again', 'ХУЙ БЛЯТЬ хуууй бляяядь ппиздец пиииздец сукааа'],
    ['in letters of another alphabet, or digits', 'xyй хyй xуйня пи3да бляtь eбaный 6лядь ганд0н бл9ть xули е6ать'],
    ['in Latin letters', 'huy nahui pizdec blyat suka dolboeb'],
    [
      'with stars for letters',
      'х*й п***ц п*здец бл*ть б**ть е*ать за*бал с*ка пид*р ху*ня бл@ть х@й нах*й **х*й** долб*ёб',
    ],
    ['with points for letters', 'х..й п..дец п...ц бл..ь х…й с..ка за..бал нах...й пох…й'],
    ['as it is heard', 'пидарас педарас гандон долбаеб далбаёб заибал наибал заибись пезда'],
    ['with a prefix as it is heard', 'пахуй даебались дахуя атъебись наааахуй'],
    ['with «йо» for «ё» and «п» for «б»', 'йобаный йопаный йобнутые заипали наипать'],
    ['with a point for its only vowel', 'бл.ть х.й нах.й пи.дец пох.й бл.дь'],
    ['with a digit for its last letter, with two stars, glued', 'ху1 до**ались за**али бляподскажите блякак'],
    ['drawn out whole', 'ННААХХУУЙЙ ДДООХХУУЯЯ ззааххууяяррииттьь'],
    ['less common', 'прошмандовка наебщик ебасос ебота остохуело невъебенный хитровыебанный'],
    ['with signs between letters', 'х.у.й х-у-й п.и.з.д.е.ц по-хуй п.идор ху\u00adй х\u200bу\u200bй'],
  ])('%s', (_, words) => {
    for (const word of words.split(' ')) expect([word, isObscene(`ну ${word}, вот`)]).toEqual([word, true])
  })

  test.each([
    'иди на х у й отсюда',
    'по ху й всем',
    'пи зд ец полный',
    'да бл ть же',
    'на х** мне это',
    'пошли по х*',
    'это п и з д е ц',
    'Б Л Я Т Ь!',
    'конец строки\nх у й',
  ])('letter by letter: %s', (text) => {
    expect(isObscene(text)).toBe(true)
  })

  test('whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.constantFrom('хуй', 'пиздец', 'заебал', 'бл*ть'),
        (before, after, word) => {
          // Another letter or sign beside it would make it another word.
          expect(isObscene(`${before}\n${word}\n${after}`)).toBe(true)
        },
      ),
    )
  })
})

describe('an ordinary word is none', () => {
  const words =
    `оскорблять употреблять рубля корабля сабля хлебать требует себя тебя небо учёба мебель стебель дебют вебинар дебет ребёнок лечебный
    скипидар эпидермис спидран команда командование мандарин мандат саламандра мандраж мандала мудрость мудрец Бермуды Талмуд Махмуд психую страхую
    застрахуй плохую сухую глухую чихуахуа Хуавей Хуан Хуанхэ художник похудеть хулиган хулить херувим Херсон херес бляха бляшка поезд подъезд дрозд педиатр
    педагог гондола Гондор сукно сук сучья сучковатый Екатеринбург Ебург ослабляют грабли люблю блат блеять шлюз шлюпка Лондон е-бизнес е-банкинг
    у.е. Sebastian debate Hugo hubs ebay троеборье стебля колеблется гребля дебил себестоимость Мандельштам Нормандия уэбб Бебеля манду`.split(
      /\s+/,
    )
  test.each(words)('%s', (word) => {
    expect(isObscene(`вот ${word}: так`)).toBe(false)
  })

  test.each([
    'м*ж, к*т, 2*2=4',
    '**жирный** и *важно*',
    'а я и в у к о б с',
    'т.е. небо и т.д.',
    'нужен,окей спасибо большое,буду',
    'пиши на mail@mail.ru #моеблюдо',
    'ну...да, все...и не...а, по…ехали, у...ехал, да...я',
    'погибал, загибать, ушибался, Ибица, Заиба',
    '15% скидка & доставка',
    'узнать ху из ху, договор с УК и по УК и ТВ',
    'В.П. и др., В Е Б И Н А Р, где ел? да и ну',
    'сносили в 90-х** и **2000-х**, по Х% и на х',
    'БМВ е61 и е46, бляшка, блямба, блюз, хаос, халат',
    'налетай, наибольший, атеист, дахабский, пахать, йога, йод, Йошкар-Ола, йоркский',
  ])('%s', (text) => {
    expect(isObscene(text)).toBe(false)
  })

  test('and no text is too odd', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => typeof isObscene(text) === 'boolean'),
    )
    const began = process.threadCpuUsage()
    for (const text of [
      'хххху'.repeat(4_000),
      'не'.repeat(8_000),
      'по-за-на-'.repeat(2_000),
      'а б в '.repeat(3_000),
      '*'.repeat(16_000),
      'е*'.repeat(8_000),
    ])
      isObscene(text)
    expect(process.threadCpuUsage(began).user).toBeLessThan(1_500_000)
  })
})

const suspects = new URL('../../../shared/data/obscene-suspect.txt', import.meta.url)
test.skipIf(!existsSync(suspects))(
  'ordinary words that lists of obscene ones wrongly hold (absent: the lists to compare with)',
  () => {
    const read = readFileSync(suspects, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t')[0] ?? '')
    expect(read.filter(isObscene)).toEqual([])
  },
)

const strict = new URL('../../../shared/data/obscene.txt.zst', import.meta.url)
test.skipIf(!existsSync(strict))('nearly all of a long list of obscene forms (absent: the list)', () => {
  const forms = zstdDecompressSync(readFileSync(strict))
    .toString()
    .split('\n')
    .filter((line) => line.split('\t')[1] === 'mat')
    .map((line) => line.split('\t')[0] ?? '')
  expect(forms.filter(isObscene).length / forms.length).toBeGreaterThan(0.98)
})
