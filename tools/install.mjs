// Plain JavaScript for the Node that the machine happens to have (20 or newer), with nothing installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = join(root, 'node_modules', 'node', 'bin', 'node')

/** Installs what is missing, then runs `tools/<name>.ts` under the project's own Node and ends as it ends. */
export async function installAndRun(name) {
  try {
    await installMissing()
  } catch (error) {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  const child = spawn(runtime, [join(root, 'tools', `${name}.ts`), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  // npm may be killed without a word; anyone who started us by hand and left the terminal meant us to stay.
  const starter = npmAbove()
  if (process.env.npm_lifecycle_event)
    setInterval(() => {
      if (npmAbove() !== starter) child.kill('SIGTERM')
    }, 1000).unref()
}

// npm runs scripts through a shell, which on some systems stays between npm and us.
function npmAbove() {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? Number(parent) : process.ppid
  } catch {
    return process.ppid
  }
}

async function installMissing() {
  if (!isInstalled()) {
    console.log('Ставлю зависимости (npm ci)…')
    // Install scripts bring Node 24 and the links inside PostgreSQL, so a user's `ignore-scripts` must not apply here.
    const { code, output } = await runNpm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts=false',
      '--no-audit',
      '--no-fund',
    ])
    if (code !== 0) throw new Error(whyNpmFailed(output))
  }
  if (!runtimeWorks()) {
    // What the install script of the package `node` does, once more by ourselves.
    const home = join(root, 'node_modules', 'node')
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: home,
      stdio: 'ignore',
      env: { ...process.env, npm_config_ignore_scripts: 'false' },
    })
    if (!runtimeWorks()) {
      throw new Error(
        'Не удалось поставить Node 24 из пакета «node»: разрешите установочные скрипты npm (ignore-scripts=false) и выполните «npm ci».',
      )
    }
  }
}

// npm writes down what it has put into node_modules only when it has finished.
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    // Optional parts that name no machine belong to other optional parts, which may not be here either.
    return Object.entries(wanted).every(
      ([path, { version, optional, os }]) =>
        path === '' || present[path]?.version === version || (optional && (!os || !isForThisMachine(wanted[path]))),
    )
  } catch {
    return false
  }
}

function isForThisMachine({ os = [], cpu = [], libc = [] }) {
  const fits = (list, own) => list.length === 0 || list.includes(own)
  const glibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return fits(os, process.platform) && fits(cpu, process.arch) && (process.platform !== 'linux' || fits(libc, glibc))
}

function runtimeWorks() {
  try {
    accessSync(runtime, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(runtime, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') ?? false
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  const [command, first] = npm && existsSync(npm) ? [process.execPath, [npm]] : ['npm', []]
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
      process.stderr.write(chunk)
    })
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

function whyNpmFailed(output) {
  if (/ENOSPC/.test(output)) return 'На диске не хватило места для зависимостей: нужно около 1 ГБ.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `Нет права записи в ${root}: запустите от имени владельца папки.`
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(output))
    return 'Реестр npm недоступен: проверьте сеть и настройку registry.'
  return 'Зависимости не установились: npm объяснил причину выше.'
}
