/** What a card of the board shows, of a lead and of a message that is none yet alike. */
import type { Network } from '../../../../../contract/networks.ts'
import type { BoardItem } from './use-lead-moves.ts'

export interface LeadFace {
  name: string
  text: string
  network: Network
  product: string
  place: string | null
  publishedAt: string
  demo: boolean
}

export function faceOf({ lead, message }: BoardItem): LeadFace {
  if (lead) {
    const { author, group, text, network, product, place, publishedAt, demo } = lead
    return {
      name: author?.name || group || 'Без имени',
      text,
      network,
      product: product.name,
      place,
      publishedAt,
      demo,
    }
  }
  const { author, group, text, network, product, location, publishedAt, demo } = message
  return {
    name: author?.name || group?.name || 'Без имени',
    text,
    network,
    product: product.name,
    place: location?.name ?? null,
    publishedAt,
    demo,
  }
}
