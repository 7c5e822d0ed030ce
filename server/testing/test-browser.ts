import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { Answer } from '../../contract/call.ts'
import { signals } from '../../contract/contract.ts'
import type { SignalName, Signals } from '../../contract/signals.ts'
import { signalFromWire, toWire, wireNames } from '../../contract/wire-names.ts'
import { readAnswer, resultOf, type CallInput, type CallName, type Feature } from './read-answer.ts'

type Heard = { [Name in SignalName]: Signals[Name][] }

/** A browser: asks over its socket and hears signals. */
export class TestBrowser {
  readonly socket: Socket
  readonly heard: Heard
  /** Resolves with the reason once the socket is closed, also when that was before anyone waits for it. */
  readonly closed: Promise<string>

  private constructor(socket: Socket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('disconnect', resolve))
    this.heard = Object.fromEntries(Object.keys(signals).map((name) => [name, []])) as unknown as Heard
    for (const signal of Object.keys(this.heard) as SignalName[])
      socket.on(signal, (payload) => this.heard[signal].push(signalFromWire(signal, payload) as never))
  }

  static async connect(address: string, extraHeaders: Record<string, string>): Promise<TestBrowser> {
    const socket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders })
    const browser = new TestBrowser(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return browser
  }

  async answers<F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: CallInput<F, N>) {
    const name = `${feature}.${String(callName)}`
    return readAnswer<F, N>(feature, await this.call(name, toWire(input, wireNames[feature])))
  }

  /** As it travels. A socket that is closed before it answers throws: it would keep the call for a connection that never comes. */
  call(name: string, input: unknown): Promise<Answer> {
    const closed = this.closed.then((reason) => Promise.reject(new Error(`no answer to ${name}: ${reason}`)))
    return Promise.race([this.socket.emitWithAck('call', { name, input }) as Promise<Answer>, closed])
  }

  /** What the call answers; a refusal is thrown. */
  async asks<F extends Feature, N extends CallName<F>>(feature: F, callName: N, input: CallInput<F, N>) {
    return resultOf(await this.answers(feature, callName, input))
  }

  close(): void {
    this.socket.disconnect()
  }
}

/** Waits until each browser has heard this signal as often as it should and no more often, and begins to count from there again. */
export async function expectHeard(
  browsers: readonly TestBrowser[],
  signal: SignalName,
  counts: readonly number[],
): Promise<void> {
  const heard = () => browsers.map((browser) => browser.heard[signal].length)
  await expect.poll(heard).toEqual(counts)
  // On a connection, what was emitted before an answer arrives before it.
  for (const browser of browsers) await browser.asks('accounts', 'getMe', {})
  expect(heard()).toEqual(counts)
  for (const browser of browsers) browser.heard[signal].length = 0
}
