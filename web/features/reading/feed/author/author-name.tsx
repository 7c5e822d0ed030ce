import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { nameOfAuthor } from '../card/name-of-author.ts'
import { openAuthor } from './author-state.ts'

interface AuthorNameProps {
  message: FeedMessage
  /** Where the page of the one who wrote is. */
  url: string | null
  className: string
}

/** By whom a message was written: a press opens the author's card; of a group, which has none, its page. */
export function AuthorName({ message, url, className }: AuthorNameProps) {
  const { author } = message
  if (!author)
    return (
      <OuterLink url={url} className={className}>
        {nameOfAuthor(message)}
      </OuterLink>
    )
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => openAuthor(author.id)}>
      {nameOfAuthor(message)}
    </button>
  )
}
