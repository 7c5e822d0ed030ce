import { Link, useLocation, useNavigate } from 'react-router'
import { QuestionList, questionsAsData } from '../features/site/faq/question-list.tsx'
import { Band, Hero } from '../features/site/landing/band.tsx'
import { FoundMessages, Listening, TypedWords } from '../features/site/landing/drawings.tsx'
import { Steps, Ticks, Tile, Tiles } from '../features/site/landing/parts.tsx'
import { CategoryCloud } from '../features/watching/categories/category-cloud.tsx'
import { homeSearchOf, readHomeAsked } from '../features/watching/categories/home-address.ts'
import { TradeField } from '../features/watching/categories/trade-field.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import typography from '../kit/ui/typography.module.css'
import { SignUpBand } from './sign-up-band.tsx'
import classes from './landing-pages.module.css'
import { ShortPrices } from './short-prices.tsx'
import { HomeAnswer, WhoAsked } from './who-asks.tsx'

const questions = [
  {
    question: 'Откуда берутся эти люди?',
    answer: [
      'Из открытых постов и комментариев: групп района, чатов домов, сообществ мам и автомобилистов, форумов. Там спрашивают «кого посоветуете» — и решают по первым ответам.',
    ],
  },
  {
    question: 'Чем это лучше поиска в самой сети?',
    answer: [
      'Поиск находит слово. Эхолот отличает «посоветуйте фотографа» от «я фотограф, скидки» и «требуется фотограф в салон», слушает все сети сразу и сообщает о новом сам.',
    ],
  },
  {
    question: 'Как быстро я узнаю о просьбе?',
    answer: [
      'Насколько позволяет сеть: одни отдают сообщения сразу, другие с задержкой в несколько минут. Уведомление приходит в браузер, на почту, в Telegram или во ВКонтакте — как настроите.',
    ],
  },
  {
    question: 'Можно ли выбрать только свой город?',
    answer: [
      'Да. Место читается из текста, из группы и из страницы автора. Фильтр оставит ваш город или область, а просьбы без места можно смотреть отдельно или вместе с ними.',
    ],
  },
  {
    question: 'А если моей категории нет?',
    answer: [
      'Наберите слова своего дела на странице «Подбор категории»: часто оно есть под другим именем. Если нет, свои слова соберут «Упоминания» — там ключевые слова, контекст и стоп-слова ваши.',
    ],
  },
]

/** /poisk-klientov: what the search for clients is; the field of the home page stands here too. */
export function FindClientsPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = readHomeAsked(search)
  return (
    <>
      <PageHead
        name="Поиск клиентов в социальных сетях"
        description="Эхолот находит посты и комментарии, в которых люди просят посоветовать мастера, репетитора или фотографа, и показывает их лентой. Посмотрите, кто искал вас."
        steps={[{ name: 'Поиск клиентов', path: '/poisk-klientov' }]}
        data={[questionsAsData(questions)]}
      />
      <Hero
        eyebrow="Поиск клиентов"
        title="Клиент уже спросил. Ответьте первым"
        lead="Каждый день люди пишут в группах: «посоветуйте», «кто может», «ищу». Эхолот собирает такие просьбы по вашему делу и вашему городу."
        aside={asked ? <HomeAnswer key={search} asked={asked} /> : <WhoAsked />}
      >
        <TradeField
          asked={asked}
          onAsk={(next) => void navigate({ search: homeSearchOf(next) }, { replace: asked !== null })}
        />
      </Hero>

      <RequestsAlone />
      <HowToBegin />

      <Band tone="raised" title="Категории" about="У каждой есть страница с числами, примерами и ценой.">
        <CategoryCloud />
        <p className={classes.more}>
          <Link to="/podbor-kategorii" className={typography.link}>
            Подобрать по словам
          </Link>
        </p>
      </Band>

      <Band title="Сколько стоит" about="Каждая следующая категория в заказе на 5 % дешевле предыдущей.">
        <div className={classes.beside}>
          <ShortPrices products={['category']} />
          <div>
            <h3 className={classes.subtitle}>Чем работать</h3>
            <Ticks>
              <li>
                <b>Горячий, тёплый, холодный:</b> видно, кому ответ нужен сейчас
              </li>
              <li>
                <b>Клавиши:</b> следующее, ответить, взять в работу, разобрано
              </li>
              <li>
                <b>Лиды:</b> кто взял, что ответил, чем закончилось и на какую сумму
              </li>
              <li>
                <b>Уведомления:</b> в браузере, на почте, в Telegram и во ВКонтакте
              </li>
            </Ticks>
          </div>
        </div>
      </Band>

      <Band tone="raised" title="Вопросы о поиске клиентов">
        <QuestionList questions={questions} />
      </Band>
      <SignUpBand title="Узнайте, кто искал вас" about="Пробный доступ к одной категории бесплатный." />
    </>
  )
}

function RequestsAlone() {
  return (
    <Band
      tone="raised"
      title="Просьба, а не слово"
      about="Одно и то же слово стоит в просьбе, в рекламе и в вакансии. В ленту попадает первое."
    >
      <Tiles>
        <Tile
          title="Просьбы остаются"
          example={
            <>
              Соседи, <mark>посоветуйте электрика</mark>, выбивает пробки, желательно сегодня
            </>
          }
        >
          У такой карточки стоит пометка «Горячий»: автор хочет ответа сейчас. На ней названы слова, которые решили.
        </Tile>
        <Tile title="Реклама уходит" example="Электрик, стаж 15 лет. Выезд бесплатно, скидка пенсионерам">
          Объявления тех, кто сам предлагает услуги, узнаёт модель, обученная на размеченных сообщениях.
        </Tile>
        <Tile title="Вакансии тоже" example="Требуется электрик на производство, график 5/2, оформление">
          Работодатель ищет сотрудника, а не подрядчика. Такие сообщения просьбами не считаются.
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
            title: 'Выберите категорию',
            drawing: <TypedWords />,
            about: 'Запросы для неё уже составлены и проверены на настоящих сообщениях. Настраивать ничего не нужно.',
          },
          {
            title: 'Посмотрите бесплатно',
            drawing: <Listening />,
            about:
              'Пробный доступ показывает всё, что старше трёх дней, с именами и ссылками. Вы увидите, сколько таких просьб бывает.',
          },
          {
            title: 'Отвечайте новым',
            drawing: <FoundMessages />,
            about:
              'С подпиской сообщения приходят сразу. Шаблон ответа копируется одной клавишей, а отправляете его вы сами.',
          },
        ]}
      />
    </Band>
  )
}
