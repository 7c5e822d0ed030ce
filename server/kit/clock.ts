/** The only door to the time. Everything else is handed a clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A clock that stands still until it is moved: for tests. */
export class StandingClock implements Clock {
  private moment: number
  constructor(start = '2026-11-20T12:00:00Z') {
    this.moment = new Date(start).getTime()
  }
  now(): Date {
    return new Date(this.moment)
  }
  advance(milliseconds: number): void {
    this.moment += milliseconds
  }
}
