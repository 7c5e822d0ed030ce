import { BADGE_CAP } from '../contract/reading/feed.ts'

/** «12», «99+» (spec §9); null when there is nothing to show. */
export function badge(count: number): string | null {
  if (count <= 0) return null
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count)
}
