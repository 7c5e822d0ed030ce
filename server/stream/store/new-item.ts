import { isUnwantedIn } from '../../../rules/filters/spam.ts'
import type { NewItem, ProductMatch } from '../../features/reading/feed/feed.stream.ts'
import type { NewText } from './matched-message.ts'

/** What the feed takes of a message for one product that it fits. */
export function newItemOf(
  {
    messageId,
    receivedAt,
    message,
    scores,
    authorId,
    groupId,
  }: Pick<NewText, 'messageId' | 'receivedAt' | 'message' | 'scores' | 'authorId' | 'groupId'>,
  clusterId: number,
  match: ProductMatch,
): NewItem {
  const { network, kind, sourceKind, publishedAt, demo } = message
  const { intentLevel, place } = scores
  return {
    messageId,
    clusterId,
    receivedAt,
    publishedAt,
    network,
    kind,
    sourceKind,
    authorId,
    groupId,
    demo,
    intentLevel,
    isUnwanted: isUnwantedIn(match.productType, scores),
    place,
    ...match,
  }
}
