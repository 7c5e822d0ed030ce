import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { projectRoot } from '../project-root.ts'
import { shortContract } from './short-contract.ts'

const features = contract as Record<string, Record<string, Call>>
const folder = join(projectRoot, 'contract')
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => join(folder, file))

/** What browsers get of every file of the contract, together. */
async function asBuilt(): Promise<Record<string, Record<string, unknown>>> {
  const all = join(projectRoot, 'all-of-the-contract')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: projectRoot,
    plugins: [
      shortContract(),
      {
        name: 'all',
        resolveId: (id) => (id === all ? id : null),
        load: (id) =>
          id === all ? paths.map((file, at) => `export * as file${at} from ${JSON.stringify(file)}`).join('\n') : null,
      },
    ],
    resolve: { alias: { typebox: join(projectRoot, 'web/kit/calls/no-schemas.ts') } },
    build: { write: false, minify: false, lib: { entry: all, formats: ['es'], fileName: 'all' } },
  })
  const [{ output }] = built as [Rollup.RollupOutput]
  const code = encodeURIComponent(output[0].code)
  return (await import(`data:text/javascript,${code}`)) as Record<string, Record<string, unknown>>
}

test('a browser knows how every call of its own is sent, from the whole contract and from the file of its feature', async () => {
  const modules = Object.values(await asBuilt())
  expect(modules).toHaveLength(paths.length)
  for (const [feature, calls] of Object.entries(features)) {
    const sent = Object.fromEntries(
      Object.entries(calls)
        .filter(([, { hook }]) => !hook)
        .map(([name, { method, path, only, files }]) => [
          name,
          { method, path, ...(only && { only }), ...(files && { files }) },
        ]),
    )
    const found = modules.flatMap((module) => (feature in module ? [module[feature]] : []))
    expect(found, feature).toEqual([sent])
    expect(modules.flatMap((module) => module.contract ?? [])).toEqual([expect.objectContaining({ [feature]: sent })])
  }
})

test('nothing of what only the server reads is left', async () => {
  const text = JSON.stringify(Object.values(await asBuilt()))
  for (const word of ['"rateLimit"', '"access"', '"scope"', '"crossSite"']) expect(text).not.toContain(word)
})
