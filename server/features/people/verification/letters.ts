/** The letters of verification. No code in a subject: the outbox forgets what stands in a letter, but not its subject. */
import type { Letter } from '../../../kit/mail/letter.ts'

const lifetime = 'Код действует 10 минут. Никому его не сообщайте: мы никогда о нём не спрашиваем.'
const notMe = 'Если вы ничего не запрашивали, просто удалите это письмо: без кода ничего не изменится.'

export function emailCodeLetter(code: string): Letter {
  return {
    subject: 'Код подтверждения email',
    title: 'Подтвердите email',
    paragraphs: ['Введите этот код на странице, где вы его запросили.'],
    code,
    footnote: `${lifetime} ${notMe}`,
  }
}

/** To the owner of an e-mail that someone else wants to have as their own. */
export function emailTakenLetter(siteUrl: string): Letter {
  return {
    subject: 'С этим email уже есть аккаунт',
    title: 'У вас уже есть аккаунт',
    paragraphs: [
      'Кто-то указал этот email как новый адрес другого аккаунта. С ним уже зарегистрирован аккаунт, поэтому кода в письме нет.',
      'Если это были вы, войдите в этот аккаунт или восстановите пароль.',
    ],
    button: { title: 'Войти', url: siteUrl },
    footnote: 'Если это были не вы, ничего делать не нужно: ваш аккаунт в безопасности.',
  }
}

export function noticesCodeLetter(code: string): Letter {
  return {
    subject: 'Код для адреса уведомлений',
    title: 'Подтвердите адрес для уведомлений',
    paragraphs: [
      'На этот адрес хотят получать уведомления о новых сообщениях. Введите код на странице, где вы его запросили.',
    ],
    code,
    footnote: `${lifetime} ${notMe}`,
  }
}
