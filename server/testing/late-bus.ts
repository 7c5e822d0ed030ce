import type { Bus, OpenBus } from '../kit/bus.ts'

/** A bus whose notices can be held back, or lost. */
export class LateBus implements OpenBus {
  readonly #bus: OpenBus
  /** What was heard and is not reported yet; null while everything is reported at once. */
  #late: (() => void)[] | null = null
  /** What is to be reported of the connection that is back, when nothing is to be lost any more; null while nothing is lost. */
  #back: (() => void)[] | null = null

  constructor(bus: OpenBus) {
    this.#bus = bus
  }

  on: Bus['on'] = (name, listener) =>
    this.#bus.on(name, (payload) => {
      const report = (): void => {
        if (this.#late) this.#late.push(() => listener(payload))
        else listener(payload)
      }
      if (this.#back === null) report()
      else if (name === 'bus.reconnected') this.#back.push(report)
    })

  /** Nothing that is published is heard, whether the bus has its connection or not. */
  get isLosing(): boolean {
    return this.#back !== null
  }

  /**
   * Nothing is heard of what is published during this work, also when the bus is back long before it is done: that it is back is reported after.
   * @param cutOff ends the connection of the bus
   */
  async lose<Result>(cutOff: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const back = this.#isBack()
    this.#back = []
    try {
      await cutOff()
      const result = await work()
      await back
      // What was published since it is back may still be on its way.
      await this.#bus.catchUp()
      return result
    } finally {
      const reports = this.#back
      this.#back = null
      for (const report of reports) report()
    }
  }

  #isBack(): Promise<void> {
    return new Promise((resolve) => {
      const off = this.#bus.on('bus.reconnected', () => {
        off()
        resolve()
      })
    })
  }

  holdBack(): void {
    this.#late ??= []
  }

  release(): void {
    const reports = this.#late ?? []
    this.#late = null
    for (const report of reports) report()
  }

  catchUp(): Promise<void> {
    return this.#bus.catchUp()
  }

  close(): Promise<void> {
    return this.#bus.close()
  }
}
