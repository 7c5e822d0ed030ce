/** The service worker: one file at the root of the site, under a name that never changes, beside the build it belongs to. */
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rollup } from 'vite'

const NAME = 'sw.js'

/** @param config what the web is built with @param source of the worker */
export function writeServiceWorker(config: InlineConfig, source: string): Plugin {
  return {
    name: 'service-worker',
    async generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((each) => each.type === 'chunk' && each.isEntry)
      if (!entry) throw new Error('the web has no entry')
      const code = await buildWorker(config, source, `/${entry.fileName}`)
      this.emitFile({ type: 'asset', fileName: NAME, source: code })
    },
    // While the web is developed its pages come from Vite, and so does this.
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${NAME}`, (_request, response, next) => {
        buildWorker(config, source, '').then(
          (code) =>
            response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(code),
          next,
        )
      })
    },
  }
}

/** @param script the page's own, by which a page and a worker know that they are of the same build */
async function buildWorker(config: InlineConfig, source: string, script: string): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify(script) },
    build: {
      ...config.build,
      write: false,
      copyPublicDir: false,
      lib: { entry: join(source), formats: ['iife'], name: 'worker', fileName: () => NAME },
    },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [Rollup.RollupOutput]
  return output[0].code
}
