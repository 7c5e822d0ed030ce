import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressesKeptDays, deletionGraceDays, knownDeviceDays } from '../../contract/people/accounts.ts'
import { guestCartDays } from '../../contract/commerce/cart.ts'
import { referralCookies } from '../../contract/commerce/partner.ts'
import { feedbackKeptDays } from '../../contract/site/feedback.ts'
import type { Result } from '../kit/calls/ask.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { dayForms, plural } from '../../rules/plural.ts'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import frame from '../kit/ui/components/page-frame.module.css'
import card from '../kit/ui/components/card.module.css'
import classes from './privacy-page.module.css'

const days = (count: number): string => `${count} ${plural(count, dayForms)}`

interface Kept {
  what: ReactNode
  why: ReactNode
  howLong: string
}

const account: Kept[] = [
  {
    what: 'Email, имя, часовой пояс',
    why: 'Чтобы вы могли войти, а время в ленте было вашим.',
    howLong: 'пока есть аккаунт',
  },
  {
    what: 'Пароль',
    why: 'Если вы его задали. Хранится не сам пароль, а его отпечаток (argon2): по нему пароль не узнать ни нам, ни тому, кто украдёт базу.',
    howLong: 'пока есть аккаунт',
  },
  {
    what: 'Двухфакторная защита, если вы её включили',
    why: 'Ключ, по которому проверяются коды приложения, хранится зашифрованным, резервные коды — их отпечатками.',
    howLong: 'пока вы её не выключите',
  },
  {
    what: 'Телефон и email для уведомлений, если вы их указали',
    why: 'Телефон подтверждает, что вы настоящий человек. На отдельный email приходят уведомления.',
    howLong: 'пока вы их не удалите',
  },
  {
    what: 'Связь с VK ID или Apple, если вы входите через них',
    why: 'Номер вашего аккаунта в этой сети и, если сеть его сообщила, email. Друзей, сообщений и фотографий мы не запрашиваем.',
    howLong: 'пока вы её не отвяжете',
  },
  {
    what: 'Входы: когда, с какого IP-адреса, в каком браузере',
    why: 'Чтобы вы видели в профиле, кто входил, и могли завершить чужой вход.',
    howLong: 'пока есть аккаунт',
  },
  {
    what: 'Журнал аккаунта: входы, смена пароля, email, телефона и ролей',
    why: 'Чтобы разобраться, если аккаунт украли. Паролей и кодов в нём нет. После удаления аккаунта из него исчезают email и телефон, а позже и адреса.',
    howLong: `IP-адрес и браузер — ${days(addressesKeptDays)}, остальное остаётся и после удаления`,
  },
  {
    what: 'Фильтры, отметки, заметки, чёрный список, подписки',
    why: 'Из них состоит ваша лента. Фильтры команды, оценки, ответы и заметки видит ваша команда, остальное — только вы.',
    howLong: 'пока есть аккаунт',
  },
  {
    what: 'Чему лента научилась на ваших «нравится», «не нравится» и «спам»',
    why: 'Это числа, по которым фильтр может скрыть непохожее на то, что вам нравится. Служат только вашей ленте, видите их только вы.',
    howLong: 'пока есть аккаунт или пока вы не нажмёте в фильтре «Забыть выученное»',
  },
  {
    what: 'Покупки: что, когда и за сколько, email для чека',
    why: 'Чтобы открыть доступ, показать счёт и вернуть деньги, если понадобится. Номера карты у нас нет: он остаётся в платёжной системе.',
    howLong: 'остаются для бухгалтерии, email — пока есть аккаунт',
  },
  {
    what: 'Партнёрская программа, если вы партнёр: ссылки, начисления, заявки на выплату и куда их отправить',
    why: 'Чтобы начислить и выплатить вам ваше. Номер карты, телефон или счёт хранятся зашифрованными, на странице видны последние четыре знака.',
    howLong: 'ссылки — пока есть аккаунт, начисления и выплаты остаются для бухгалтерии',
  },
  {
    what: 'Согласие на рекламу: когда, где и с каким текстом вы его дали, IP-адрес, браузер; какие рассылки вам ушли',
    why: 'Чтобы писать только тем, кто согласен, и уметь это показать. Отказаться можно в профиле или по ссылке в письме.',
    howLong:
      'согласие — пока есть аккаунт, адреса рассылок — год; после жалобы на спам адрес помним, чтобы больше не писать',
  },
  {
    what: 'Письма нам со страницы «Контакты»: имя, email, текст, страница, отпечаток устройства',
    why: 'Чтобы ответить и понять, в чём дело.',
    howLong: `${days(feedbackKeptDays)} или пока есть аккаунт`,
  },
  {
    what: 'Кто вас привёл: партнёр, реклама, адрес страницы',
    why: 'Чтобы заплатить тому, кто рассказал вам о нас.',
    howLong: 'пока есть аккаунт',
  },
  {
    what: 'Переход по ссылке партнёра или с рекламы: адреса страниц, IP-адрес, браузер',
    why: 'Чтобы считать переходы и не платить за накрученные. Пишется и для тех, кто не зарегистрировался; ваше имя рядом не стоит.',
    howLong: `IP-адрес и браузер — ${days(addressesKeptDays)}, остальное остаётся для расчётов с партнёрами`,
  },
]

const passing: Kept[] = [
  {
    what: 'Код подтверждения',
    why: 'Хранится его отпечаток. Код действует 10 минут, запись о нём нужна, чтобы ограничить число кодов.',
    howLong: '2 дня',
  },
  { what: 'Незаконченная регистрация', why: 'Ждёт, пока вы введёте код из письма.', howLong: '1 день' },
  {
    what: 'Письма вам',
    why: 'Текст стирается сразу после отправки, остаётся запись, кому и когда ушло письмо.',
    howLong: '30 дней',
  },
  {
    what: 'Неудачные попытки войти',
    why: 'По ним мы понимаем, что кто-то подбирает пароль, и просим поставить галочку.',
    howLong: '1 час',
  },
  {
    what: 'Отказы: чего вам не позволили права, и слишком частые запросы; с IP-адресом и браузером',
    why: 'По ним мы замечаем, что кто-то пробует войти туда, куда ему нельзя, или перегрузить сервис. Пишется и для гостей.',
    howLong: days(addressesKeptDays),
  },
  { what: 'Файлы выгрузок', why: 'Ждут, пока вы их скачаете.', howLong: '1 день' },
]

const cookiesOf = (sessionDays: string): Kept[] => [
  {
    what: <code>__Host-echolot</code>,
    why: 'Помнит, что вы вошли. Без него войти нельзя. Скриптам страницы он не виден.',
    howLong: sessionDays,
  },
  {
    what: <code>__Host-echolot-away</code>,
    why: 'Появляется, когда вы входите через VK ID или Apple: показывает, что вернулись именно вы.',
    howLong: '15 минут',
  },
  {
    what: <code>__Host-echolot-may-link</code>,
    why: 'Появляется, когда вы привязываете VK ID или Apple: показывает, что вы только что ввели пароль.',
    howLong: '5 минут',
  },
  {
    what: <code>__Host-echolot-known</code>,
    why: 'Помнит, что в ваш аккаунт уже входили с этого браузера. С ним вас не задержат, если кто-то подбирает ваш пароль.',
    howLong: days(knownDeviceDays),
  },
  {
    what: <code>__Host-cart</code>,
    why: 'Помнит, что вы положили в корзину, пока не вошли.',
    howLong: days(guestCartDays),
  },
  {
    what: <code>ref_id</code>,
    why: 'Номер партнёра, по ссылке которого вы пришли.',
    howLong: days(referralCookies.ref_id),
  },
  { what: <code>clip</code>, why: 'Номер этого перехода.', howLong: days(referralCookies.clip) },
  {
    what: <code>ref_url</code>,
    why: 'Адрес нашей страницы, на которую вела ссылка.',
    howLong: days(referralCookies.ref_url),
  },
  { what: <code>referrer</code>, why: 'Страница, на которой стояла ссылка.', howLong: days(referralCookies.referrer) },
  {
    what: <code>actionpay</code>,
    why: 'Номер перехода в партнёрской сети Actionpay.',
    howLong: days(referralCookies.actionpay),
  },
]

/** What is kept about a person, why, for how long, and how to have it deleted. */
export function PrivacyPage() {
  const facts = useCall('privacy', 'getPrivacyFacts', {}, { staleTime: Infinity })
  const { data } = facts
  // What is set for this service: until it is known nothing is said instead.
  const known = (count: number | undefined): string => (count === undefined ? '…' : days(count))
  return (
    <article className={`${frame.reading} ${classes.page}`}>
      <PageTitle name="Что мы храним о вас" />
      <h1 className={classes.title}>Что мы храним о вас</h1>
      <p className={classes.lead}>
        Коротко: только то, без чего Эхолот не работает. Нет рекламных счётчиков, нет слежки за вами на других сайтах.
        Всё своё можно скачать и удалить.
      </p>

      <Section title="Кто за это отвечает">
        {data ? (
          <OperatorWords facts={data} />
        ) : facts.error ? (
          <LoadFailure error={facts.error} onRetry={() => void facts.refetch()} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>

      <Section title="Ваш аккаунт">
        <KeptList kept={account} />
      </Section>

      <Section title="Что исчезает само">
        <KeptList kept={passing} />
      </Section>

      <DeviceFingerprint />

      <Section title="Cookies">
        <p>
          Все они наши; чужие может поставить только Яндекс Метрика, о ней ниже. Последние пять появляются, только если
          вы пришли по ссылке партнёра или с рекламы.
        </p>
        <KeptList kept={cookiesOf(known(data?.sessionDays))} />
        <p>
          Ещё браузер хранит у себя выбранную тему, место, до которого вы дочитали ленту, слова, которые вы пробовали до
          оплаты, и номера последних заказов, за которые мы уже сказали спасибо, а до закрытия вкладки — начатую
          регистрацию и пометку, что отпечаток уже считан. Нам это не отправляется, кроме слов: с ними мы ищем и не
          записываем их.
        </p>
      </Section>

      <OtherParties />

      <Section title="Если в ленте ваше сообщение">
        <p>
          Эхолот читает только открытые сообщения: то, что в социальной сети видно каждому. Сохраняются текст, имя
          автора, место, если оно указано, и ссылка. Сообщения, которые никому не подошли, исчезают через{' '}
          {known(data?.messageDays)}. Удалённое в сети скрывается и у нас, исправленное исправляется.
        </p>
      </Section>

      <Section title="Скачать и удалить">
        <Stack as="ul" gap={2} className={classes.list}>
          <li>
            Скачать: в <Link to="/profile">профиле</Link>, «Скачать мои данные». Это архив, который открывается на любом
            компьютере.
          </li>
          <li>
            Исправить: имя, email, телефон и часовой пояс меняются в <Link to="/profile">профиле</Link>.
          </li>
          <li>
            Удалить: там же, «Удалить аккаунт». Ещё {days(deletionGraceDays)} можно передумать, потом стирается всё,
            кроме журнала и покупок, и в них больше нет ни email, ни телефона.
          </li>
          <li>Cookies удаляются в настройках браузера. Лента от этого не пострадает, придётся только снова войти.</li>
        </Stack>
      </Section>
    </article>
  )
}

function OperatorWords({ facts }: { facts: Result<'privacy', 'getPrivacyFacts'> }) {
  const { name, details, email } = facts.operator
  const where = email ? (
    <a href={`mailto:${email}`}>{email}</a>
  ) : (
    <>
      через страницу <Link to="/contacts">«Контакты»</Link>
    </>
  )
  if (!name && facts.development)
    return <p>Это сервис в разработке: оператор персональных данных ещё не указан. Вопросы можно задать {where}.</p>
  return (
    <p>
      {name ? (
        <>
          Персональные данные обрабатывает {name}
          {details && `, ${details}`}.{' '}
        </>
      ) : null}
      Чтобы узнать, исправить или удалить свои данные или отозвать согласие, напишите нам: {where}.
    </p>
  )
}

function DeviceFingerprint() {
  return (
    <Section title="Отпечаток устройства">
      <p>
        Это короткая строка, по которой один браузер отличается от другого. Она вычисляется в самом браузере из его
        настроек: языка, часового пояса, размера экрана, набора шрифтов, особенностей рисования и звука. К ней
        прилагается один признак: открыто ли приватное окно. Камера, микрофон, файлы и история посещений не нужны и не
        читаются.
      </p>
      <p>
        Зачем: пробный доступ бесплатный и даётся один раз. Отпечаток не даёт получать его снова и снова под новыми
        именами. Ещё он не даёт партнёру привести самого себя: если покупают с его устройства, начисление проверяет
        администратор. Ни для чего другого он не служит: не для рекламы, не для цен, не для того, чтобы узнавать вас на
        других сайтах. Никому не передаётся.
      </p>
      <p>
        Считывается, когда вы вошли или открыли страницу партнёра, один раз за посещение, и когда вы пишете нам. Тогда
        он хранится вместе с письмом. В браузере не сохраняется. У нас хранится, пока есть аккаунт, и удаляется вместе с
        ним. Свои отпечатки вы найдёте в файле с вашими данными.
      </p>
    </Section>
  )
}

function OtherParties() {
  return (
    <Section title="Кто ещё участвует">
      <Stack as="ul" gap={2} className={classes.list}>
        <li>Почтовый сервер доставляет письма и знает ваш email.</li>
        <li>Чтобы подтвердить телефон, вам звонит SMS.RU или SMSC: ему сообщается номер.</li>
        <li>Если вы входите через VK ID или Apple, они узнают, что вы вошли в Эхолот.</li>
        <li>
          Галочку «Я не робот» проверяем мы сами. Если на форме стоит Yandex SmartCaptcha, её проверяет Яндекс и видит
          ваш IP-адрес.
        </li>
        <li>Платёжная система узнаёт номер и сумму заказа и email, на который отправит чек.</li>
        <li>
          Если на сайте подключена Яндекс Метрика, после вашей оплаты она узнаёт о покупке и её сумме и ставит свои
          cookies. До оплаты она не загружается.
        </li>
        <li>Фотографии авторов в ленте браузер берёт прямо из социальных сетей, и те видят ваш IP-адрес.</li>
      </Stack>
      <p>Страну и город входа мы определяем сами, никого не спрашивая. Данные не продаются.</p>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3} className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </Stack>
  )
}

function KeptList({ kept }: { kept: Kept[] }) {
  return (
    <dl className={`${card.surface} ${classes.kept}`}>
      {kept.map(({ what, why, howLong }, index) => (
        <div key={index}>
          <dt>{what}</dt>
          <dd>{why}</dd>
          <dd className={classes.term}>{howLong}</dd>
        </div>
      ))}
    </dl>
  )
}
