/** Where the links of a message lead: straight to their pages, or by /goto (docs/decisions/goto.md). */
import type { FeedMessage, SourcePart } from '../../../../../contract/reading/feed.ts'
import { isWebAddress } from '../../../../kit/ui/components/outer-link.tsx'

export type SourceLinks = Record<SourcePart, string | null>

/** @param origin of our own pages */
export function sourceLinks(
  { id, url, author, group }: Pick<FeedMessage, 'id' | 'url' | 'author' | 'group'>,
  straight: boolean,
  origin: string,
): SourceLinks {
  const link = (part: SourcePart, address: string | null): string | null => {
    if (!isWebAddress(address)) return null
    return straight ? address : `${origin}/goto/${id}${part === 'message' ? '' : `?to=${part}`}`
  }
  return {
    message: link('message', url),
    author: link('author', author?.url ?? null),
    group: link('group', group?.url ?? null),
  }
}

/** The links of a message on this page; from its own root where it is drawn without a window. */
export function linksHere(message: Parameters<typeof sourceLinks>[0], straight: boolean): SourceLinks {
  return sourceLinks(message, straight, typeof window === 'undefined' ? '' : window.location.origin)
}
