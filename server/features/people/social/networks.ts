/** Which networks one can come in through here. */
import type { Config } from '../../../config/config.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { openApple, type Apple } from './apple.ts'
import type { SignInNetwork } from './sign-in-network.ts'
import type { Intent } from './sign-in-state.ts'
import { openVkId } from './vk-id.ts'

/** Null: not configured. */
export interface Networks {
  vk: SignInNetwork | null
  apple: Apple | null
}

export function openSocialNetworks({ vkId, apple }: Config): Networks {
  return { vk: vkId && openVkId(vkId), apple: apple && openApple(apple) }
}

export const networksOf = perProcess(({ config }: Pick<AppContext, 'bus' | 'config'>) => openSocialNetworks(config))

export function configured<Name extends keyof Networks>(networks: Networks, name: Name): NonNullable<Networks[Name]> {
  const network = networks[name]
  if (!network) throw new AppError('NETWORK_NOT_CONFIGURED')
  return network
}

/** Where the network sends the browser back to; it knows these addresses and takes no others. */
export function redirectUri({ siteUrl }: Config, network: keyof Networks, intent: Intent): string {
  if (network === 'vk') return `${siteUrl}/auth/vk/callback`
  return `${siteUrl}/auth/apple/callback/${intent === 'reg' ? 'reg' : 'auth'}`
}
