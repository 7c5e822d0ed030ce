import type { Letter } from '../../kit/mail/post-letter.ts'

/** Tells when the account will be gone, and how to keep it. */
export function deletionLetter(siteUrl: string, deletionAt: Date, timeZone: string): Letter {
  const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    deletionAt,
  )
  return {
    subject: `Ваш аккаунт в Эхолоте будет удалён ${day}`,
    title: 'Аккаунт будет удалён',
    paragraphs: [
      `Вы попросили удалить аккаунт. ${day} мы сотрём его, подписки, фильтры, отметки и заметки. Записи об оплатах останутся: их требует бухгалтерия.`,
      'До этого дня можно передумать: войдите и нажмите «Передумать».',
    ],
    button: { title: 'Оставить аккаунт', url: `${siteUrl}/profile` },
    footnote: 'Если вы этого не просили, войдите, оставьте аккаунт и сразу смените пароль: его знает кто-то ещё.',
  }
}
