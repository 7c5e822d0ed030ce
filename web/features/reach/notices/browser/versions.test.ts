import { expect, test } from 'vitest'
import type { ToWorker } from '../../../../kit/device/worker-words.ts'
import { watchVersions } from './versions.ts'

/** As much of a worker as pages see of it. */
class MadeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly #build: string
  constructor(build: string) {
    super()
    this.#build = build
  }
  becomes(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  postMessage({ ask }: ToWorker, [port]: MessagePort[] = []): void {
    if (ask === 'build') port?.postMessage(this.#build)
    else this.becomes('activated')
  }
}

class MadeRegistration extends EventTarget {
  active: MadeWorker | null = null
  waiting: MadeWorker | null = null
  installing: MadeWorker | null = null
  installs(worker: MadeWorker): void {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    worker.becomes('installed')
    this.waiting = worker
  }
}

function watched(registration: MadeRegistration) {
  const announced: (() => void)[] = []
  let loads = 0
  const end = watchVersions(registration as unknown as ServiceWorkerRegistration, {
    isOwn: (build) => build === 'this',
    announce: (update) => void announced.push(update),
    reload: () => void (loads += 1),
  })
  return { announced, loads: () => loads, end }
}
const running = () => Object.assign(new MadeRegistration(), { active: new MadeWorker('this') })

test('a newer version is announced, and a press brings it: the page is loaded once, when it is there', async () => {
  const registration = running()
  const { announced, loads } = watched(registration)
  const newer = new MadeWorker('newer')
  registration.installs(newer)
  await expect.poll(() => announced.length).toBe(1)
  expect([newer.state, loads()]).toEqual(['installed', 0])
  announced[0]?.()
  expect([newer.state, loads()]).toEqual(['activated', 1])
})

test('one that waits already is announced as well', async () => {
  const registration = Object.assign(running(), { waiting: new MadeWorker('newer') })
  const { announced } = watched(registration)
  await expect.poll(() => announced.length).toBe(1)
})

test('a press after another tab let it in loads the page', async () => {
  const registration = running()
  const { announced, loads } = watched(registration)
  const newer = new MadeWorker('newer')
  registration.installs(newer)
  await expect.poll(() => announced.length).toBe(1)
  newer.becomes('activated')
  expect(loads()).toBe(0)
  announced[0]?.()
  expect(loads()).toBe(1)
})

test('the worker of the build that the page has already takes over without a word', async () => {
  const registration = running()
  const { announced, loads } = watched(registration)
  const own = new MadeWorker('this')
  registration.installs(own)
  await expect.poll(() => own.state).toBe('activated')
  expect([announced.length, loads()]).toEqual([0, 0])
})

test('the first worker of all is not announced, nor any when no one watches', async () => {
  const first = new MadeRegistration()
  const { announced } = watched(first)
  first.installs(new MadeWorker('newer'))
  const left = running()
  const watching = watched(left)
  watching.end()
  left.installs(new MadeWorker('newer'))
  const heard = running()
  const other = watched(heard)
  heard.installs(new MadeWorker('newer'))
  await expect.poll(() => other.announced.length).toBe(1)
  expect([announced.length, watching.announced.length]).toEqual([0, 0])
})
