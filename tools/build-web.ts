import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdLock } from './hold-lock.ts'
import { projectRoot } from './project-root.ts'
import { ToolError } from './tool-error.ts'

const sources = [
  'web',
  'contract',
  'rules',
  'tools/web',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.worker.json',
  'package-lock.json',
]
const stamp = join(projectRoot, 'dist', 'built-from')

// Builds the web unless `dist/` was built from exactly these sources. One build at a time: another waits, and finds it done.
export function buildWeb(print: (line: string) => void): void {
  const wanted = hashOf(sources)
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isFresh()) return
  holdLock(join(projectRoot, 'node_modules', '.building-web'), () => {
    if (!isFresh()) build(wanted, print)
  })
}

function build(wanted: string, print: (line: string) => void): void {
  print('Собираю веб-интерфейс…')
  const built = spawnSync(
    process.execPath,
    [join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  // Ctrl-C reached the build too; our own handler ends the rest.
  if (built.signal) return
  if (built.status !== 0) throw new ToolError(`Веб-интерфейс не собрался:\n${built.stdout}${built.stderr}`)
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesIn(path)))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(projectRoot, file)))
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  const full = join(projectRoot, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .sort()
}
