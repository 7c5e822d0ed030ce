/** A list of places as someone else keeps it, JSON or CSV, becomes entries and mistakes, each with its line. */

export interface LocationEntry {
  /** Where it stands in the file, from 1. */
  line: number
  name: string
  /** «Тверская», «Тверская область»; null for an entry that is a region itself. */
  region: string | null
  /** What kind of region: «область», «Респ»; for an entry that is one. */
  regionType: string | null
  population: number | null
  fiasId: string | null
  /** Case forms as the list gives them; empty when it gives none. */
  forms: string[]
  /** The name means something else as often: what its list says of it. */
  ambiguous: boolean
}

export interface LocationMistake {
  line: number
  reason: string
}

export interface LocationList {
  entries: LocationEntry[]
  mistakes: LocationMistake[]
}

type Fields = Record<string, unknown>

/** The names a field goes by: ours, those of the usual lists. */
const FIELDS = {
  name: ['name', 'город', 'название', 'city'],
  region: ['region', 'регион', 'область', 'region_name'],
  regionType: ['type', 'тип', 'regionType', 'region_type'],
  population: ['population', 'население'],
  fiasId: ['fias', 'fiasId', 'fias_id', 'id', 'фиас'],
  forms: ['forms', 'формы', 'cases', 'падежи'],
  ambiguous: ['doubtful', 'ambiguous', 'неоднозначный'],
} as const

const REGION_KINDS = /^(?:респ|республика|край|обл|область|ао|аобл|автономный округ|автономная область|чувашия)$/i

/** Never throws: what cannot be read is a mistake. */
export function readLocationList(text: string): LocationList {
  const plain = text.replace(/^\ufeff/, '')
  const records = /^\s*[[{]/.test(plain) ? readJson(plain) : readCsv(plain)
  const list: LocationList = { entries: [], mistakes: [] }
  for (const { line, fields } of records) {
    if (typeof fields === 'string') list.mistakes.push({ line, reason: fields })
    else takeEntry(line, fields, list)
  }
  return list
}

function takeEntry(line: number, fields: Fields, { entries, mistakes }: LocationList): void {
  const name = textOf(fields, 'name')
  const region = textOf(fields, 'region')
  const regionType = textOf(fields, 'regionType')
  const isRegion = !region && (regionType ? REGION_KINDS.test(regionType.replace(/\.$/, '')) : 'code' in fields)
  const population = numberOf(fields, 'population')
  if (!name) mistakes.push({ line, reason: 'нет названия (name)' })
  else if (name.length > 200) mistakes.push({ line, reason: 'название длиннее 200 букв' })
  // A federal city among the regions is there as a town already.
  else if (!region && 'code' in fields && /^г$/i.test(regionType ?? '')) return
  else if (!region && !isRegion) mistakes.push({ line, reason: `у города «${name}» нет региона (region)` })
  else if (population === undefined) {
    const written = String(valueOf(fields, 'population'))
    mistakes.push({ line, reason: `население должно быть целым числом, а написано «${written}»` })
  } else {
    entries.push({
      line,
      name,
      region: isRegion ? null : region,
      regionType: isRegion ? regionType : null,
      population,
      fiasId: isRegion ? null : textOf(fields, 'fiasId'),
      forms: formsOf(fields),
      ambiguous: isAmbiguous(valueOf(fields, 'ambiguous')),
    })
  }
}

function valueOf(fields: Fields, field: keyof typeof FIELDS): unknown {
  const key = FIELDS[field].find((each) => fields[each] !== undefined && fields[each] !== null && fields[each] !== '')
  return key === undefined ? null : fields[key]
}

function textOf(fields: Fields, field: keyof typeof FIELDS): string | null {
  const value = valueOf(fields, field)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? null : text
}

/** Undefined when something stands there that is no number of people. */
function numberOf(fields: Fields, field: keyof typeof FIELDS): number | null | undefined {
  const text = textOf(fields, field)
  if (text === null) return null
  const number = Number(text.replace(/[\s\u00a0]/g, ''))
  return Number.isInteger(number) && number >= 0 && number < 2_000_000_000 ? number : undefined
}

/** An object of cases, an array, or words parted by a bar. */
function formsOf(fields: Fields): string[] {
  const value = valueOf(fields, 'forms')
  const forms: unknown[] = typeof value === 'string' ? value.split('|') : Object.values(value ?? {})
  return forms
    .filter((form): form is string => typeof form === 'string' && form.trim() !== '')
    .map((form) => form.trim())
}

/** «several cities» says nothing of the word: which of them is meant is read from the region. */
function isAmbiguous(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => each !== 'several cities')
  return value === true || /^(?:true|1|да|yes)$/i.test(String(value ?? ''))
}

interface ListRecord {
  line: number
  /** Its fields, or what is wrong. */
  fields: Fields | string
}

/** An array of objects or one object after another: each is read by itself, so that one mistake costs one entry. */
function readJson(text: string): ListRecord[] {
  const records: ListRecord[] = []
  let depth = 0
  let start = -1
  let startLine = 1
  let line = 1
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') {
      line += 1
      // No string runs over a line: one that was not closed ends here.
      quoted = false
    } else if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') {
      if (depth === 0) [start, startLine] = [at, line]
      depth += 1
    } else if (sign === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) records.push({ line: startLine, fields: parsed(text.slice(start, at + 1)) })
    }
  }
  if (depth > 0) records.push({ line: startLine, fields: 'запись не закрыта: нет «}»' })
  return records
}

function parsed(text: string): Fields | string {
  try {
    return JSON.parse(text) as Fields
  } catch {
    return 'это не JSON'
  }
}

/** A heading and rows, parted by the sign that the heading has most of. */
function readCsv(text: string): ListRecord[] {
  const rows = text.split(/\r?\n/)
  const heading = rows[0] ?? ''
  const by =
    [';', '\t', ','].toSorted((one, other) => heading.split(other).length - heading.split(one).length)[0] ?? ','
  const names = cellsOf(heading, by).map((cell) => cell.trim())
  if (!FIELDS.name.some((name) => names.includes(name)))
    return [{ line: 1, fields: 'в первой строке нет столбца name' }]
  return rows.slice(1).flatMap((row, index): ListRecord[] => {
    if (row.trim() === '') return []
    const line = index + 2
    const cells = cellsOf(row, by)
    if (cells.length > names.length)
      return [{ line, fields: `столбцов ${cells.length}, а в заголовке ${names.length}` }]
    return [{ line, fields: Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])) }]
  })
}

function cellsOf(row: string, by: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < row.length; at++) {
    const sign = row.charAt(at)
    if (quoted && sign === '"' && row[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (sign === by && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}
