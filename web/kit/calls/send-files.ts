/** A call with files: as form-data in an ordinary request with same-origin credentials (spec §7), which reports how much of it is sent. */
import type { Answer, Call, FilesOfCall } from '../../../contract/call.ts'
import { contract } from '../../../contract/contract.ts'
import { requestOf } from '../../../contract/request.ts'
import { fromWire, toWire, wireNames } from '../../../contract/wire-names.ts'
import { ask, type Feature, type Input, type NameOf, type Result } from './ask.ts'
import { ownError, resultOf } from './call-error.ts'
import { raising } from './call-errors.ts'
import { readAnswer } from './over-http.ts'

interface SendOptions {
  /** How much is sent, from 0 to 1; the answer comes after that. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Without files it travels as any other call.
 * @throws CallError, which is also raised as an event: NETWORK_ERROR when it did not come through
 */
export function askWithFiles<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  files: readonly File[],
  { onProgress = () => {}, signal = new AbortController().signal }: SendOptions = {},
): Promise<Result<F, N>> {
  if (files.length === 0) return ask(feature, name, input, signal)
  return raising(send(feature, name, input, files, onProgress, signal))
}

async function send<F extends Feature, N extends NameOf<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  files: readonly File[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<F, N>> {
  const call = contract[feature][name] as Call
  const names = wireNames[feature]
  const { method, url, body = {} } = requestOf(call, toWire(input, names) as Record<string, unknown>)
  const form = formOf(body, call.files, files)
  return fromWire(resultOf(await post(method, url, form, onProgress, signal)), names) as Result<F, N>
}

/** Fields before files: the server has read them when the first file comes. */
function formOf(body: Record<string, unknown>, allowed: FilesOfCall | undefined, files: readonly File[]): FormData {
  if (!allowed) throw new Error('this call takes no files')
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'object' && each !== null) throw new Error(`a form has no way to say «${name}»`)
      if (each !== undefined && each !== null) form.append(name, String(each))
    }
  }
  for (const file of files) form.append(allowed.field, file, file.name)
  return form
}

/** Not by `fetch`, which does not report how much it has sent. */
function post(
  method: string,
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop)
      settle()
    }
    request.open(method, url)
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.min(1, loaded / total) : 0)
    request.onerror = () => end(() => reject(ownError('NETWORK_ERROR')))
    request.ontimeout = request.onerror
    request.onabort = () => end(() => reject(signal.reason))
    request.onload = () =>
      end(() => {
        try {
          resolve(readAnswer(request.status, request.responseText))
        } catch (error) {
          reject(error)
        }
      })
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    request.send(form)
  })
}
