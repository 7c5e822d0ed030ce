/** Categories of the same kind follow each other in the list. */

/** So many of those that follow it, and where they are too few those before it, the nearest first. */
export function neighboursOf<Category extends { slug: string }>(
  all: readonly Category[],
  slug: string,
  count: number,
): Category[] {
  const at = all.findIndex((each) => each.slug === slug)
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).toReversed()].slice(0, count)
}
