/** When something is so unusual that a person is notified of it though no message came: plain formulas over counts, and once for each time it begins. */
import type { AlarmKind } from '../../contract/reach/notices.ts'
import { sourceState, type HeardPart } from '../sources/source-state.ts'

export const alarmTitles: Record<AlarmKind, string> = {
  silence: 'Фильтр молчит',
  spike: 'Всплеск',
  sourceLag: 'Сеть отстаёт',
  groupClosed: 'Группа закрылась',
  subscriptionEnd: 'Подписка заканчивается',
}

const MINUTE = 60_000

/** A filter is silent after so many whole days without a message. */
export const SILENT_DAYS = 3
/** What is usual is what was on this many days before. */
export const USUAL_DAYS = 14
/** A day. Of filters that find fewer, some days without any are nothing unusual. */
export const LEAST_USUAL = 5

/**
 * @param silent messages of the last `SILENT_DAYS` days
 * @param before messages on each of the `USUAL_DAYS` days before them
 * @returns how many a day are usual; null: it is not silent
 */
export function silenceOf(silent: number, before: readonly number[]): number | null {
  if (silent > 0) return null
  const usual = Math.round(median(before))
  return usual >= LEAST_USUAL ? usual : null
}

/** Fewer in an hour are no spike, however few are usual. */
export const LEAST_SPIKE = 20
/** So many times as many as usual are one. */
const SPIKE_TIMES = 5
/** And below so many times it is over. */
const SPIKE_OVER_TIMES = 2

export interface Spike {
  /** Messages in an hour that are usual, at least 1. */
  usual: number
  /** So many times as many. */
  times: number
}

/**
 * @param now messages of the last hour
 * @param before messages of the same hour on each of the `USUAL_DAYS` days before
 * @returns null: it is none
 */
export function spikeOf(now: number, before: readonly number[]): Spike | null {
  const usual = Math.max(1, Math.round(median(before)))
  const times = Math.floor(now / usual)
  return now >= LEAST_SPIKE && times >= SPIKE_TIMES ? { usual, times } : null
}

/** One that began is over when it is far below what would begin one: at its edge it would begin again and again. */
export function isSpikeOver(now: number, before: readonly number[]): boolean {
  return now < LEAST_SPIKE / 2 || now < SPIKE_OVER_TIMES * Math.max(1, Math.round(median(before)))
}

/** No notice is sent of what passes within this long. */
const LAG_LASTS = 30 * MINUTE
/** Half of the messages came later than this, in seconds: who answers first has answered. */
const LATE_BY = 3_600

export interface HeardPartWithLag extends HeardPart {
  lagSeconds: number | null
}

/**
 * @param parts of one network, as they were looked at last
 * @returns `silent`: it does not answer; `late`: it is heard, much too late; null: as it should be, or it is not configured, or this may pass
 */
export function sourceLagOf(parts: readonly HeardPartWithLag[], now: Date): 'silent' | 'late' | null {
  const lasting = (since: Date | null): boolean => since !== null && now.getTime() - since.getTime() >= LAG_LASTS
  switch (sourceState(parts, now)) {
    case 'off':
      return null
    case 'failing':
      return parts.some(({ failureAt, updatedAt }) => lasting(failureAt) || lasting(updatedAt)) ? 'silent' : null
    case 'late':
      // What waits has no moment of its own; that nothing was answered for so long has.
      return parts.some(({ waiting, okAt, lagSeconds }) => (waiting > 0 && lasting(okAt)) || isLate(lagSeconds))
        ? 'late'
        : null
    case 'ok':
      return parts.some(({ lagSeconds }) => isLate(lagSeconds)) ? 'late' : null
  }
}

const isLate = (lagSeconds: number | null): boolean => lagSeconds !== null && lagSeconds >= LATE_BY

/** What came and went is reported again no sooner than after this. */
const SAME_AGAIN: Record<AlarmKind, number> = {
  silence: 0,
  spike: 6 * 60 * MINUTE,
  sourceLag: 6 * 60 * MINUTE,
  groupClosed: 0,
  subscriptionEnd: 0,
}

export interface Episode {
  since: Date
  /** Null: it goes on. */
  endedAt: Date | null
}

/**
 * What is to be done with what was reported last of one kind and subject: once for each time it begins.
 * @param last null: it was never reported
 */
export function episodeStep(
  kind: AlarmKind,
  last: Episode | null,
  state: 'on' | 'off' | 'between',
  now: Date,
): 'tell' | 'end' | null {
  if (last && !last.endedAt) return state === 'off' ? 'end' : null
  if (state !== 'on') return null
  return last && now.getTime() - last.since.getTime() < SAME_AGAIN[kind] ? null : 'tell'
}

/** Of an even number of values the lower middle one: what is usual is not made larger than it was. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}
