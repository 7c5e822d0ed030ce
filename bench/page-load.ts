/** How soon a page that is kept begins to come when many ask for it at once, and how long it takes to draw one that is not. */
import { request, Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Start } from '../contract/first-answers.ts'
import { readDrawing } from '../server/gate/web-drawing.ts'

const SECOND = 1_000

/** At an even rate, whether earlier ones were answered or not. @returns milliseconds to the first byte, in order */
export async function firstBytes(url: string, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const all: Promise<number>[] = []
  const begun = performance.now()
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = begun + (number * SECOND) / perSecond
    const early = due - performance.now()
    if (early > 1) await wait(early)
    all.push(firstByte(url, agent))
  }
  const times = await Promise.all(all)
  agent.destroy()
  return times.toSorted((a, b) => a - b)
}

function firstByte(url: string, agent: Agent): Promise<number> {
  const asked = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`))
      response.once('data', () => resolve(performance.now() - asked))
      response.resume()
    })
    asking.on('error', reject).end()
  })
}

/** @returns milliseconds of each drawing, in order; what is compiled on the way is left out */
export async function drawings(address: string, path: string, times: number): Promise<number[]> {
  const drawing = await readDrawing()
  if (!drawing) throw new Error('the web is not built')
  const response = await fetch(`${address}/api/start?at=${encodeURIComponent(path)}`)
  const { answers } = ((await response.json()) as { result: Start }).result
  const taken: number[] = []
  for (let time = -20; time < times; time++) {
    const begun = performance.now()
    await drawing.drawPage({ address: path, site: address, answers, at: new Date() })
    if (time >= 0) taken.push(performance.now() - begun)
  }
  return taken.toSorted((a, b) => a - b)
}

/** @param sorted ascending @param part 0.99 is the 99th percentile */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
