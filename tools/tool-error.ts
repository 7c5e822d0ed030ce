import { DataError } from '../engine/data/read-data.ts'

// An error the user can do something about: the console shows its one sentence, never a stack.
export class ToolError extends Error {}

export function explain(error: unknown): string {
  if (error instanceof ToolError || error instanceof DataError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

// Entry points of `tools/` run through this, so that every command fails in the same way.
export async function runTool(main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    const toolError = error instanceof ToolError ? error : asToolError(error)
    console.error(toolError ? `\n  ${toolError.message}\n` : explain(error))
    process.exitCode = 1
  }
}

// What any file operation can meet, and the user can do something about.
function asToolError(error: unknown): ToolError | undefined {
  const path = typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : 'папке проекта'
  switch (errorCode(error)) {
    case 'ENOSPC':
      return new ToolError(`На диске кончилось место (${path}): освободите его и запустите ещё раз.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ToolError(
        `Нет права записи (${path}): запустите от имени владельца папки; файлы от запуска из-под root верните себе через chown.`,
      )
    default:
      return undefined
  }
}
