/** By slug, one of each kind of trade, so that everybody sees something near to theirs: what the home page offers and shows. */
export const popularCategories: readonly string[] = [
  'photographers',
  'flat-repair',
  'manicure',
  'plumbers',
  'cakes',
  'english-tutors',
  'lawyers',
  'cleaning',
  'event-hosts',
]
