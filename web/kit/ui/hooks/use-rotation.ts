import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'

export interface Rotation {
  /** The number of what came last; it grows. */
  newest: number
  paused: boolean
  toggle: () => void
  /** Anyone who wants no motion is spared it, and needs no button. */
  still: boolean
}

/** Spec §9: another one comes after 5 to 10 s. `random` is from 0 to 1. */
export function rotationDelay(random: number): number {
  return 5_000 + random * 5_000
}

/** Things that come one after the other at random intervals, `shown` of them at once. */
export function useRotation(shown: number): Rotation {
  const still = useReducedMotion()
  const [newest, setNewest] = useState(shown - 1)
  const [paused, setPaused] = useState(false)
  const moving = !paused && !still
  useEffect(() => {
    if (!moving) return
    const timer = setTimeout(() => setNewest((before) => before + 1), rotationDelay(Math.random()))
    return () => clearTimeout(timer)
  }, [moving, newest])
  return { newest, paused, toggle: () => setPaused(!paused), still }
}

/** `count` things beginning with the newest, round and round; no more than there are. */
export function rotated<Thing>(
  things: readonly Thing[],
  newest: number,
  count: number,
): { thing: Thing; number: number }[] {
  return Array.from({ length: Math.min(count, things.length) }, (_, at) => newest - at).flatMap((number) => {
    const thing = things[((number % things.length) + things.length) % things.length]
    return thing === undefined ? [] : [{ number, thing }]
  })
}
