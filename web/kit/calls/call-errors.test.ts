import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { privacy } from '../../../contract/office/privacy.ts'
import { ask } from './ask.ts'
import { CallError, ownError } from './call-error.ts'
import { onCallError } from './call-errors.ts'
import { download } from './download.ts'
import { worthRetrying } from './query-client.ts'

let heard: string[]
let stop: () => void
beforeEach(() => {
  heard = []
  stop = onCallError(({ code }) => heard.push(code))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function answering(status: number, body: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
}

test('a call that is refused is raised once, and thrown', async () => {
  answering(401, '{"status":"error","type":"refusal","code":"UNAUTHORIZED","message":"Войдите, чтобы продолжить"}')
  await expect(ask('filters', 'listFilters', {})).rejects.toBeInstanceOf(CallError)
  expect(heard).toEqual(['UNAUTHORIZED'])
})

test('a call that only the socket carries is raised while there is none', async () => {
  await expect(ask('feed', 'setFeedListener', { filters: [] })).rejects.toBeInstanceOf(CallError)
  expect(heard).toEqual(['NETWORK_ERROR'])
})

test('a file that is not handed out is raised', async () => {
  answering(503, '')
  await expect(download(privacy.downloadMyData, {})).rejects.toBeInstanceOf(CallError)
  expect(heard).toEqual(['SERVER_ERROR'])
})

test('a call that succeeds or is aborted raises nothing', async () => {
  answering(200, '{"status":"ok","result":{"filters":[]}}')
  expect(await ask('filters', 'listFilters', {})).toEqual({ filters: [] })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('aborted')))
  await expect(ask('filters', 'listFilters', {}, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(heard).toEqual([])
})

test('a server that is away is asked twice more, one that answered is not', () => {
  expect(worthRetrying(1, ownError('NETWORK_ERROR'))).toBe(true)
  expect(worthRetrying(1, ownError('SERVER_ERROR', { status: 503 }))).toBe(true)
  expect(worthRetrying(2, ownError('SERVER_ERROR', { status: 503 }))).toBe(false)
  expect(worthRetrying(0, ownError('SERVER_ERROR', { status: 500 }))).toBe(false)
  expect(worthRetrying(0, ownError('NOT_FOUND'))).toBe(false)
})
