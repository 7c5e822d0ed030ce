import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { onCallError } from './call-errors.ts'
import { askWithFiles } from './send-files.ts'

/** What of a request is used, ending as the test wants. */
class Request {
  static end: (request: Request) => void
  static last: { method: string; url: string; form: FormData } | null = null
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = (): void => {}
  onerror = (): void => {}
  onabort = (): void => {}
  #to = { method: '', url: '' }
  setRequestHeader(): void {}
  open(method: string, url: string): void {
    this.#to = { method, url }
  }
  abort(): void {
    this.onabort()
  }
  send(form: FormData): void {
    Request.last = { ...this.#to, form }
    Request.end(this)
  }
}
const heard: string[] = []
let stop = (): void => {}
beforeAll(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
  stop = onCallError(({ code }) => void heard.push(code))
})
afterAll(() => {
  vi.unstubAllGlobals()
  stop()
})
afterEach(() => void heard.splice(0))

const file = new File(['x'], 'снимок.png', { type: 'image/png' })
const letter = { email: 'anna@example.ru', msg: 'Привет' }
const send = (options = {}) => askWithFiles('feedback', 'sendFeedback', letter, [file, file], options)

test('fields go before files, on the path of the call, and what is sent is reported', async () => {
  Request.end = (request) => {
    request.upload.onprogress?.({ loaded: 1, total: 4 })
    request.upload.onprogress?.({ loaded: 4, total: 4 })
    Object.assign(request, { status: 200, responseText: '{"status":"ok","result":{}}' })
    request.onload()
  }
  const shares: number[] = []
  expect(await send({ onProgress: (share: number) => shares.push(share) })).toEqual({})
  expect(shares).toEqual([0.25, 1])
  expect(Request.last).toMatchObject({ method: 'POST', url: '/api/send-feedback' })
  expect([...(Request.last?.form.keys() ?? [])]).toEqual(['email', 'msg', 'files', 'files'])
})

test('what does not come through is «Проблема сети», and raised as an event', async () => {
  Request.end = (request) => request.onerror()
  await expect(send()).rejects.toMatchObject({ code: 'NETWORK_ERROR', message: 'Проблема сети' })
  expect(heard).toEqual(['NETWORK_ERROR'])
})

test('a refusal is reported in the words of the server', async () => {
  Request.end = (request) => {
    const responseText = '{"status":"error","type":"refusal","code":"FILE_TOO_LARGE","message":"Файл слишком большой"}'
    Object.assign(request, { status: 413, responseText })
    request.onload()
  }
  await expect(send()).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', message: 'Файл слишком большой' })
})

test('an abort ends it without an error of a call', async () => {
  const leaving = new AbortController()
  Request.end = () => leaving.abort(new Error('left'))
  await expect(send({ signal: leaving.signal })).rejects.toThrow('left')
  expect(heard).toEqual([])
})
