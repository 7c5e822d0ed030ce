import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from 'react-router'
import { productIcons } from '../../contract/access/subscriptions.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { QuestionList } from '../features/site/faq/question-list.tsx'
import { questionsOf } from '../features/site/faq/questions-of.ts'
import { Band } from '../features/site/landing/band.tsx'
import { BrandField } from '../features/site/landing/brand-field.tsx'
import { FoundMessages, Listening, TypedWords } from '../features/site/landing/drawings.tsx'
import { HeardNow } from '../features/site/landing/heard-now.tsx'
import { Steps, Tile, Tiles } from '../features/site/landing/parts.tsx'
import { QueryExamples } from '../features/site/landing/query-examples.tsx'
import { CategoryCloud } from '../features/watching/categories/category-cloud.tsx'
import { homeSearchOf, readHomeAsked } from '../features/watching/categories/home-address.ts'
import { TradeField } from '../features/watching/categories/trade-field.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Row } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import { SignUpBand } from './sign-up-band.tsx'
import classes from './home-page.module.css'
import { ShortPrices } from './short-prices.tsx'
import { HomeAnswer, WhoAsked } from './who-asks.tsx'

/** What is asked before anything is tried; all others stand on /faq. */
const homeQuestions = questionsOf(1, 3, 5, 28, 32)

/** /: asks what one does, and shows at once who asks for it. What was asked stands in the address, so that it can be shared and survives. */
export function HomePage() {
  const { user } = useMe()
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = readHomeAsked(search)
  return (
    <>
      <PageHead
        name={null}
        description="Эхолот читает посты и комментарии социальных сетей и приносит в одну ленту те, где ищут вашу услугу, говорят о вашей компании или пишут в ваших группах."
        data={[siteAsData]}
      />
      <section className={classes.hero} data-asked={asked !== null || undefined}>
        <div>
          <h1 className={classes.title}>Слышит тех, кто&nbsp;ищет вас</h1>
          <p className={classes.lead}>
            Эхолот читает посты и комментарии в социальных сетях, отделяет просьбы от шума и приносит их в одну ленту.
          </p>
          <TradeField
            asked={asked}
            onAsk={(next) => void navigate({ search: homeSearchOf(next) }, { replace: asked !== null })}
          />
          {user && (
            <Row className={classes.onward}>
              <Button component={Link} to="/feed" variant="default">
                Открыть ленту
              </Button>
            </Row>
          )}
        </div>
        {asked ? <HomeAnswer key={search} asked={asked} /> : <WhoAsked />}
      </section>
      <HeardNow />
      <Audiences />
      <HowItWorks />
      <Band title="Сколько это стоит" about="Платите один раз за выбранный срок. Подписка не продлевается сама.">
        <ShortPrices />
        <p className={classes.more}>
          <Link to="/tarify" className={typography.link}>
            Все сроки и командные тарифы
          </Link>
        </p>
      </Band>
      <Band tone="raised" title="Чьих клиентов он умеет слышать">
        <CategoryCloud />
      </Band>
      <Band title="Спрашивают чаще всего">
        <QuestionList questions={homeQuestions} />
        <p className={classes.more}>
          <Link to="/faq" className={typography.link}>
            Все вопросы и ответы
          </Link>
        </p>
      </Band>
      <SignUpBand about="Выберите категорию и посмотрите, кто искал вас на прошлой неделе." />
    </>
  )
}

const siteAsData = {
  '@type': 'WebSite',
  name: 'Эхолот',
  url: '/',
  inLanguage: 'ru',
  publisher: { '@type': 'Organization', name: 'Эхолот', url: '/' },
}

function Audiences() {
  return (
    <Band title="Три способа слушать" about="Их можно брать по одному или вместе: всё приходит в одну ленту.">
      <Tiles>
        <Tile
          icon={productIcons.category}
          title="Поиск клиентов"
          example={
            <>
              Девочки, <mark>посоветуйте мастера</mark> по ремонту стиральных машин, течёт третий день
            </>
          }
          onward={{ to: '/poisk-klientov', words: 'Как искать клиентов' }}
        >
          Вы выбираете категорию, например «Фотографы», и видите тех, кто просит посоветовать или найти.
        </Tile>
        <Tile
          icon={productIcons.project}
          title="Упоминания"
          example={
            <>
              Кто-нибудь заказывал у <mark>«Ромашки»</mark>? Обещали за два дня, прошла неделя
            </>
          }
          onward={{ to: '/monitoring-upominanij', words: 'Как следить за упоминаниями' }}
        >
          Ваши слова, контекст и стоп-слова: имя компании, товар, конкуренты. С подсчётом по дням.
        </Tile>
        <Tile
          icon={productIcons.group}
          title="Группы"
          example={
            <>
              <mark>Новое в «Соседи, ЖК Речной»:</mark> с понедельника перекрывают въезд со двора
            </>
          }
          onward={{ to: '/monitoring-grupp', words: 'Как читать группы' }}
        >
          Все сообщения групп, каналов и форумов, которые вы добавили ссылками, в одном месте.
        </Tile>
      </Tiles>
      <section className={classes.mentions} aria-label="Упоминания: что о вас говорят">
        <div>
          <h3>Проверьте прямо сейчас, что говорят о вас</h3>
          <p>Эхолот найдёт название в любой форме, отсеет рекламу и ботов и посчитает по дням. Без регистрации.</p>
        </div>
        <BrandField />
      </section>
    </Band>
  )
}

function HowItWorks() {
  return (
    <>
      <Band tone="raised" title="Как это работает">
        <Steps
          steps={[
            {
              title: 'Вы выбираете категорию',
              drawing: <TypedWords />,
              about:
                'Для каждой уже составлены запросы: не «фотограф», а «посоветуйте фотографа», «кто снимает на крестины».',
            },
            {
              title: 'Эхолот слушает',
              drawing: <Listening />,
              about:
                'Каждое новое сообщение сверяется с запросами. Объявления, вакансии и предложения услуг остаются внизу.',
            },
            {
              title: 'Вы видите, кто спросил',
              drawing: <FoundMessages />,
              about:
                'Автор, место, текст с отмеченными словами, причина, по которой он здесь, и ссылка, чтобы ответить.',
            },
          ]}
        />
      </Band>
      <Band
        title="Понимает русский язык"
        about="Слова ищутся во всех формах, но только рядом и в одном предложении. Что не нужно, вычитается минусом."
      >
        <QueryExamples />
      </Band>
    </>
  )
}
