/** A file that a person asks for by a button: fetched first, so that a refusal is a sentence and not a broken file. */
import type { FileCall, InputOf } from '../../../contract/call.ts'
import { requestOf } from '../../../contract/request.ts'
import { ownError, resultOf } from './call-error.ts'
import { raising } from './call-errors.ts'
import { readAnswer } from './over-http.ts'
import { saveFile } from './save-file.ts'

/** @throws CallError, which is also raised as an event */
export function download<C extends FileCall>(call: C, input: InputOf<C>): Promise<void> {
  return raising(fetchFile(call, input))
}

async function fetchFile<C extends FileCall>(call: C, input: InputOf<C>): Promise<void> {
  const response = await fetch(requestOf(call, input as Record<string, unknown>).url, {
    credentials: 'same-origin',
  }).catch(() => {
    throw ownError('NETWORK_ERROR')
  })
  if (!response.ok) resultOf(readAnswer(response.status, await response.text()))
  const file = await response.blob().catch(() => {
    throw ownError('NETWORK_ERROR')
  })
  saveFile(readFileName(response.headers.get('content-disposition') ?? ''), file)
}

/** The name that the server gives the file; of the two ways to write it the one that knows all letters. */
export function readFileName(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? ''
}
