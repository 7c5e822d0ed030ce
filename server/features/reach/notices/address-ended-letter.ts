import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

type Ended = Pick<NoticeAddress, 'channel' | 'title'> & { isGroup: boolean }
type Because = NonNullable<NoticeAddress['endedBecause']>

const channelTitles: Record<NoticeAddress['channel'], string> = {
  browser: 'браузере',
  telegram: 'Telegram',
  vk: 'ВКонтакте',
}

export function addressEndedLetter(siteUrl: string, ended: Ended, because: Because): Letter {
  const subject = `Уведомления в ${channelTitles[ended.channel]} больше не приходят`
  return {
    subject,
    title: subject,
    paragraphs: [
      why(ended, because),
      'Новое по вашим фильтрам по-прежнему видно в ленте. Чтобы уведомления приходили снова, подключите их ещё раз.',
    ],
    button: { title: 'Настроить уведомления', url: `${siteUrl}/notices` },
  }
}

function why({ channel, title, isGroup }: Ended, because: Because): string {
  if (channel === 'browser')
    return `Последний подключённый браузер («${title}») перестал их принимать: уведомления запретили в его настройках или данные сайта удалили.`
  if (isGroup) return `Бота убрали из чата «${title}».`
  return because === 'blocked'
    ? `Сообщения от Эхолота запрещены в диалоге «${title}».`
    : `Диалога «${title}» больше нет.`
}
