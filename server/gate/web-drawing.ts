/** What draws pages without a browser: web/draw.tsx, as the build wrote it. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FirstAnswers } from '../../contract/first-answers.ts'

export interface Drawing {
  drawPage(page: { address: string; site: string; answers: FirstAnswers; at: Date }): Promise<{
    head: string
    body: string
  }>
  drawSight(page: { address: string; answers: FirstAnswers; at: Date; width: number }): Promise<string>
}

const file = fileURLToPath(new URL('../../dist/draw/draw.js', import.meta.url))
let loaded: Promise<Drawing> | null = null

/** Null: the web is not built. Read once for all servers of a process. */
export function readDrawing(): Promise<Drawing> | null {
  if (!existsSync(file)) return null
  loaded ??= import(pathToFileURL(file).href) as Promise<Drawing>
  return loaded
}
