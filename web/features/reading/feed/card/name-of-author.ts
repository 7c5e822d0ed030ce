import type { FeedMessage } from '../../../../../contract/reading/feed.ts'

/** By whom a message is called: its author, else the group that wrote it. */
export const nameOfAuthor = ({ author, group }: Pick<FeedMessage, 'author' | 'group'>): string =>
  author?.name || group?.name || 'Без имени'
