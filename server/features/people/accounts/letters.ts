/** What accounts write to people. No code in a subject: the outbox forgets what stands in a letter, but not its subject. */
import type { Letter } from '../../../kit/mail/letter.ts'

export function registrationLetter(code: string): Letter {
  return {
    subject: 'Код для регистрации в Эхолоте',
    title: 'Подтвердите email',
    paragraphs: ['Чтобы закончить регистрацию, введите этот код на странице, где вы её начали. Он действует 10 минут.'],
    code,
    footnote: 'Если вы не регистрировались, ничего делать не нужно: без кода аккаунт не появится.',
  }
}

/** Looks to anyone who asked as if a code were on its way: only the owner of the e-mail learns that they have an account. */
export function alreadyRegisteredLetter(siteUrl: string): Letter {
  return {
    subject: 'У вас уже есть аккаунт в Эхолоте',
    title: 'У вас уже есть аккаунт',
    paragraphs: [
      'Кто-то, возможно вы, начал регистрацию с этим email, но аккаунт с ним уже есть.',
      'Нажмите «Войти» и «Войти по коду из письма»: пароль не понадобится.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
    footnote: 'Если это были не вы, ничего делать не нужно: в ваш аккаунт никто не вошёл.',
  }
}

export function codeLoginLetter(code: string): Letter {
  return {
    subject: 'Код для входа в Эхолот',
    title: 'Вход в Эхолот',
    paragraphs: ['Введите этот код на странице, где вы входите. Он действует 10 минут.'],
    code,
    footnote: 'Если вы не входили, никому не говорите этот код: без него в аккаунт никто не попадёт.',
  }
}

/** Looks to anyone who asked as if a code were on its way: only the owner of the e-mail learns that they have no account. */
export function notRegisteredLetter(siteUrl: string): Letter {
  return {
    subject: 'У вас ещё нет аккаунта в Эхолоте',
    title: 'Аккаунта пока нет',
    paragraphs: [
      'Кто-то, возможно вы, хотел войти с этим email, но аккаунта с ним нет.',
      'Нажмите «Регистрация»: нужен только email и код из письма.',
    ],
    button: { title: 'Открыть Эхолот', url: `${siteUrl}/` },
    footnote: 'Если это были не вы, ничего делать не нужно.',
  }
}

export function recoveryLetter(siteUrl: string, token: string): Letter {
  return {
    subject: 'Новый пароль для Эхолота',
    title: 'Восстановление пароля',
    paragraphs: ['Нажмите кнопку и придумайте новый пароль. Ссылка действует час и только один раз.'],
    // After the hash, so that the token gets into no one's log and into no Referer.
    button: { title: 'Придумать новый пароль', url: `${siteUrl}/recovery#token=${token}` },
    footnote: 'Если вы не просили об этом, ничего делать не нужно: пароль останется прежним.',
  }
}

export function passwordChangedLetter(siteUrl: string): Letter {
  return {
    subject: 'Пароль в Эхолоте изменён',
    title: 'Пароль изменён',
    paragraphs: ['Пароль вашего аккаунта изменён. На всех других устройствах вы вышли из системы.'],
    ...notYou(siteUrl),
  }
}

export function passwordCreatedLetter(siteUrl: string): Letter {
  return {
    subject: 'Пароль в Эхолоте создан',
    title: 'Пароль создан',
    paragraphs: ['Теперь в ваш аккаунт можно войти с email и паролем. На всех других устройствах вы вышли из системы.'],
    ...notYou(siteUrl),
  }
}

export function secondFactorLetter(siteUrl: string, on: boolean): Letter {
  return {
    subject: `Двухфакторная защита в Эхолоте ${on ? 'включена' : 'выключена'}`,
    title: `Двухфакторная защита ${on ? 'включена' : 'выключена'}`,
    paragraphs: [
      on
        ? 'Теперь при входе понадобится ещё и код из приложения. На других устройствах вы вышли из системы.'
        : 'Теперь для входа достаточно пароля.',
    ],
    ...notYou(siteUrl),
  }
}

/** To the e-mail that is it no longer: anyone who took the account over would not report it. */
export function emailChangedLetter(siteUrl: string, before: string): Letter {
  const words = new URLSearchParams({
    subj: 'Мой email изменил не я',
    msg: `Email моего аккаунта изменили без меня. Прежний email: ${before}`,
  })
  return {
    subject: 'Email вашего аккаунта в Эхолоте изменён',
    title: 'Email изменён',
    paragraphs: [
      'У вашего аккаунта теперь другой email: войти и восстановить пароль можно только с ним.',
      'Если это были вы, ничего делать не нужно. Если нет, сразу напишите в поддержку: вернуть аккаунт сможет только она.',
    ],
    button: { title: 'Это не я', url: `${siteUrl}/contacts?${words}` },
    footnote: 'Кнопка откроет письмо в поддержку, в котором уже всё написано: останется его отправить.',
  }
}

/** To the page and not to the dialog: anyone who reads it in a hurry has one thing to press. */
const notYou = (siteUrl: string): Pick<Letter, 'button' | 'footnote'> => ({
  button: { title: 'Это не я', url: `${siteUrl}/recovery` },
  footnote:
    'Если это были вы, ничего делать не нужно. Если нет, кнопка откроет страницу, где пароль можно восстановить.',
})
