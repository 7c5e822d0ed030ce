/** What the card of an author has to know of its reader. */
export interface AuthorFrame {
  zone: string
  /** The reader. */
  myId: number
  /** Links lead straight to their pages, and not by /goto. */
  straightLinks: boolean
}
