/** The widths at which the layout changes, in px. Style sheets name them too: `@media (--tablet)`. */
export const breakpoints = {
  /** Up to this wide: one narrow column. */
  phone: 639,
  /** From here on there is room for a bar over the feed. */
  tablet: 768,
  /** From here on there is room for everything. */
  desktop: 992,
  /** From here on there is room for columns beside the feed: products before it, a message behind it. */
  wide: 1200,
  /** From here on the tools of the feed have room for words. */
  roomy: 1400,
} as const

/** What the names mean in a style sheet; the build puts them in. */
export const mediaNames: Record<string, string> = {
  '--phone': `(max-width: ${breakpoints.phone}px)`,
  '--below-tablet': `(max-width: ${breakpoints.tablet - 0.02}px)`,
  '--tablet': `(min-width: ${breakpoints.tablet}px)`,
  '--desktop': `(min-width: ${breakpoints.desktop}px)`,
  '--below-wide': `(max-width: ${breakpoints.wide - 0.02}px)`,
  '--wide': `(min-width: ${breakpoints.wide}px)`,
  '--roomy': `(min-width: ${breakpoints.roomy}px)`,
}
