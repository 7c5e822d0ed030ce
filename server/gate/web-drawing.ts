/** What draws pages without a browser: web/draw.tsx, as the build wrote it. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FirstAnswers } from '../../contract/first-answers.ts'
import { SECOND } from '../kit/clock.ts'

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

/** After this no one waits for a page to be drawn. In milliseconds. */
export const DRAW_WITHIN = 4 * SECOND

/** @throws when it takes longer than so many milliseconds */
export async function inTime<Drawn>(drawn: Promise<Drawn>, within: number): Promise<Drawn> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('a page takes too long to be drawn')), within)
  return Promise.race([drawn, late.promise]).finally(() => clearTimeout(timer))
}
