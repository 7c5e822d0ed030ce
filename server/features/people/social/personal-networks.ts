/** Networks this person comes in through, as they may download it. */
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export const socialNetworkTitles: Record<SocialNetworkName, string> = { vk: 'VK ID', apple: 'Apple' }

export async function personalNetworks({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const rows = await db
    .selectFrom('networkAccounts')
    .select(['network', 'externalId', 'email', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  if (rows.length === 0) return {}
  return {
    'Вход через сети': rows.map(({ network, externalId, email, createdAt }) => ({
      сеть: socialNetworkTitles[network as SocialNetworkName],
      'номер там': externalId,
      email,
      привязана: createdAt,
    })),
  }
}
