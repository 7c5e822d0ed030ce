/**
 * How the lists of this folder are written, one thing a line: `README.md` beside this file. Takes texts and reads no files.
 */

/** A file as it was read; `name` is what a report names it by, `word-kinds/services.txt`. */
export interface DataFile {
  name: string
  text: string
}

/** A line that says something, without the spaces around it. */
export interface DataLine {
  /** `word-kinds/services.txt:17` */
  at: string
  text: string
  /** It began with a space. */
  indented: boolean
}

/** `[name]` and the lines below it. What stands before the first header of a file is a section with an empty name. */
export interface DataSection {
  file: string
  at: string
  name: string
  lines: DataLine[]
}

/** Says what is wrong with a line; reading goes on, so that all problems are known at once. */
export type Report = (at: string, problem: string) => void

export class DataError extends Error {
  /** `word-kinds/services.txt:17: unknown kind "foo"` */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'DataError'
    this.problems = problems
  }
}

/**
 * What `read` makes of the files, when nothing is wrong with them.
 * @throws DataError
 */
export function readData<Data>(
  files: readonly DataFile[],
  read: (sections: DataSection[], report: Report) => Data,
): Data {
  const problems: { at: string; problem: string }[] = []
  const report: Report = (at, problem) => problems.push({ at, problem })
  const data = read(
    files.flatMap((file) => splitSections(file, report)),
    report,
  )
  if (problems.length === 0) return data
  const byFileAndLine = new Intl.Collator('en', { numeric: true })
  problems.sort((one, other) => byFileAndLine.compare(one.at, other.at))
  throw new DataError(problems.map(({ at, problem }) => `${at}: ${problem}`))
}

/** The section without a name comes first, empty or not. */
function splitSections({ name: file, text }: DataFile, report: Report): DataSection[] {
  let section: DataSection = { file, at: `${file}:1`, name: '', lines: [] }
  const sections = [section]
  text.split('\n').forEach((written, index) => {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) return
    const at = `${file}:${index + 1}`
    if (line.startsWith('[')) {
      const name = line.endsWith(']') ? line.slice(1, -1).trim() : ''
      if (name === '') report(at, `a header is written [name], not "${line}"`)
      section = { file, at, name, lines: [] }
      sections.push(section)
    } else section.lines.push({ at, text: line, indented: /^\s/.test(written) })
  })
  return sections
}

/** The lines of each of these sections; all must be there, once, with something in them, and no others. */
export function readSections<Name extends string>(
  sections: readonly DataSection[],
  names: readonly Name[],
  report: Report,
  noun = 'section',
): Record<Name, DataLine[]> {
  const found = new Map<string, DataSection>()
  for (const section of sections) {
    const { at, name, lines } = section
    if (name === '') {
      if (lines[0]) report(lines[0].at, `stands before the first [${noun}]`)
      continue
    }
    const before = found.get(name)
    if (!(names as readonly string[]).includes(name)) report(at, `unknown ${noun} "${name}"`)
    else if (before) report(at, `the ${noun} "${name}" begins at ${before.at} already`)
    else if (lines.length === 0) report(at, `the ${noun} "${name}" is empty`)
    if (!before) found.set(name, section)
  }
  const files = [...new Set(sections.map(({ file }) => file))].join(', ')
  for (const name of names) if (!found.has(name)) report(files, `no ${noun} "${name}"`)
  return Object.fromEntries(names.map((name) => [name, found.get(name)?.lines ?? []])) as Record<Name, DataLine[]>
}

/** All lines of files that have no sections. */
export function readPlainLines(sections: readonly DataSection[], report: Report): DataLine[] {
  for (const { at, name } of sections) if (name !== '') report(at, `there are no sections in this file: [${name}]`)
  return sections.flatMap(({ lines }) => lines)
}

/** Reports what stands more than once. */
export function checkDistinct(lines: Iterable<Pick<DataLine, 'at' | 'text'>>, report: Report): void {
  const seen = new Map<string, string>()
  for (const { at, text } of lines) {
    const before = seen.get(text)
    if (before !== undefined) report(at, `"${text}" stands at ${before} already`)
    else seen.set(text, at)
  }
}

export interface DataEntry {
  at: string
  key: string
  value: string
}

/** Lines written `key: value`, where an indented line goes on with the value above. What is written otherwise is left out. */
export function readEntries(lines: readonly DataLine[], report: Report): DataEntry[] {
  const entries: DataEntry[] = []
  for (const { at, text, indented } of lines) {
    const above = entries.at(-1)
    if (indented && above) {
      above.value += ` ${text}`
      continue
    }
    const colon = text.indexOf(':')
    const key = text.slice(0, Math.max(colon, 0)).trim()
    const value = text.slice(colon + 1).trim()
    if (key !== '' && value !== '') entries.push({ at, key, value })
    else report(at, `not written as "key: value": ${text}`)
  }
  return entries
}

/** Lines as they are meant: an indented one goes on with the one above. */
export function joinIndented(lines: readonly DataLine[]): DataLine[] {
  const joined: DataLine[] = []
  for (const line of lines) {
    const above = joined.at(-1)
    if (line.indented && above) joined[joined.length - 1] = { ...above, text: `${above.text} ${line.text}` }
    else joined.push(line)
  }
  return joined
}

/** `one, two, three` */
export function readItems(at: string, value: string, report: Report): string[] {
  const items = value.split(',').map((item) => item.trim())
  if (items.includes('')) report(at, `a comma with nothing beside it: ${value}`)
  return items.filter((item) => item !== '')
}
