/** What people are written about teams. */
import type { TeamRight } from '../../../../contract/call.ts'
import { INVITATION_DAYS } from '../../../../contract/access/team.ts'
import type { Letter } from '../../../kit/mail/letter.ts'

const rightInWords: Record<TeamRight, string> = {
  view: 'Вы сможете смотреть ленту команды, её фильтры и заметки.',
  work: 'Вы сможете смотреть ленту команды, отмечать сообщения, писать заметки и отвечать клиентам.',
  manage: 'Вы сможете отвечать клиентам и менять общие фильтры, проекты и списки групп.',
}

/** @param until in words: the last day on which it can be answered */
export function invitationLetter(
  siteUrl: string,
  {
    owner,
    username,
    right,
    token,
    until,
  }: { owner: string; username: string; right: TeamRight; token: string; until: string },
): Letter {
  return {
    subject: `${owner} приглашает вас в команду`,
    title: 'Приглашение в команду',
    paragraphs: [
      `${username}, ${owner} приглашает вас в свою команду в Эхолоте: это лента сообщений людей, которые ищут исполнителя.`,
      rightInWords[right],
      `Принять приглашение или отказаться можно по кнопке. Ссылка действует ${INVITATION_DAYS} дней, до ${until}, и только один раз.`,
    ],
    // After the hash, so that the token gets into no one's log and into no Referer.
    button: { title: 'Открыть приглашение', url: `${siteUrl}/team-invitation#token=${token}` },
    footnote:
      'Если вы не знаете, от кого это письмо, ничего делать не нужно: без вашего согласия вы ни в какую команду не попадёте.',
  }
}

const teamButton = (siteUrl: string): NonNullable<Letter['button']> => ({
  title: 'Открыть команду',
  url: `${siteUrl}/team`,
})

export function acceptedLetter(siteUrl: string, name: string): Letter {
  return {
    subject: `${name} теперь в вашей команде`,
    title: 'Приглашение принято',
    paragraphs: [`${name} видит вашу ленту, общие фильтры и заметки команды.`],
    button: teamButton(siteUrl),
  }
}

export function declinedLetter(siteUrl: string, name: string, email: string): Letter {
  return {
    subject: `${name}: отказ от приглашения в команду`,
    title: 'Приглашение отклонено',
    paragraphs: [`${name} (${email}) не будет участвовать в вашей команде. Место снова свободно.`],
    button: teamButton(siteUrl),
  }
}

export function claimedLetter(siteUrl: string, name: string, email: string, claimant: string): Letter {
  return {
    subject: 'Подтвердите участника команды',
    title: 'Приглашение хочет принять другой аккаунт',
    paragraphs: [
      `Вы пригласили в команду ${name} (${email}). По ссылке из письма вошли с другим аккаунтом: ${claimant}.`,
      'Если это тот, кого вы ждёте, подтвердите его на странице команды. Пока вы не ответите, он ничего не увидит.',
    ],
    button: { title: 'Подтвердить или отказать', url: `${siteUrl}/team` },
  }
}

export function takenInLetter(siteUrl: string, owner: string): Letter {
  return {
    subject: `Вы в команде: ${owner}`,
    title: 'Вы в команде',
    paragraphs: [`${owner} подтверждает, что приглашение приняли вы. Лента, фильтры и заметки команды уже открыты.`],
    button: { title: 'Открыть ленту', url: `${siteUrl}/feed` },
  }
}

export function refusedClaimLetter(siteUrl: string, owner: string): Letter {
  return {
    subject: 'Приглашение в команду не подтверждено',
    title: 'Приглашение не подтверждено',
    paragraphs: [
      `Приглашение от ${owner} было отправлено на другой email, и этот аккаунт владелец команды не подтвердил.`,
      'Примите приглашение с того адреса, на который пришло письмо, или попросите пригласить этот.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
  }
}

/** To the owner. */
export function memberLeftLetter(siteUrl: string | null, name: string): Letter {
  return {
    subject: `${name} больше не в вашей команде`,
    title: 'Участник вышел из команды',
    paragraphs: [
      `${name} больше не видит вашу ленту. Заметки остались у команды, клиенты в работе снова ничьи. Место свободно.`,
    ],
    ...(siteUrl === null ? {} : { button: teamButton(siteUrl) }),
  }
}

export function removedLetter(siteUrl: string, owner: string): Letter {
  return {
    subject: `Вы больше не в команде: ${owner}`,
    title: 'Вы больше не в команде',
    paragraphs: [
      `Вас больше нет в команде (${owner}): её лента и фильтры закрыты.`,
      'Ваш аккаунт, ваши подписки и ваши заметки остались у вас.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
  }
}

export function leftOutLetter(siteUrl: string, owner: string): Letter {
  return {
    subject: 'В команде пока нет места для вас',
    title: 'В команде пока нет места для вас',
    paragraphs: [
      `У команды (${owner}) стало меньше мест, и тем, кто пришёл последним, их не хватило. Лента команды закрыта, из команды вы не вышли.`,
      'Как только место появится, всё откроется снова само.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
  }
}

export function teamEndedLetter(siteUrl: string, owner: string): Letter {
  return {
    subject: `Командный тариф закончился: ${owner}`,
    title: 'Командный тариф закончился',
    paragraphs: [
      `Лента команды (${owner}) закрыта. Если тариф продлят, всё откроется снова само.`,
      'Ваш аккаунт, ваши подписки и ваши заметки остались у вас.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
  }
}
