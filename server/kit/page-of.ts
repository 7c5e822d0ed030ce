/** A page of a list, as it is answered. */
interface Page<Doc> {
  docs: Doc[]
  total: number
  page: number
  pages: number
  limit: number
}

export function pageOf<Doc>(docs: Doc[], total: number, { page, limit }: { page: number; limit: number }): Page<Doc> {
  return { docs, total, page, pages: Math.ceil(total / limit), limit }
}

/** Of a list that is short enough to be read whole. */
export function cutPage<Doc>(all: readonly Doc[], asked: { page: number; limit: number }): Page<Doc> {
  const from = (asked.page - 1) * asked.limit
  return pageOf(all.slice(from, from + asked.limit), all.length, asked)
}
