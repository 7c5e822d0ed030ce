import type { Bus, OpenBus } from '../kit/bus.ts'

/** A bus whose notices can be held back. */
export class LateBus implements OpenBus {
  readonly #bus: OpenBus
  /** What was heard and is not reported yet; null while everything is reported at once. */
  #late: (() => void)[] | null = null

  constructor(bus: OpenBus) {
    this.#bus = bus
  }

  on: Bus['on'] = (name, listener) =>
    this.#bus.on(name, (payload) => {
      if (this.#late) this.#late.push(() => listener(payload))
      else listener(payload)
    })

  holdBack(): void {
    this.#late ??= []
  }

  tell(): void {
    const telling = this.#late ?? []
    this.#late = null
    for (const tell of telling) tell()
  }

  catchUp(): Promise<void> {
    return this.#bus.catchUp()
  }

  close(): Promise<void> {
    return this.#bus.close()
  }
}
