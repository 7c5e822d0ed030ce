/** What is written to people of what support did for them. */
import { dayOf } from '../../../../rules/support/changes.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

interface OpenedThing {
  /** «Категория «Фотографы»». */
  name: string
  startsAt: Date
  expiresAt: Date
  now: Date
  trial: boolean
  timeZone: string
}

export function openedLetter(
  siteUrl: string,
  { name, startsAt, expiresAt, now, trial, timeZone }: OpenedThing,
): Letter {
  const until = `до ${dayOf(expiresAt, timeZone)}`
  return {
    subject: trial ? 'Поддержка открыла вам пробный доступ' : 'Поддержка открыла вам подписку',
    title: trial ? 'Пробный доступ открыт' : 'Подписка открыта',
    paragraphs: [
      startsAt > now
        ? `${name}: с ${dayOf(startsAt, timeZone)} ${until}. Начнётся, когда закончится то, что у вас уже есть.`
        : `${name}: ${until}.`,
      ...(trial ? ['Сообщения последних трёх дней на пробном доступе скрыты.'] : []),
    ],
    button: { title: 'Открыть подписки', url: `${siteUrl}/subscribes` },
    footnote: 'Платить за это не нужно. Если вы об этом не просили, ответьте поддержке через страницу «Контакты».',
  }
}

export function closedLetter(siteUrl: string, name: string): Letter {
  return {
    subject: 'Поддержка закрыла то, что открывала',
    title: 'Доступ закрыт',
    paragraphs: [`${name}: поддержка открыла это раньше и теперь закрыла. Остальные ваши подписки не изменились.`],
    button: { title: 'Открыть подписки', url: `${siteUrl}/subscribes` },
    footnote: 'Если это ошибка, напишите нам через страницу «Контакты».',
  }
}

export function deletionLetter(siteUrl: string, deletionAt: Date, timeZone: string): Letter {
  const day = dayOf(deletionAt, timeZone)
  return {
    subject: `Ваш аккаунт в Эхолоте будет удалён ${day}`,
    title: 'Аккаунт будет удалён',
    paragraphs: [
      `Поддержка назначила удаление вашего аккаунта. ${day} мы сотрём его, подписки, фильтры, отметки и заметки. Записи об оплатах останутся: их требует бухгалтерия.`,
      'До этого дня аккаунт можно оставить: войдите и нажмите «Передумать» в профиле.',
    ],
    button: { title: 'Оставить аккаунт', url: `${siteUrl}/profile` },
    footnote: 'Если вы об этом не просили, оставьте аккаунт и напишите нам через страницу «Контакты».',
  }
}

export function keptLetter(siteUrl: string): Letter {
  return {
    subject: 'Ваш аккаунт в Эхолоте останется',
    title: 'Аккаунт не будет удалён',
    paragraphs: ['Поддержка отменила удаление вашего аккаунта. Всё в нём осталось как было.'],
    button: { title: 'Открыть профиль', url: `${siteUrl}/profile` },
  }
}
