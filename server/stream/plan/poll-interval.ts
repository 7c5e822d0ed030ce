/**
 * How often groups are read: the busier the oftener, and all together within what their network allows. An allowance that is
 * not needed is used, in part, to read more often than need be: what comes is seen sooner.
 */
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { CallAllowance } from '../receive/shared/adapter.ts'
import { backOffAfter } from '../receive/shared/back-off.ts'

/** This many messages are worth a reading. */
const MESSAGES_A_READING = 10
const SHORTEST = MINUTE
const LONGEST = 6 * HOUR
/** Readings a day of a group at the two ends. */
const MOST_READINGS = DAY / SHORTEST
const LEAST_READINGS = DAY / LONGEST

/** Of what a network allows, so much is planned with: links, retries and bursts need the rest. */
const PLANNED = { perDay: 0.9, perSecond: 0.5 }
/** Of that, so much to read more often than need be, and no more than this many times. */
const SPARE_SHARE = 0.5
const MOST_OFTENER = 24

/** How often a group wants to be read, by how much is written in it. */
export function readingsADay(perDay: number): number {
  return Math.min(MOST_READINGS, Math.max(LEAST_READINGS, perDay / MESSAGES_A_READING))
}

/** The calls of a day that may be planned with; Infinity where nothing is known to limit them. */
export function callsADay({ perSecond, perDay }: CallAllowance, share = 1): number {
  return Math.min(
    (perDay ?? Infinity) * PLANNED.perDay,
    (perSecond ?? Infinity) * (DAY / 1000) * PLANNED.perSecond * share,
  )
}

/**
 * By what the wishes of all groups of a network are stretched: above 1 when they are more than is allowed, below it when there
 * is room.
 * @param wanted the sum of `readingsADay` over all groups
 * @param allowed readings a day
 */
export function stretchOf(wanted: number, allowed: number): number {
  if (wanted > allowed) return allowed > 0 ? wanted / allowed : Infinity
  return Math.min(1, Math.max(wanted / (allowed * SPARE_SHARE), 1 / MOST_OFTENER))
}

/** @returns milliseconds until a group is read again */
export function intervalOf(perDay: number, stretch: number): number {
  return Math.max(SHORTEST * Math.max(1, stretch), Math.min(DAY, (DAY / readingsADay(perDay)) * stretch))
}

/** What was so long ago counts about a third of what is now: a group that wakes up is noticed within hours, and so is one that falls silent. */
const REMEMBERED = 3 * HOUR

/** Messages a day, after a reading. */
export function ratePerDay(before: number, messages: number, milliseconds: number): number {
  const passed = Math.max(milliseconds, 1000)
  const fading = Math.exp(-passed / REMEMBERED)
  return before * fading + (messages / (passed / DAY)) * (1 - fading)
}

/** After the first reading: by how far apart its messages were written. */
export function firstRatePerDay(messages: number, oldest: Date | null, now: Date): number {
  return oldest ? messages / Math.max((now.getTime() - oldest.getTime()) / DAY, 1 / 24) : 0
}

/** A little earlier or later each time, so that what began together does not stay together. `random`: from 0 to 1. */
export function jittered(milliseconds: number, random: number): number {
  return milliseconds * (0.9 + 0.2 * random)
}

/** What was put off for longer was put off by a clock that went wrong: nothing waits this long. */
export const NEVER_SO_LATE = 2 * DAY

const LEAST_REST = { first: SECOND, longest: 256 * SECOND }

/** After so many refusals in a row that say when to ask again: at least a little longer each time, whatever they say, and a day at most. */
export function restAfter(retryAfter: number, failures: number): number {
  return Math.min(DAY, Math.max(retryAfter, backOffAfter(failures, LEAST_REST)))
}
