/** What is written to anyone who gets another way in. */
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { socialNetworkTitles } from './personal-networks.ts'

export function networkLinkedLetter(siteUrl: string, network: SocialNetworkName): Letter {
  const title = socialNetworkTitles[network]
  return {
    subject: `К вашему аккаунту в Эхолоте привязан вход через ${title}`,
    title: `Привязан вход через ${title}`,
    paragraphs: [`Теперь в ваш аккаунт можно войти через ${title}, без пароля.`],
    button: { title: 'Открыть профиль', url: `${siteUrl}/profile` },
    footnote: `Если это были не вы, отвяжите ${title} в профиле и смените пароль.`,
  }
}
