/** Time as it passes. */
import type { Clock } from '../../kit/clock.ts'
import { pause } from '../../kit/pause.ts'
import type { Time } from '../receive/shared/adapter.ts'

export const realTime = (clock: Clock): Time => ({ now: () => clock.now(), sleep: pause })
