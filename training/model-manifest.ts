/** What the manifest beside the shipped model says of where it comes from, and what has changed since. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordKindFiles } from '../engine/relevance/word-kinds.ts'
import { sha256 } from '../server/kit/shipped-model.ts'
import { projectRoot } from '../tools/project-root.ts'
import { exampleFileNames, exampleFolder } from './example-files.ts'
import { labelFolder, trainedLabelFileNames } from './label-files.ts'
import { dataFileNames, dataFolder } from './read-data-file.ts'

type Checksums = Record<string, string>

/** Examples, and labels that are trained on. */
export const readInputSums = (): Checksums => ({
  ...projectSums(exampleFolder, exampleFileNames),
  ...projectSums(labelFolder, trainedLabelFileNames),
})

/** Word kinds, which the model knows words by. */
export const readListSums = (): Checksums => projectSums('engine/data', wordKindFiles)

/** The real messages beside the project. */
export const readDataSums = (): Checksums =>
  Object.fromEntries(dataFileNames.map((name) => [name, sha256(readFileSync(join(dataFolder, name)))]))

const projectSums = (folder: string, names: readonly string[]): Checksums =>
  Object.fromEntries(names.map((name) => [`${folder}/${name}`, sha256(readFileSync(join(projectRoot, folder, name)))]))

/** What is new, gone or other than it was. */
export const changedSince = (before: Readonly<Checksums>, now: Readonly<Checksums>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])
