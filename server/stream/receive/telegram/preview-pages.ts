/** The public pages of t.me: no account, no key, one call a second. */
import { askNetwork, errorOfStatus } from '../shared/ask-network.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { NetworkError } from '../shared/network-error.ts'
import type { TelegramPages } from './telegram-pages.ts'
import { readCard, readDiscussion, readPreview, isGonePage, type TelegramCard } from './preview-markup.ts'

export interface PreviewPages extends TelegramPages {
  /** @throws NetworkError `not-found` */
  card(name: string, signal: AbortSignal): Promise<TelegramCard>
}

/** Comments a page of a discussion is asked for. */
const COMMENTS = 50

export function openPreviewPages({ url, pool }: { url: string; pool: TokenPool }): PreviewPages {
  const ask = (method: string, path: string, signal: AbortSignal): Promise<string> =>
    pool.use(
      method,
      async () => {
        // In any other language «subscribers» and «edited» would be written otherwise.
        const answer = await askNetwork(new URL(path, url), {
          init: { headers: { 'accept-language': 'en', accept: 'text/html' } },
          signal,
        })
        const error = errorOfStatus(answer)
        if (error) throw error
        return answer.text
      },
      signal,
    )

  return {
    async page(name, before, signal) {
      const preview = readPreview(
        await ask('page', `/s/${name}${before === null ? '' : `?before=${before}`}`, signal),
        name,
      )
      if (!preview) return null
      const { title, avatar, followers, messages, older } = preview
      const group = {
        externalId: name,
        kind: 'channel' as const,
        name: title ?? preview.name,
        avatar,
        followers,
        link: `https://t.me/${preview.name}`,
      }
      return { group, messages, older }
    },
    async discussion(name, post, before, signal) {
      const from = before === null ? '' : `&comment=${before}`
      return readDiscussion(
        await ask('discussion', `/${name}/${post}?embed=1&discussion=1&comments_limit=${COMMENTS}${from}`, signal),
        name,
        post,
      )
    },
    isThere: async (name, id, signal) => !isGonePage(await ask('post', `/${name}/${id}?embed=1`, signal)),
    async card(name, signal) {
      const card = readCard(await ask('card', `/${name}`, signal), name)
      if (!card) throw new NetworkError('not-found', `t.me/${name}: nothing by that name`)
      return card
    },
  }
}
