import { Link } from 'react-router'
import { QuestionList, questionsAsData } from '../features/site/faq/question-list.tsx'
import { Band, Hero } from '../features/site/landing/band.tsx'
import { BrandField } from '../features/site/landing/brand-field.tsx'
import { CountedByDays, FoundMessages, NameVariants } from '../features/site/landing/drawings.tsx'
import { Steps, Ticks, Tile, Tiles } from '../features/site/landing/parts.tsx'
import { QueryExamples } from '../features/site/landing/query-examples.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import typography from '../kit/ui/typography.module.css'
import { SignUpBand } from './sign-up-band.tsx'
import classes from './landing-pages.module.css'
import { ShortPrices } from './short-prices.tsx'

const questions = [
  {
    question: 'Что показывает проверка без регистрации?',
    answer: [
      'Сколько сообщений с вашими словами сохранено за последние дни и по дням, примеры старше трёх дней без имён и ссылок, и слова, которые приносят лишнее. До десяти ключевых слов сразу.',
    ],
  },
  {
    question: 'Название совпадает с обычным словом. Что делать?',
    answer: [
      'Добавьте контекст: слова, хотя бы одно из которых должно стоять рядом. «Ромашка» с контекстом «доставка, заказ, магазин» не принесёт цветов. Лишнее уберут стоп-слова и нейрофильтр.',
    ],
  },
  {
    question: 'Находит ли он опечатки и название латиницей?',
    answer: [
      'Слово находится во всех русских формах. Другое написание, латиницу и частую опечатку добавьте отдельными ключевыми словами: они считаются вместе.',
    ],
  },
  {
    question: 'Что с тем, что написали раньше?',
    answer: [
      'Когда вы сохраняете проект, сохранённые сообщения последних дней проверяются по вашим словам, и подходящие сразу появляются в ленте. Дальше приходит новое.',
    ],
  },
  {
    question: 'Узнаю ли я о всплеске?',
    answer: [
      'Да. Если за час пришло не меньше двадцати сообщений и впятеро больше обычного для этого часа, придёт отдельное уведомление. И наоборот: если фильтр вдруг замолчал.',
    ],
  },
  {
    question: 'Есть ли пробный доступ?',
    answer: [
      'Проверка слов на этой странице бесплатная. Тестовый доступ к проекту открывает поддержка: напишите через «Контакты», и мы настроим его вместе.',
    ],
  },
]

/** /monitoring-upominanij: what projects are; a word is tried at once. */
export function MentionsPage() {
  return (
    <>
      <PageHead
        name="Мониторинг упоминаний в социальных сетях"
        description="Узнавайте, что пишут о вашей компании, товаре и конкурентах в социальных сетях. Свои слова, контекст и стоп-слова; проверьте название прямо сейчас."
        steps={[{ name: 'Упоминания', path: '/monitoring-upominanij' }]}
        data={[questionsAsData(questions)]}
      />
      <Hero
        eyebrow="Упоминания"
        title="Знайте, что о вас говорят, в тот же день"
        lead="Отзыв в чате, вопрос в комментариях, жалоба в группе района. Эхолот находит их по вашим словам и приносит туда, где вы их увидите."
        aside={<MentionExamples />}
      >
        <BrandField />
        <p className={classes.note}>Покажем, сколько раз это писали за последние дни. Регистрация не нужна.</p>
      </Hero>

      <WhatFor />
      <HowItGoes />
      <WhatItCosts />

      <Band tone="raised" title="Вопросы об упоминаниях">
        <QuestionList questions={questions} />
      </Band>
      <SignUpBand
        title="Начните со своего названия"
        about="Набранные слова сохранятся в браузере и станут вашим первым проектом."
      />
    </>
  )
}

function WhatFor() {
  return (
    <Band tone="raised" title="Для чего это">
      <Tiles>
        <Tile
          title="Отвечать недовольным"
          example={
            <>
              Третий день не могу дозвониться в <mark>«Ромашку»</mark>. Они вообще работают?
            </>
          }
        >
          Пока сообщение видят десять человек, а не десять тысяч. Ответ вовремя часто меняет тон всего разговора.
        </Tile>
        <Tile
          title="Слышать конкурентов"
          example={
            <>
              Думаю между <mark>«Ромашкой»</mark> и «Васильком», у кого честнее цены?
            </>
          }
        >
          Чем довольны их клиенты и что их сердит. Отдельный проект на каждого или один на всех.
        </Tile>
        <Tile
          title="Находить то, чего нет в категориях"
          example={
            <>
              Где в Перми <mark>перекрашивают</mark> кожаные куртки? Три мастерские отказали
            </>
          }
        >
          Редкая услуга, адрес, фамилия, название посёлка: слова ваши, и правила тоже ваши.
        </Tile>
      </Tiles>
    </Band>
  )
}

function HowItGoes() {
  return (
    <>
      <Band title="Как это устроено">
        <Steps
          steps={[
            {
              title: 'Слова, контекст, стоп-слова',
              drawing: <NameVariants />,
              about:
                'До 100 ключевых слов, 50 слов контекста и 300 стоп-слов. Предпросмотр считает, пока вы печатаете.',
            },
            {
              title: 'Подсчёт по дням',
              drawing: <CountedByDays />,
              about: 'Видно, сколько писали каждый день, и какие слова рядом приносят лишнее: одно нажатие уберёт их.',
            },
            {
              title: 'Лента и уведомления',
              drawing: <FoundMessages />,
              about:
                'Копии одного текста свёрнуты, реклама и боты отсеяны. О новом узнаете сразу, раз в час или раз в день.',
            },
          ]}
        />
      </Band>

      <Band
        tone="raised"
        title="Понимает русский язык"
        about="Слова ищутся во всех формах, рядом и в одном предложении. Черта значит «или», минус — «без этого»."
      >
        <QueryExamples />
      </Band>
    </>
  )
}

function WhatItCosts() {
  return (
    <Band title="Сколько стоит" about="Цена за один проект: все слова о компании помещаются в него.">
      <div className={classes.beside}>
        <ShortPrices products={['project']} />
        <div>
          <h3 className={classes.subtitle}>Что ещё в ленте</h3>
          <Ticks>
            <li>
              <b>Заметки и лиды:</b> кто из команды ответил и чем закончилось
            </li>
            <li>
              <b>Выгрузка</b> в xlsx, csv или html за любые дни подписки
            </li>
            <li>
              <b>Что скрыто:</b> у каждого отсеянного сообщения названа причина
            </li>
            <li>
              <b>Карточка автора:</b> что ещё он писал в том, что вам видно
            </li>
          </Ticks>
          <p className={classes.note}>
            Нужно решить вместе с нами?{' '}
            <Link to="/contacts" className={typography.link}>
              Напишите
            </Link>
            , и откроем тестовый доступ.
          </p>
        </div>
      </div>
    </Band>
  )
}

/** Mentions of one name in four places: an example. */
function MentionExamples() {
  return (
    <figure className={classes.talk}>
      <ul aria-label="Примеры упоминаний">
        <li>
          <b>Чат «Соседи»</b> Кто пользовался <mark>Ромашкой</mark>? Говорят, возят быстро
        </li>
        <li data-right>
          <b>Отзыв на форуме</b> Цветы из <mark>«Ромашки»</mark> стояли две недели, спасибо
        </li>
        <li>
          <b>Комментарий</b> А у <mark>ромашки</mark> на Ленина 5 до скольки открыто?
        </li>
        <li data-quiet data-right>
          <b>Скрыто контекстом</b> Поле ромашек за деревней, красота
        </li>
      </ul>
      <figcaption>Пример придуман: магазин «Ромашка», контекст «цветы, доставка, адрес»</figcaption>
    </figure>
  )
}
