/**
 * What the suite asserts, counted: `node tools/count-tests.ts`. Tests as vitest lists them, and from the sources of the tests
 * the laws, and which outcomes of which calls are named: answered, refused with a code, refused as invalid.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCalls } from '../contract/request.ts'
import { readSources } from './check-boundaries.ts'
import { projectRoot } from './project-root.ts'

interface Listed {
  name: string
  file: string
  projectName: string
}

function listTests(): Listed[] {
  const folder = mkdtempSync(join(tmpdir(), 'echolot-count-'))
  const file = join(folder, 'tests.json')
  try {
    const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
    const projects = ['pure', 'server', 'screens'].flatMap((project) => ['--project', project])
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'list', '--no-staticParse', ...projects, `--json=${file}`],
      {
        cwd: projectRoot,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    if (status !== 0) throw new Error('the tests could not be listed')
    return JSON.parse(readFileSync(file, 'utf8')) as Listed[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tests = listTests()
const texts = readSources()
  .filter(({ path }) => /\.(test|samples)\.tsx?$/.test(path))
  .map(({ text }) => text)
const count = (words: RegExp): number => texts.reduce((sum, text) => sum + (text.match(words)?.length ?? 0), 0)

/** Where a call is named, and what the same statement says of its outcome. */
const outcomes = { ok: new Set<string>(), refused: new Set<string>(), invalid: new Set<string>() }
for (const { name } of listCalls()) {
  const [feature = '', callName = ''] = name.split('.')
  const asked = new RegExp(`'${feature}',\\s*'${callName}'`, 'g')
  for (const text of texts) {
    for (const { index } of text.matchAll(asked)) {
      const before = text.slice(Math.max(0, index - 60), index)
      const after = text.slice(index, index + 400).split(/\n\n|\n {2}\}\)/)[0] ?? ''
      if (/VALIDATION_FAILED/.test(after)) outcomes.invalid.add(name)
      else if (/isRefused|codeOf|refused/.test(before)) outcomes.refused.add(name)
      else outcomes.ok.add(name)
    }
  }
}

const isJourney = ({ file }: Listed): boolean => file.includes('/journeys/')
const of = (project: string): number =>
  tests.filter((each) => (isJourney(each) ? 'journeys' : each.projectName) === project).length
for (const [what, number] of [
  ['tests, pure', of('pure')],
  ['tests, server', of('server')],
  ['stories without a browser', of('screens')],
  ['stories in a browser', of('journeys')],
  ['laws (properties tried)', count(/\bfc\.assert\(/g)],
  ['statements of what is expected', count(/\bexpect(\.poll|\.soft)?\(/g)],
  ['calls', listCalls().length],
  ['calls that are named as answered', outcomes.ok.size],
  ['calls that are named as refused', outcomes.refused.size],
  ['calls that are named as invalid', outcomes.invalid.size],
] as const)
  console.log(`${String(number).padStart(6)}  ${what}`)
