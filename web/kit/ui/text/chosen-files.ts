/** Files that a person chose to send: what would be refused is shown before anything is sent. What a file really is, the server finds out. */
import type { FilesOfCall } from '../../../../contract/call.ts'
import { CallError, sentenceOf } from '../../calls/call-error.ts'
import { bytesInWords } from './bytes-in-words.ts'

type Chosen = Pick<File, 'name' | 'size' | 'lastModified' | 'type'>

/** What was chosen before together with what is added, and why some of it was left out; null: nothing was. */
export function withChosen<Each extends Chosen>(
  before: readonly Each[],
  added: readonly Each[],
  { most, bytes, total, types }: FilesOfCall,
): { files: Each[]; mistake: string | null } {
  const files = [...before]
  let mistake: string | null = null
  for (const file of added) {
    if (files.some((each) => isSame(each, file))) continue
    const length = files.reduce((sum, { size }) => sum + size, file.size)
    if (file.size === 0) mistake = `«${file.name}»: этот файл пустой`
    // Where the system knows no type of a file it says none.
    else if (file.type !== '' && !(types as readonly string[]).includes(file.type))
      mistake = `«${file.name}» не подходит: можно приложить картинки, PDF и текст`
    else if (file.size > bytes) mistake = `«${file.name}» больше ${bytesInWords(bytes)}`
    else if (files.length >= most) mistake = `Можно приложить не больше ${most} файлов`
    else if (length > total) mistake = `Вместе файлы больше ${bytesInWords(total)}`
    else files.push(file)
  }
  return { files, mistake }
}

const isSame = (one: Chosen, other: Chosen): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Why a call with files was refused, with the file it was refused for. */
export function fileSentenceOf(error: unknown): string {
  const name = error instanceof CallError ? error.details.name : undefined
  return typeof name === 'string' ? `«${name}»: ${firstSmall(sentenceOf(error))}` : sentenceOf(error)
}

const firstSmall = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
