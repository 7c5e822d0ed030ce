// A trouble the user can do something about: the console shows its one sentence, never a stack.
export class Trouble extends Error {}

export function explain(error: unknown): string {
  if (error instanceof Trouble) return error.message
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
    console.error(error instanceof Trouble ? `\n  ${error.message}\n` : explain(error))
    process.exitCode = 1
  }
}
