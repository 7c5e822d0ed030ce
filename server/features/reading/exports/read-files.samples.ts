/** Readers of the files that exports write, for tests: only as much of zip, SpreadsheetML and CSV as these use. */
import { crc32, inflateRawSync } from 'node:zlib'

/** By path, each checked against its sum. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, packed, nameLength, extraLength, commentLength, start] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ] as const
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const contents = inflateRawSync(bytes.subarray(data, data + packed))
    if (crc32(contents) !== sum) throw new Error(`${name} is damaged`)
    files.set(name, contents.toString())
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}

export interface Workbook {
  parts: Map<string, string>
  /** Cells by name: «B2». */
  rows: Record<string, string | number>[]
  /** Where a cell leads, by its name. */
  links: Record<string, string>
}

export function readXlsx(bytes: Buffer): Workbook {
  const parts = unzip(bytes)
  for (const [path, text] of parts) checkXml(path, text)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const rows = [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, , cells = '']) =>
    Object.fromEntries(
      [...cells.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(
        ([, name = '', number, text]) => [
          name,
          number === undefined
            ? plain(text ?? '').replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
                String.fromCharCode(parseInt(code, 16)),
              )
            : Number(number),
        ],
      ),
    ),
  )
  const targets = new Map(
    [...(parts.get('xl/worksheets/_rels/sheet1.xml.rels') ?? '').matchAll(/Id="(\w+)"[^>]*Target="([^"]*)"/g)].map(
      ([, id, target]) => [id, plain(target ?? '')],
    ),
  )
  const links = Object.fromEntries(
    [...sheet.matchAll(/<hyperlink ref="(\w+)" r:id="(\w+)"/g)].map(([, ref, id]) => [ref, targets.get(id) ?? '']),
  )
  return { parts, rows, links }
}

/** Every element is closed in its turn, and nothing stands in it that XML does not allow. */
function checkXml(path: string, text: string): void {
  const open: string[] = []
  for (const [, closing, name = '', alone] of text.matchAll(/<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>/g)) {
    if (closing) {
      if (open.pop() !== name) throw new Error(`${path}: </${name}> closes nothing`)
    } else if (!alone) open.push(name)
  }
  if (open.length > 0) throw new Error(`${path}: <${open.at(-1)}> stays open`)
  const left = text.replace(/<\?[^>]*\?>/, '').replace(/<\/?[\w:]+(?:\s+[\w:]+="[^"<]*")*\s*\/?>/g, '')
  if (/[<\0-\x08\x0B\x0C\x0E-\x1F]|&(?!(?:amp|lt|gt|quot);)/.test(left)) throw new Error(`${path} is no XML`)
}

export const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Rows of fields, without the mark before them. */
export function readCsv(text: string): string[][] {
  if (!text.startsWith('\uFEFF')) throw new Error('the mark is missing')
  const rows: string[][] = [[]]
  const fields = /(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n|$)/gy
  fields.lastIndex = 1
  while (fields.lastIndex < text.length) {
    const at = fields.lastIndex
    const found = fields.exec(text)
    if (!found) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n' && fields.lastIndex < text.length) rows.push([])
  }
  return rows
}
