/** Rows -> what the contract promises of a feed message. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import type { FilledItem } from './fill.ts'

export function showItem(
  row: FilledItem,
  marks: MessageMarks,
  copies: number,
  filterSpans: [number, number][],
): FeedMessage {
  return {
    id: row.messageId,
    seqId: row.seqId,
    network: row.network as FeedMessage['network'],
    sourceKind: row.sourceKind as FeedMessage['sourceKind'],
    kind: row.kind as FeedMessage['kind'],
    userId: row.authorId,
    productType: row.productType as FeedMessage['productType'],
    product: { id: row.productId, name: row.productName ?? '', icon: row.productIcon ?? '' },
    text: row.text,
    spans: pairs(row.spans),
    filterSpans,
    keyword: row.keyword,
    publishedAt: row.publishedAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    url: row.url,
    author:
      row.authorId === null
        ? null
        : {
            id: row.authorId,
            name: row.authorName ?? '',
            avatar: row.authorAvatar,
            url: row.authorUrl,
            city: row.authorCity,
          },
    group:
      row.groupId === null
        ? null
        : {
            id: row.groupId,
            name: row.groupName ?? '',
            avatar: row.groupAvatar,
            url: row.groupUrl,
            city: row.groupCity,
            followers: row.followers,
          },
    demo: row.demo,
    intent: row.intentLevel,
    copies,
    ...marks,
  }
}

/** As spans lie in the database: start, end, start, end … */
export function pairs(flat: number[]): [number, number][] {
  const result: [number, number][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) result.push([flat[at] ?? 0, flat[at + 1] ?? 0])
  return result
}

const SNIPPET = 120

/** The beginning of a message, cut between words. */
export function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SNIPPET) return line
  const cut = line.slice(0, SNIPPET)
  const space = cut.lastIndexOf(' ')
  return `${(space > SNIPPET / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`
}
