import {
  IconBrandBluesky,
  IconBrandMastodon,
  IconBrandTelegram,
  IconBrandVk,
  IconBrandYoutube,
  IconRss,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Network } from '../../../../contract/networks.ts'

interface IconProps {
  size: number
  stroke: number
}

/** The set has no mark of Одноклассники: a head, two arms and two legs, drawn with the same line. */
function IconOdnoklassniki({ size, stroke }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
    >
      <circle cx="12" cy="7" r="4" />
      <path d="M7 14.2c3.2 2 6.8 2 10 0M12 15.8 8 20.5M12 15.8l4 4.7" />
    </svg>
  )
}

const icons: Record<Network, ComponentType<IconProps>> = {
  vk: IconBrandVk,
  ok: IconOdnoklassniki,
  telegram: IconBrandTelegram,
  youtube: IconBrandYoutube,
  bluesky: IconBrandBluesky,
  mastodon: IconBrandMastodon,
  rss: IconRss,
  mixed: IconWorld,
}

export function NetworkIcon({ network, size = 16 }: { network: Network; size?: number }) {
  const Icon = icons[network]
  return (
    <span aria-hidden="true" style={{ display: 'inline-flex', verticalAlign: 'text-bottom' }}>
      <Icon size={size} stroke={1.7} />
    </span>
  )
}
