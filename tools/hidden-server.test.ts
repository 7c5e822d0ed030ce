import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../server/config/config.ts'
import { handedOn, hiddenServer } from './hidden-server.ts'

/** Whatever the developer who runs this has set. */
beforeEach(() => {
  vi.stubEnv('SITE_URL', undefined)
  vi.stubEnv('PUBLIC_URL', undefined)
})
afterEach(() => vi.unstubAllEnvs())

/** What the server behind Vite makes of its environment. */
const configOf = (environment: Record<string, string>, own: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgresql://embedded', ...own, ...environment })

test('names the address that the developer opens, listens at the hidden one, and asks nobody for that name', () => {
  expect(configOf(hiddenServer('127.0.0.1', 3000, 45_678))).toMatchObject({
    siteUrl: 'http://localhost:3000',
    host: '127.0.0.1',
    port: 45_678,
    publicOrigin: '',
  })
  expect(configOf(hiddenServer('192.168.1.5', 8080, 45_678)).siteUrl).toBe('http://192.168.1.5:8080')
})

test.each(['SITE_URL', 'PUBLIC_URL'])('leaves a %s that the developer has set', (name) => {
  vi.stubEnv(name, 'https://dev.example.ru')
  expect(configOf(hiddenServer('127.0.0.1', 3000, 45_678), { [name]: 'https://dev.example.ru' }).siteUrl).toBe(
    'https://dev.example.ru',
  )
})

test('is given the address that the browser has asked, so that our own page is not a strange one', async () => {
  const root = mkdtempSync(join(tmpdir(), 'echolot-vite-test-'))
  const server = createHttpServer((request, response) => void response.end(request.headers.host))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null, proxy: handedOn(target) },
  })
  try {
    await vite.listen()
    const port = (vite.httpServer?.address() as AddressInfo | null)?.port
    for (const path of ['/api/user/me', '/auth/login', '/dev/mail', '/socket.io/']) {
      expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe(`127.0.0.1:${port}`)
    }
  } finally {
    await vite.close()
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
})
