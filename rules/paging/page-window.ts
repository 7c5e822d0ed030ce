/** The page numbers a pager shows. */

/** Pages shown around the current one, itself included (spec §9). */
const PAGES_SHOWN = 3

/** At most `width` neighbouring pages with `current` in their middle, or as near to it as the ends allow. */
export function pageWindow(current: number, pages: number, width: number = PAGES_SHOWN): number[] {
  const count = Math.min(width, pages)
  const first = Math.max(1, Math.min(current - Math.floor(width / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
