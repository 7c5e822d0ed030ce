/** What someone began to write under an article, until it is sent: signing in on the way must not cost them a word. */
const keyOf = (articleId: number): string => `comment of article ${articleId}`

export function keptComment(articleId: number): string {
  try {
    return sessionStorage.getItem(keyOf(articleId)) ?? ''
  } catch {
    return ''
  }
}

export function keepComment(articleId: number, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(articleId))
    else sessionStorage.setItem(keyOf(articleId), text)
  } catch {
    // It is kept no longer than the page is open.
  }
}
