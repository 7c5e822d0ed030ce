import { expect, describe, it, test } from 'vitest'
import { cutIntoPieces } from './pieces.ts'
import { plain, readCsv, readXlsx } from './read-files.samples.ts'
import type { Cell, SheetColumn, FilePiece, Sheet, SheetWriter } from './sheet.ts'
import { wallClock } from '../../../../rules/wall-clock.ts'
import { writtenDays, writtenMoment } from './wall-clock.ts'
import { writeCsv } from './write-csv.ts'
import { writeHtml } from './write-html.ts'
import { writeXlsx } from './write-xlsx.ts'

const columns: SheetColumn[] = [
  { title: 'Когда', kind: 'moment', width: 17, place: 'head' },
  { title: 'Автор', kind: 'text', width: 20, place: 'detail' },
  { title: 'Адрес автора', kind: 'link', width: 20, place: 'detail', of: 'Автор' },
  { title: 'Текст', kind: 'text', width: 60, place: 'text' },
  { title: 'Адрес', kind: 'link', width: 30, place: 'detail' },
  { title: 'Сколько', kind: 'number', width: 9, place: 'detail' },
]
const moment = Date.UTC(2026, 10, 20, 15, 4)
const row = (text: string, address: Cell = null, author: [name: string, address: Cell] | null = null): Cell[] => [
  moment,
  author?.[0] ?? null,
  author?.[1] ?? null,
  text,
  address,
  7,
]

const sheetOf = (chunks: Cell[][][], note: string | null = null): Sheet => ({
  name: 'Сообщения',
  title: 'Эхолот, <Фотографы>, 20.11.2026',
  columns,
  rows: (async function* () {
    yield* chunks
  })(),
  note: () => note,
})

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function bytesOf(write: SheetWriter, ...sheet: Parameters<typeof sheetOf>): Promise<Buffer> {
  return Buffer.concat(await listed(cutIntoPieces(write(sheetOf(...sheet)))))
}

/** What people write, at its worst. */
const texts = [
  'Ищу фотографа; срочно',
  'сказал "да"',
  'одна\nдве\r\nтри',
  '',
  '<b>жирный</b> & <script>alert(1)</script>',
  ' пробелы по краям ',
  "O'Brien",
  '👩‍👩‍👧 семья',
  '_x0041_',
  ']]>',
  '&amp;',
  'Ё'.repeat(300),
]
const formulas = [
  '=1+1',
  '+7 900 000-00-00',
  '-скидка',
  '@everyone',
  '\tтаб',
  '\rвозврат',
  '=HYPERLINK("http://evil.example";"a")',
]

describe('a csv', () => {
  const written = async (...sheet: Parameters<typeof sheetOf>) => (await bytesOf(writeCsv, ...sheet)).toString()

  it('begins with the mark, and has semicolons and lines as Windows ends them', async () => {
    const text = await written([[row('Ищу', 'https://vk.com/wall1', ['Мария', 'https://vk.com/id1'])]])
    expect(text).toBe(
      '\uFEFFКогда;Автор;Адрес автора;Текст;Адрес;Сколько\r\n20.11.2026 15:04;Мария;https://vk.com/id1;Ищу;https://vk.com/wall1;7\r\n',
    )
  })
  it('gives back every text', async () => {
    const rows = readCsv(
      await written([texts.slice(0, 5).map((text) => row(text)), texts.slice(5).map((text) => row(text))]),
    )
    expect(rows.map((fields) => fields.length)).toEqual(Array.from({ length: texts.length + 1 }, () => 6))
    expect(rows.slice(1).map((fields) => fields[3])).toEqual(texts)
  })
  it('lets no text become a formula', async () => {
    const rows = readCsv(await written([formulas.map((text) => row(text, text, [text, text]))]))
    expect(rows.slice(1).map((fields) => fields.slice(1, 5))).toEqual(
      formulas.map((text) => [`'${text}`, `'${text}`, `'${text}`, `'${text}`]),
    )
  })
  it('has no formula for those either who read it with commas or tabs', async () => {
    const hidden = ['фотографа,=1+1,', 'фото\t@SUM(1)', 'раз\n=2+2', 'раз\r\n-3', '"в кавычках",""=4', 'а,＝5', ',,+6']
    const text = await written([hidden.map((each) => row(each, each, [each, each]))])
    const cells = text.split(/[,\t\r\n]/)
    expect(cells.filter((cell) => /^"*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    expect(readCsv(text)[1]?.[3]).toBe("фотографа,'=1+1,")
  })
  it('says at its end what is left out', async () => {
    expect(readCsv(await written([[row('а')]], 'дальше; больше')).at(-1)).toEqual(['дальше; больше'])
  })
})

describe('an xlsx', () => {
  it('holds every text, with real dates and numbers, and what XML does not allow left out', async () => {
    const { rows, parts } = readXlsx(
      await bytesOf(writeXlsx, [[...texts, ...formulas].map((text) => row(text)), [row('\x00a\x1Fб\uFFFFв\uD800')]]),
    )
    expect(rows[0]).toEqual({ A1: 'Когда', B1: 'Автор', C1: 'Адрес автора', D1: 'Текст', E1: 'Адрес', F1: 'Сколько' })
    expect(rows.slice(1, -1).map((cells, place) => cells[`D${place + 2}`] ?? '')).toEqual(
      [...texts, ...formulas].map((text) => text.replace(/\r\n?/g, '\n')),
    )
    expect(Object.values(rows.at(-1) ?? {})[1]).toBe('aбв\uFFFD')
    // Excel's days since 1899-12-30.
    expect(rows[1]).toMatchObject({
      A2: Math.round(((moment - Date.UTC(1899, 11, 30)) / 86_400_000) * 1e9) / 1e9,
      F2: 7,
    })
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/styles.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
      'xl/workbook.xml',
      'xl/worksheets/_rels/sheet1.xml.rels',
    ])
  })
  it('has its head bold and frozen, widths, and a filter over the table alone', async () => {
    const { parts } = readXlsx(await bytesOf(writeXlsx, [[row('а'), row('б')]], 'не всё'))
    const sheet = parts.get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<col min="4" max="4" width="60" customWidth="1"/>')
    expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">')
    expect(sheet).toContain('не всё</t></is></c></row></sheetData><autoFilter ref="A1:F3"/>')
    expect(parts.get('xl/workbook.xml')).toContain(`'Сообщения'!$A$1:$F$3</definedName>`)
  })
  it('lets messages be clicked, by addresses that Excel opens', async () => {
    const addresses = [
      'https://vk.com/wall?a=1&b=<2>',
      'javascript:alert(1)',
      'http://',
      `https://e.ru/${'я'.repeat(500)}`,
      'https://пример.рф/о нас',
    ]
    const { rows, links } = readXlsx(
      await bytesOf(writeXlsx, [addresses.map((address) => row('а', address, ['Мария', 'https://vk.com/id1']))]),
    )
    expect(rows.slice(1).map((cells, place) => cells[`E${place + 2}`])).toEqual(addresses)
    expect(links).toEqual({
      E2: 'https://vk.com/wall?a=1&b=%3C2%3E',
      E6: 'https://xn--e1afmkfd.xn--p1ai/%D0%BE%20%D0%BD%D0%B0%D1%81',
    })
  })
  it('holds no more letters in a cell than Excel does', async () => {
    const { rows } = readXlsx(await bytesOf(writeXlsx, [[row('я'.repeat(40_000))]]))
    expect(String(rows[1]?.D2)).toHaveLength(32_767)
  })
  it('fails where its rows do', async () => {
    const rows = (async function* (): AsyncGenerator<Cell[][]> {
      yield [row('а')]
      throw new Error('the database is gone')
    })()
    const reading = listed<FilePiece>(writeXlsx({ ...sheetOf([]), rows }))
    await expect(reading).rejects.toThrow('the database is gone')
  })
  it('stops reading when nobody wants more', async () => {
    let closed = false
    const rows = (async function* (): AsyncGenerator<Cell[][]> {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => row(String(Math.random())))
      } finally {
        closed = true
      }
    })()
    let bytes = 0
    for await (const piece of writeXlsx({ ...sheetOf([]), rows })) if ((bytes += piece.length) > 100_000) break
    await expect.poll(() => closed).toBe(true)
  })
})

describe('an html', () => {
  const written = async (...sheet: Parameters<typeof sheetOf>) => (await bytesOf(writeHtml, ...sheet)).toString()

  it('shows every text as it is, and runs none of it', async () => {
    const page = await written([
      [...texts, ...formulas].map((text) => row(text, 'javascript:alert(1)', [text, 'javascript:alert(2)'])),
    ])
    expect([...page.matchAll(/<p class="text">(.*?)<\/p>/gs)].map(([, text]) => plain(text ?? ''))).toEqual([
      ...texts,
      ...formulas,
    ])
    expect(page).not.toMatch(/<script|<b>|href="javascript|\son\w+=/i)
    expect(page).not.toMatch(/\b(src|@import|url\()/)
    expect(page).toContain('<h1>Эхолот, &lt;Фотографы&gt;, 20.11.2026</h1>')
    expect(page).toContain('prefers-color-scheme:dark')
  })
  it('puts addresses behind names, and leaves out what is not there', async () => {
    const page = await written(
      [[row('Ищу', 'https://vk.com/wall1?a="b"&c', ['Мария', 'https://vk.com/id1']), row('а')]],
      'не всё',
    )
    expect(page).toContain('<dt>Автор</dt><dd><a href="https://vk.com/id1" rel="noopener noreferrer">Мария</a></dd>')
    expect(page).toContain(
      '<dt>Адрес</dt><dd><a href="https://vk.com/wall1?a=&quot;b&quot;&amp;c" rel="noopener noreferrer">',
    )
    expect(page.match(/<dt>Автор<\/dt>/g)).toHaveLength(1)
    expect(page).toContain('<header><time>20.11.2026 15:04</time></header>')
    expect(page).toContain('<p>не всё</p>')
  })
})

describe('pieces', () => {
  it('are the same bytes, in one size', async () => {
    const contents = ['раз', Buffer.from('два'), '', 'т'.repeat(20), Buffer.alloc(0)]
    const pieces = await listed(
      cutIntoPieces(
        (async function* () {
          yield* contents
        })(),
        7,
      ),
    )
    expect(Buffer.concat(pieces).toString()).toBe(`раздва${'т'.repeat(20)}`)
    expect(new Set(pieces.slice(0, -1).map(({ length }) => length))).toEqual(new Set([7]))
  })
  it('of nothing are none', async () => {
    expect(await listed(cutIntoPieces((async function* () {})()))).toEqual([])
  })
})

describe('the clock on the wall', () => {
  test.each([
    ['Europe/Moscow', '2026-11-20T12:04:59Z', '20.11.2026 15:04'],
    ['Asia/Vladivostok', '2026-12-31T14:00:00Z', '01.01.2027 00:00'],
    ['America/New_York', '2026-03-08T06:59:00Z', '08.03.2026 01:59'],
    ['America/New_York', '2026-03-08T07:00:00Z', '08.03.2026 03:00'],
    ['Asia/Kathmandu', '2026-11-20T00:20:00Z', '20.11.2026 06:05'],
    ['UTC', '1969-12-31T23:59:00Z', '31.12.1969 23:59'],
  ])('of %s at %s shows %s', (zone, moment, shown) => {
    expect(writtenMoment(wallClock(zone)(Date.parse(moment)))).toBe(shown)
  })
  test.each([
    ['2026-11-01T00:00Z', '2026-11-21T00:00Z', '01.11–20.11.2026'],
    ['2026-11-20T00:00Z', '2026-11-21T00:00Z', '20.11.2026'],
    ['2025-12-20T00:00Z', '2026-01-11T00:00Z', '20.12.2025–10.01.2026'],
  ])('from %s to %s says %s', (from, to, words) => {
    expect(writtenDays(Date.parse(from), Date.parse(to))).toBe(words)
  })
})
