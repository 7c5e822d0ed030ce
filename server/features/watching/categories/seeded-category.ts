/** A category as the seed writes it; an editor may change it afterwards. */
export interface SeededCategory {
  /** Names the category for ever, for the seed and for tests. */
  slug: string
  name: string
  /** A Tabler icon, without its prefix: `camera`. */
  icon: string
  /** May be taken as a trial. */
  free: boolean
  description: string
  /** In our query language; a message is a lead of this category when any of them fits and none of `excluded` does. */
  queries: string[]
  excluded: string[]
  /** What it is about, in our query language: a message that is, and asks for it by the judge of topics, is a lead too. */
  topics: string[]
}
