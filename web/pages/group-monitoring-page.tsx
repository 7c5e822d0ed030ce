import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { networkTitles, type Network } from '../../contract/networks.ts'
import { openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { QuestionList, questionsAsData } from '../features/site/faq/question-list.tsx'
import { Acts, Band, Hero } from '../features/site/landing/band.tsx'
import { CountedByDays, FoundMessages, PastedLinks } from '../features/site/landing/drawings.tsx'
import { HeardNow } from '../features/site/landing/heard-now.tsx'
import { Steps, Ticks, Tile, Tiles } from '../features/site/landing/parts.tsx'
import { NetworkIcon } from '../kit/ui/components/network-icon.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import typography from '../kit/ui/typography.module.css'
import { SignUpBand } from './sign-up-band.tsx'
import classes from './landing-pages.module.css'
import { usePlacePrice } from './product-prices.ts'
import { ShortPrices } from './short-prices.tsx'

const questions = [
  {
    question: 'Какие группы можно добавить?',
    answer: [
      'Открытые группы и страницы ВКонтакте и Одноклассников, каналы и открытые чаты Telegram, каналы YouTube, ленты RSS и форумы, у которых такая лента есть. По каждой ссылке придёт ответ: добавлена, не найдена, закрыта или её сеть сейчас не подключена.',
    ],
  },
  {
    question: 'Сколько групп помещается в список?',
    answer: [
      'Столько, сколько мест вы купили. Если их не хватило, места докупаются к действующей подписке в любой день.',
    ],
  },
  {
    question: 'Можно ли читать не всё подряд?',
    answer: [
      'Да. Фильтр оставит нужные слова, места, дни и группы, а всё остальное можно не открывать. У каждого фильтра свои уведомления.',
    ],
  },
  {
    question: 'Что будет с закрытой группой?',
    answer: [
      'Закрытые группы мы не читаем. Если группа закрылась, она помечается в списке, и об этом придёт уведомление.',
    ],
  },
  {
    question: 'Есть ли пробный доступ?',
    answer: [
      'Да: несколько групп на выбор, бесплатно, без карты. Сообщения последних трёх дней на нём скрыты, более ранние видны целиком.',
    ],
  },
]

/** /monitoring-grupp: what lists of groups are. */
export function GroupMonitoringPage() {
  const { user } = useMe()
  return (
    <>
      <PageHead
        name="Мониторинг групп и каналов"
        description="Все новые сообщения ваших групп ВКонтакте, каналов Telegram, форумов и лент RSS в одном месте: с фильтрами, уведомлениями и выгрузкой."
        steps={[{ name: 'Группы', path: '/monitoring-grupp' }]}
        data={[questionsAsData(questions)]}
      />
      <Hero
        eyebrow="Группы"
        title="Сто групп читаются как одна"
        lead="Вставьте ссылки на группы, каналы и форумы. Каждое новое сообщение придёт в одну ленту, а фильтр оставит то, что важно."
        aside={<ExampleList />}
      >
        <Acts under="Несколько групп можно слушать бесплатно. Карта не нужна.">
          {user ? (
            <Button component={Link} to="/groups" size="lg">
              Добавить группы
            </Button>
          ) : (
            <Button size="lg" onClick={openRegistration}>
              Добавить свои группы
            </Button>
          )}
          <Button component={Link} to="/order?product=group" size="lg" variant="default">
            Посмотреть цены
          </Button>
        </Acts>
      </Hero>

      <ForWhom />
      <HowToBegin />
      <HeardNow />
      <WhatItCosts />

      <Band tone="raised" title="Вопросы о группах">
        <QuestionList questions={questions} />
      </Band>
      <SignUpBand
        title="Соберите группы в одну ленту"
        about="Начните с тех, которые всё равно открываете каждый день."
      />
    </>
  )
}

function ForWhom() {
  return (
    <Band tone="raised" title="Кому это нужно">
      <Tiles>
        <Tile
          title="Тем, кто работает в районе"
          example={
            <>
              Соседи, у кого-нибудь остался контакт <mark>установщика окон</mark>?
            </>
          }
        >
          Чаты домов и группы посёлков: вопросы там задают раньше, чем в поиске.
        </Tile>
        <Tile
          title="Тем, кто ведёт сообщества"
          example={
            <>
              Почему <mark>не отвечаете</mark> на письма? Пишу второй раз
            </>
          }
        >
          Вопросы и жалобы в своих группах и под своими постами не теряются среди остальных.
        </Tile>
        <Tile
          title="Тем, кто следит за рынком"
          example={
            <>
              С марта <mark>подняли цену</mark> на треть, ищу, куда перейти
            </>
          }
        >
          Отраслевые каналы и форумы в одной ленте, с поиском по словам и выгрузкой в таблицу.
        </Tile>
      </Tiles>
    </Band>
  )
}

function HowToBegin() {
  return (
    <Band title="С чего начать">
      <Steps
        steps={[
          {
            title: 'Вставьте ссылки',
            drawing: <PastedLinks />,
            about: 'По одной или сразу сотню: через запятую, пробел или с новой строки. По каждой будет ответ.',
          },
          {
            title: 'Сузьте ленту',
            drawing: <FoundMessages />,
            about: 'Слова, места, дни, отдельные группы. Каждый фильтр — вкладка со своим счётчиком нового.',
          },
          {
            title: 'Не пропускайте',
            drawing: <CountedByDays />,
            about: 'Уведомления сразу, раз в час или раз в день. Тревога, если группа закрылась или стала молчать.',
          },
        ]}
      />
    </Band>
  )
}

function WhatItCosts() {
  const place = usePlacePrice()
  return (
    <Band title="Сколько стоит">
      <div className={classes.beside}>
        <ShortPrices products={['group']} />
        <div>
          <h3 className={classes.subtitle}>Как считается</h3>
          <Ticks>
            <li>
              <b>По группам:</b> платите за столько мест, сколько нужно
            </li>
            <li>
              <b>Чем длиннее срок,</b> тем дешевле месяц
            </li>
            {place !== null && (
              <li>
                <b>Докупить место:</b> {place}, только за дни до конца подписки
              </li>
            )}
            <li>
              <b>Удалили группу</b> — место снова свободно
            </li>
          </Ticks>
          <p className={classes.note}>
            Ищете просьбы, а не группы?{' '}
            <Link to="/poisk-klientov" className={typography.link}>
              Посмотрите поиск клиентов
            </Link>
          </p>
        </div>
      </div>
    </Band>
  )
}

const example: { network: Network; name: string; about: string; added: boolean }[] = [
  { network: 'vk', name: 'Мамы Северного', about: 'vk.com/mamy_sever', added: true },
  { network: 'telegram', name: 'ЖК Речной, соседи', about: 't.me/rechnoy_chat', added: true },
  { network: 'ok', name: 'Барахолка Тулы', about: 'ok.ru/tulabaraholka', added: true },
  { network: 'rss', name: 'Форум дачников', about: 'dacha.example/rss', added: true },
  { network: 'telegram', name: 'Закрытый чат', about: 't.me/+…', added: false },
]

/** A list after a paste, made up. */
function ExampleList() {
  return (
    <figure className={classes.groups}>
      <ul aria-label="Пример списка групп">
        {example.map(({ network, name, about, added }) => (
          <li key={name}>
            <NetworkIcon network={network} size={22} />
            <div>
              <b>{name}</b>
              <span>
                {networkTitles[network]} · {about}
              </span>
            </div>
            <span className={added ? classes.added : classes.refused}>{added ? 'Добавлена' : 'Закрыта'}</span>
          </li>
        ))}
      </ul>
      <figcaption>Пример: ответ по каждой вставленной ссылке</figcaption>
    </figure>
  )
}
