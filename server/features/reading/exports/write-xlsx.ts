/**
 * An Excel workbook of one sheet, as little of SpreadsheetML (ECMA-376) as it takes, row after row into a zip: nothing but
 * the addresses that can be clicked is kept in memory.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { webAddress, type Cell, type SheetColumn, type FilePiece, type Sheet } from './sheet.ts'

/** What Excel opens: addresses on a sheet, letters in one of them, and letters in a cell. */
const MAX_LINKS = 65_530
const MAX_LINK = 2_000
const MAX_LETTERS = 32_767

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Places among the cellXfs of the styles below. */
const BOLD = 1
const MOMENT = 2
const LINK = 3

const styles = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

const contentTypes = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`

const RELATIONS_HEAD = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`
const RELATIONS_END = '</Relationships>'
const relations = (...list: string[]): string => RELATIONS_HEAD + list.join('') + RELATIONS_END
const relation = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${mode}/>`

export async function* writeXlsx(sheet: Sheet): AsyncGenerator<FilePiece> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const add = (path: string, text: string): void => zip.addBuffer(Buffer.from(text), path)
  add('[Content_Types].xml', contentTypes)
  add('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')))
  add('xl/styles.xml', styles)
  add(
    'xl/_rels/workbook.xml.rels',
    relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId2', 'styles', 'styles.xml')),
  )

  const links: string[] = []
  async function* written(): AsyncGenerator<string> {
    const table = yield* writeSheet(sheet, links)
    // Known only now: how far the table goes, and where its links lead.
    add('xl/workbook.xml', workbook(sheet.name, table))
    zip.addReadStream(Readable.from(writeLinks(links)), 'xl/worksheets/_rels/sheet1.xml.rels')
    zip.end()
  }
  const source = Readable.from(written())
  source.on('error', (error) => output.destroy(error))
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml')
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    source.destroy()
  }
}

/** Gives back the corners of the table, «$A$1:$P$100». */
async function* writeSheet({ columns, rows, note }: Sheet, links: string[]): AsyncGenerator<string, string> {
  const letters = columns.map((_, place) => columnName(place))
  const linked: string[] = []
  let at = 1

  function writeCell(cell: Cell, { kind, of }: SheetColumn, place: number): string {
    if (cell === null || cell === '') return ''
    const name = `${letters[place]}${at}`
    if (typeof cell === 'number')
      return `<c r="${name}"${kind === 'moment' ? ` s="${MOMENT}"` : ''}><v>${kind === 'moment' ? serial(cell) : cell}</v></c>`
    const address = kind === 'link' && of === undefined && links.length < MAX_LINKS ? webAddress(cell) : null
    // Written as a browser would send it: Excel repairs a workbook with any other.
    const link = address === null ? '' : new URL(address).href
    if (link === '' || link.length > MAX_LINK) return textCell(name, cell)
    links.push(link)
    linked.push(name)
    return textCell(name, cell, LINK)
  }
  const writeRow = (cells: string[]): string => `<row r="${at}">${cells.join('')}</row>`

  yield `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`)
    .join(
      '',
    )}</cols><sheetData>${writeRow(columns.map(({ title }, place) => textCell(`${letters[place]}1`, title, BOLD)))}`
  for await (const some of rows) {
    let text = ''
    for (const row of some) {
      at += 1
      text += writeRow(columns.map((column, place) => writeCell(row[place] ?? null, column, place)))
    }
    yield text
  }
  const last = `${letters.at(-1)}`
  const table = `A1:${last}${at}`
  const noted = note()
  if (noted !== null) {
    at += 1
    yield writeRow([textCell(`A${at}`, noted)])
  }
  yield `</sheetData><autoFilter ref="${table}"/>`
  if (linked.length > 0) {
    yield '<hyperlinks>'
    yield* inParts(linked, (name, place) => `<hyperlink ref="${name}" r:id="rId${place + 1}"/>`)
    yield '</hyperlinks>'
  }
  yield '</worksheet>'
  return table.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
}

function* writeLinks(links: string[]): Generator<string> {
  yield RELATIONS_HEAD
  yield* inParts(links, (link, place) => relation(`rId${place + 1}`, 'hyperlink', xml(link), ' TargetMode="External"'))
  yield RELATIONS_END
}

const PART = 1_000

/** Each as text, a thousand at a time. */
function* inParts(list: string[], written: (each: string, place: number) => string): Generator<string> {
  for (let at = 0; at < list.length; at += PART) {
    yield list
      .slice(at, at + PART)
      .map((each, place) => written(each, at + place))
      .join('')
  }
}

function workbook(name: string, table: string): string {
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xml(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${xml(name)}'!${table}</definedName></definedNames></workbook>`
}

/** 0 -> A, 25 -> Z, 26 -> AA. */
function columnName(place: number): string {
  const before = Math.floor(place / 26)
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (place % 26))
}

/** Days since 1899-12-30, as Excel counts. */
const serial = (wall: number): number => Math.round((wall / 86_400_000 + 25_569) * 1e9) / 1e9

function textCell(name: string, text: string, style = 0): string {
  const kept = text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1)}…` : text
  return `<c r="${name}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${cellText(kept)}</t></is></c>`
}

/** «_x0041_» in a cell means a letter to Excel: the underscore is written so that it means itself. */
const cellText = (text: string): string => xml(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(/\r\n?/g, '\n'))

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML 1.0 does not allow is left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? '')
}
