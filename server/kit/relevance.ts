/** The relevance model of this process: its file is read once and shared. */
import { readFile } from 'node:fs/promises'
import { loadModel, type Model } from '../../engine/relevance/model.ts'

let loading: Promise<Model> | undefined

export function loadRelevance(): Promise<Model> {
  loading ??= readFile(new URL('../../engine/relevance/model.bin', import.meta.url)).then(loadModel)
  return loading
}
