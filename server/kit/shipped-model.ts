/** The relevance model that is shipped: its parts as files, each checked against the manifest that training wrote beside them. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readMeaning, type Meaning } from '../../engine/relevance/meaning.ts'
import type { ModelPart, ModelParts } from '../../engine/relevance/model-file.ts'
import { joinModel, loadModel, modelParts } from '../../engine/relevance/model-file.ts'
import type { Model } from '../../engine/relevance/model.ts'

export const shippedModelFolder = fileURLToPath(new URL('../../engine/relevance/model', import.meta.url))
export const manifestFile = 'manifest.json'
export const partFile = (part: ModelPart): string => `${part}.bin`

/** What was trained from what. Checksums are SHA-256 in hexadecimal. */
export interface ModelManifest {
  /** Of `saveModel`, the parts joined. */
  model: string
  parts: Record<ModelPart, string>
  trained: Training & {
    /** Examples and labels, by their path in the project. */
    inputs: Record<string, string>
    /** Word kinds, by their path: a small change of them is good without a training. */
    lists: Record<string, string>
    /** Marks of people, when some were given. */
    marks: string | null
  }
  /** How `meaning` was learnt, which `--keep-meaning` leaves as it is. */
  meaning: Training
}

interface Training {
  command: string
  node: string
  seed: number
  epochs: number
  /** Files of real messages that lie beside the project, by their names. */
  data: Record<string, string>
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

export async function readManifest(folder = shippedModelFolder): Promise<ModelManifest> {
  return JSON.parse(await readFile(`${folder}/${manifestFile}`, 'utf8')) as ModelManifest
}

/** Error that names the part when it is not what training wrote. */
export async function readShippedModel(folder = shippedModelFolder): Promise<{ model: Model; print: string }> {
  const manifest = await readManifest(folder)
  const parts = Object.fromEntries(
    await Promise.all(modelParts.map(async (part) => [part, await readPart(folder, part, manifest)] as const)),
  ) as ModelParts
  const bytes = joinModel(parts)
  return {
    model: loadModel(bytes),
    print: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
  }
}

/** What words have to do with each other, alone: the rest may be of another format. */
export async function readShippedMeaning(folder = shippedModelFolder): Promise<Meaning> {
  const { buffer, byteOffset, byteLength } = await readPart(folder, 'meaning', await readManifest(folder))
  const meaning = readMeaning(new DataView(buffer, byteOffset, byteLength), 0)
  if (!meaning) throw new Error(`${folder}/${partFile('meaning')} is of another format`)
  return meaning
}

async function readPart(folder: string, part: ModelPart, { parts }: ModelManifest): Promise<Uint8Array> {
  const path = `${folder}/${partFile(part)}`
  const bytes = await readFile(path)
  const found = sha256(bytes)
  if (found === parts[part]) return bytes
  throw new Error(
    `${path} is not the part of the relevance model that ${manifestFile} names: its SHA-256 is ${found}, not ${parts[part]}. ` +
      'Take both from the repository again, or train the model: npm run train:relevance -- --compact',
  )
}
