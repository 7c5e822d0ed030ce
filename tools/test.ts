import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.ts'
import { projectRoot } from './project-root.ts'
import { explain, runTool, ToolError } from './tool-error.ts'

type Sums = { passed: number; failed: number; skipped: number }
type Print = (text: string) => void
type Step = { name: string; run: (print: Print) => Promise<Sums> }

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    changed: { type: 'boolean', default: false },
    late: { type: 'boolean', default: false },
  },
})
/**
 * Everything that is left to chance follows from it: `npm test -- --seed 7` repeats a run. Without one it follows from what is
 * committed, so that the same files are tried the same way everywhere, and others in another; `npm run laws` looks further.
 */
const seed = options.seed ?? seedOfFiles()

/** Run one after the other beside the tests, the longest first: those wait for a fifth of their time. */
const checks: Step[] = [
  // Every checker works out the types of the libraries for itself: four of them, as a rule, take twice the time of one.
  // Journeys are looked at with screens: both stand on the server, and on what a page is.
  ...['screens', 'server', 'web', 'worker', 'pure'].map((wall) =>
    check(`types: ${wall}`, 'typescript/bin/tsc', '-p', `tsconfig.${wall}.json`, '--checkers', '1'),
  ),
  check('unused', 'knip/bin/knip.js', '--no-progress'),
  check('lint', 'oxlint/bin/oxlint', '--deny-warnings', '--quiet'),
  check('format', 'oxfmt/bin/oxfmt', '--check', '.'),
]
const webBuild: Step = { name: 'web build', run: buildStep }
// Boundaries and the other laws of the house are tests themselves: tools/structure.test.ts.
const tests = options.changed ? vitest('tests', '--changed', changedSince(), '--passWithNoTests') : vitest('tests')
/** Run as a part of `tests`, and by themselves only when they are named. */
const parts = [
  vitest('pure', '--project', 'pure'),
  vitest('server', '--project', 'server', 'server/', 'db/'),
  vitest('screens', '--project', 'screens'),
  vitest('journeys', '--project', 'server', 'journeys/'),
]

await runTool(async () => {
  const steps = [...checks, webBuild, tests]
  const chosen =
    wanted.length === 0
      ? steps
      : [...steps, ...parts].filter(({ name }) => wanted.some((word) => name.startsWith(word)))
  if (chosen.length === 0)
    throw new ToolError(`No such step. There are: ${[...steps, ...parts].map(({ name }) => name).join(', ')}.`)

  const total: Sums = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const begun = performance.now()
  const note = ({ name }: Step, sums: Sums, started: number): void => {
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += sums[key]
    if (sums.failed > 0) failures.push(name)
    console.log(`== ${name}: ${sums.failed > 0 ? 'FAILED' : 'ok'} in ${seconds(started)}`)
  }
  const waiting = chosen.filter((step) => checks.includes(step))
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now()
      let output = ''
      const sums = await step.run((text) => (output += text))
      process.stdout.write(`\n== ${step.name}\n${output}`)
      note(step, sums, started)
    }
  }
  const runOthers = async (): Promise<void> => {
    for (const step of chosen.filter((each) => !checks.includes(each))) {
      console.log(`\n== ${step.name}`)
      const started = performance.now()
      note(step, await step.run((text) => void process.stdout.write(text)), started)
    }
  }
  await Promise.all([runOthers(), runWaiting()])
  console.log(
    `\nall in ${seconds(begun)}${failures.length > 0 ? `; failed: ${failures.join(', ')}` : ''}; seed ${seed}`,
  )
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed > 0 ? 1 : 0
})

function seedOfFiles(): string {
  const tree = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: projectRoot, encoding: 'utf8' })
  return String(tree.status === 0 ? Number.parseInt(tree.stdout.slice(0, 7), 16) : 1)
}

/** On main what is not committed yet; on a branch also what it has beside main. */
function changedSince(): string {
  const base = spawnSync('git', ['merge-base', 'main', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' })
  return base.status === 0 ? base.stdout.trim() : 'HEAD'
}

function check(name: string, program: string, ...args: string[]): Step {
  return { name, run: async (print) => asSums(await runNode(program, args, { print, gently: true })) }
}

function vitest(name: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'echolot-test-'))
      const file = join(folder, 'report.json')
      try {
        const ok = await runNode('vitest/vitest.mjs', [
          'run',
          ...args,
          `--sequence.seed=${seed}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ])
        const sums = readReport(file)
        // A file that does not load, or an error outside of any test, fails the run without a failed test.
        return !ok && sums.failed === 0 ? { ...sums, failed: 1 } : sums
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function readReport(file: string): Sums {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests',
    number
  >
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

async function buildStep(print: Print): Promise<Sums> {
  try {
    buildWeb((line) => print(`${line}\n`))
    return asSums(true)
  } catch (error) {
    print(`${explain(error)}\n`)
    return asSums(false)
  }
}

function asSums(ok: boolean): Sums {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/**
 * @param print is given what it prints; without it, it prints by itself
 * @param gently leaves the processor to others that want it
 */
function runNode(
  program: string,
  args: string[],
  { print, gently = false }: { print?: Print; gently?: boolean } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
      cwd: projectRoot,
      stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // Compilers are in Go: what they leave behind is collected late, which takes a fifth of their time less, but not beyond
      // this memory. The largest programs fill 2.2 GB: under a limit close to that they collect again and again.
      env: { GOGC: '800', GOMEMLIMIT: '3GiB', ...process.env, ...(options.late && { TEST_LATE: '1' }) },
    })
    if (gently && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => print?.(text))
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1_000).toFixed(1)} s`
}
