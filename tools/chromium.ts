import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { projectRoot } from './project-root.ts'
import { hasRoomInMemory } from './shared-memory.ts'
import { ToolError } from './tool-error.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  // There are more browsers than cores: compilers and collectors beside them cost more than they save.
  '--js-flags=--single-threaded',
]
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A headless browser that needs nothing installed: the Chromium of npm comes with the libraries and the font that a
 * bare machine lacks, so screenshots are the same everywhere. CHROMIUM_PATH names another one.
 * @param more flags beside those of all
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named) return launch(named, {}, more)
  const { program, environment } = unpacked()
  try {
    return await launch(program, environment, more)
  } catch (error) {
    const system = systemBrowsers.find((path) => existsSync(path))
    if (!system) throw error
    console.warn(`Chromium из npm не запустился, беру ${system}: картинки могут отличаться.`)
    return launch(system, {}, more)
  }
}

async function launch(
  executablePath: string,
  environment: Record<string, string>,
  more: readonly string[],
): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath,
      args: [...flags, ...more],
      // Pictures go through files on the disk otherwise, for the sake of containers with little shared memory.
      ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
      headless: true,
      env: { ...process.env, ...environment },
    })
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').slice(0, 12).join('\n') : String(error)
    throw new ToolError(`Chromium (${executablePath}) не запускается; другой можно назвать в CHROMIUM_PATH.\n${why}`)
  }
}

type Unpacked = { program: string; environment: Record<string, string> }

function unpacked(): Unpacked {
  const packageFile = join(
    dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))),
    'package.json',
  )
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const home = join(cachePlace(), `chromium-${version}`)
  if (!existsSync(home)) unpack(dirname(packageFile), home)
  // Written at every start: it holds full paths, and clones are moved and copied.
  const conf = join(home, 'fonts.conf')
  const wanted = fontsConf(home)
  if (!existsSync(conf) || readFileSync(conf, 'utf8') !== wanted) writeFileSync(conf, wanted)
  return {
    program: join(home, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      // Only the packed fonts: what else the machine has would change the pictures.
      FONTCONFIG_FILE: conf,
    },
  }
}

function cachePlace(): string {
  const cache = join(projectRoot, 'node_modules', '.cache', 'echolot')
  try {
    mkdirSync(cache, { recursive: true })
    return cache
  } catch {
    return join(tmpdir(), `echolot-${process.getuid?.() ?? 0}`)
  }
}

// The package unpacks itself into the temporary directory, and its libraries only inside Amazon's Lambda;
// another process with a temporary directory of our choice unpacks all of it where we want it.
function unpack(packageHome: string, home: string): void {
  const unfinished = `${home}.new-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
    join(packageHome, 'bin', name),
  )
  const script = `import { inflate } from ${JSON.stringify(pathToFileURL(join(packageHome, 'build', 'index.js')).href)}
    await Promise.all(${JSON.stringify(archives)}.map((archive) => inflate(archive)))`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: unfinished },
  })
  if (done.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new ToolError(`Chromium не распаковался: ${done.stderr.trim()}`)
  }
  try {
    renameSync(unfinished, home)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

// Chromium's own packed font knows letters only: signs come from DejaVu, emoji from Noto.
const fontPackages = ['dejavu-fonts-ttf', '@expo-google-fonts/noto-color-emoji']

function fontsConf(home: string): string {
  const require = createRequire(import.meta.url)
  const folders = [join(home, 'fonts'), ...fontPackages.map((name) => dirname(require.resolve(`${name}/package.json`)))]
  const alias = (family: string) =>
    `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${folders.map((folder) => `<dir>${folder}</dir>`).join('\n  ')}
  <cachedir>${join(home, 'font-cache')}</cachedir>
  ${['sans-serif', 'serif', 'system-ui', 'Arial', 'Segoe UI'].map(alias).join('\n  ')}
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`
}
