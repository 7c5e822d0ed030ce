import { densities, type Density } from '../../../../../contract/reading/feed.ts'
import { breakpoints } from '../../../../kit/ui/breakpoints.ts'
import { useAtLeast } from '../../../../kit/ui/hooks/use-at-least.ts'
import { readStored, writeStored } from '../../../../kit/ui/hooks/stored.ts'

/** How cards are drawn: rows of two lines, or cards that show everything. */
export type CardDensity = Exclude<Density, 'auto'>

const KEY = 'feed-density'
const isDensity = (value: unknown): value is Density => densities.some((each) => each === value)

/** Is there room for a column beside the list? */
export const useIsWide = (): boolean => useAtLeast(breakpoints.wide)

/**
 * What the person chose, or what fits the window.
 * @param chosen undefined while no one knows: then it is as it was the last time, so that no list is drawn twice
 */
export function useDensity(chosen: Density | undefined): CardDensity {
  const wide = useIsWide()
  const density = chosen ?? readStored(KEY, isDensity) ?? 'auto'
  if (density !== 'auto') return density
  return wide ? 'compact' : 'comfortable'
}

export const rememberDensity = (density: Density): void => writeStored(KEY, density)
