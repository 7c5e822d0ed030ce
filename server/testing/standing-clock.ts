import type { Clock } from '../kit/clock.ts'

/** A clock that stands still until it is moved. */
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
