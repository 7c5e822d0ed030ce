/** A place as the finder knows it. */
export interface Place {
  id: number
  type: 'country' | 'region' | 'town'
  name: string
  /** A town's region, a region's country. A town that is a federal subject itself stands in the country. */
  parentId: number | null
  /** What texts call it, in every case: folded (lower case, ё as е). */
  forms: string[]
  /** What texts call it that means something else as often («владимир», «шахты»); it counts beside other signs only. */
  doubtfulForms: string[]
  /** Rounded to thousands; null where no one said. */
  population: number | null
}
