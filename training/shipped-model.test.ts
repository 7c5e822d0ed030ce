import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { joinModel, modelParts, saveModel, splitModel } from '../engine/relevance/model-file.ts'
import {
  manifestFile,
  partFile,
  readManifest,
  readShippedModel,
  sha256,
  shippedModelFolder,
} from '../server/kit/shipped-model.ts'
import { changedSince, readInputSums } from './model-manifest.ts'

describe('the shipped model', () => {
  test('is what its manifest says, part by part and as a whole', async () => {
    const manifest = await readManifest()
    for (const part of modelParts)
      expect(sha256(await readFile(join(shippedModelFolder, partFile(part)))), part).toBe(manifest.parts[part])
    const { model } = await readShippedModel()
    expect(sha256(saveModel(model))).toBe(manifest.model)
  })

  test('was trained from the examples and labels that lie here', async () => {
    const { trained } = await readManifest()
    expect(
      changedSince(trained.inputs, readInputSums()),
      'These changed since the relevance model was trained. Train it again and commit what it writes to engine/relevance/model ' +
        '(needs the real messages in ../shared/data): npm run train:relevance -- --keep-meaning --compact',
    ).toEqual([])
  })

  test('what has changed is named: another, a new, a lost file', () => {
    expect(changedSince({ same: '1', other: '2', lost: '3' }, { same: '1', other: '4', added: '5' })).toEqual([
      'other',
      'lost',
      'added',
    ])
  })

  test.each(modelParts)('is refused when %s is not the one that was trained', async (part) => {
    const folder = await mkdtemp(join(tmpdir(), 'model-'))
    try {
      await cp(shippedModelFolder, folder, { recursive: true })
      const path = join(folder, partFile(part))
      const bytes = await readFile(path)
      bytes[bytes.length >> 1]! ^= 1
      await writeFile(path, bytes)
      await expect(readShippedModel(folder)).rejects.toThrow(
        new RegExp(
          `${part}\\.bin is not the part of the relevance model that ${manifestFile} names.*npm run train:relevance`,
        ),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('parts of two models are no model', async () => {
    const parts = splitModel((await readShippedModel()).model)
    expect(() => joinModel({ ...parts, rows: parts.rows.subarray(1) })).toThrow('not a relevance model')
  })
})
