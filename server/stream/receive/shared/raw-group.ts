/** A group as its network reported of it -> as its messages bear it: whichever way they came, it reads the same. */
import type { FoundGroup } from './adapter.ts'
import type { RawGroup } from './source.ts'

export const rawGroupOf = ({ externalId, name, avatar, link, followers, kind }: FoundGroup): RawGroup => ({
  externalId,
  name,
  avatar,
  url: link,
  followers,
  kind,
})
