import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Category } from '../../contract/watching/categories.ts'
import { tryCategory } from '../../rules/redirects.ts'
import { openLogin, openRegistration, usePageWish } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { AskedSamples } from '../features/watching/categories/asked-samples.tsx'
import { CategoryCloud } from '../features/watching/categories/category-cloud.tsx'
import { homeSearchOf, readHomeAsked, type HomeAsked } from '../features/watching/categories/home-address.ts'
import { TradeField } from '../features/watching/categories/trade-field.tsx'
import { MAX_KEYWORD_LETTERS } from '../features/watching/categories/search-address.ts'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Row, Stack } from '../kit/ui/components/stack.tsx'
import { EchoPicture } from './echo-picture.tsx'
import classes from './home-page.module.css'
import { useTimeZoneOf } from './time-zone-of.ts'
import { TryFree, TryNote } from './try-free.tsx'

/** /: asks what one does, and shows at once who asks for it. What was asked stands in the address, so that it can be shared and survives. */
export function HomePage() {
  const { user } = useMe()
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = readHomeAsked(search)
  return (
    <>
      <PageTitle name={null} />
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
        {asked ? <Answer key={search} asked={asked} /> : <EchoPicture />}
      </section>

      <Mentions />

      <HowItWorks />

      <section className={classes.section}>
        <h2 className={classes.heading}>Чьих клиентов он умеет слышать</h2>
        <CategoryCloud />
      </section>

      <section className={classes.last}>
        <h2 className={classes.heading}>Послушайте сами</h2>
        <p className={classes.about}>
          Часть сообщений в ленте может быть придумана, чтобы показать её работу. На каждом таком стоит пометка «Демо».
        </p>
        <ComeIn />
      </section>
    </>
  )
}

function HowItWorks() {
  return (
    <>
      <section className={classes.section}>
        <h2 className={classes.heading}>Как это работает</h2>
        <ol className={classes.steps}>
          <li>
            <h3>Вы выбираете категорию</h3>
            <p>
              Для каждой уже составлены запросы: не «фотограф», а «посоветуйте фотографа», «кто снимает на крестины».
            </p>
          </li>
          <li>
            <h3>Эхолот слушает</h3>
            <p>
              Каждое новое сообщение сверяется с запросами. Объявления, вакансии и предложения услуг остаются внизу.
            </p>
          </li>
          <li>
            <h3>Вы видите, кто спросил</h3>
            <p>Автор, место, текст с отмеченными словами, причина, по которой он здесь, и ссылка, чтобы ответить.</p>
          </li>
        </ol>
      </section>

      <section className={classes.section}>
        <h2 className={classes.heading}>Понимает русский язык</h2>
        <p className={classes.about}>
          Слова ищутся во всех формах, но только рядом и в одном предложении. Что не нужно, вычитается минусом.
        </p>
        <dl className={classes.queries}>
          <div>
            <dt>ремонт квартиры</dt>
            <dd data-fits>
              Ищем бригаду на <mark>ремонт</mark> двухкомнатной <mark>квартиры</mark>
            </dd>
            <dd>Сдаю квартиру. Рядом рынок и ремонт обуви</dd>
          </div>
          <div>
            <dt>репетитор (егэ | огэ)</dt>
            <dd data-fits>
              Поделитесь <mark>репетитором</mark> по физике, <mark>ЕГЭ</mark> в этом году
            </dd>
            <dd>Репетитор по вокалу для начинающих</dd>
          </div>
          <div>
            <dt>нужен электрик -вакансия</dt>
            <dd data-fits>
              Срочно <mark>нужен электрик</mark>, выбивает пробки
            </dd>
            <dd>Открыта вакансия: на завод нужен электрик</dd>
          </div>
        </dl>
      </section>
    </>
  )
}

/** Beside the field, or under it where the screen is narrow: then it comes into sight by itself. */
function Answer({ asked }: { asked: HomeAsked }) {
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight * 0.6) place.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={place} className={classes.answer}>
      <AskedSamples asked={asked} zone={zone}>
        {(category) => <Offer category={category} />}
      </AskedSamples>
    </div>
  )
}

/** What is shown is what anyone who registers here wants to try. */
function Offer({ category }: { category: Category }) {
  usePageWish(category.free ? tryCategory(category.id) : null)
  return (
    <Stack gap={1} align="flex-start">
      <TryFree category={category} size="md" />
      <TryNote free={category.free} />
    </Stack>
  )
}

/** For those who are spoken of, not asked for. */
function Mentions() {
  const navigate = useNavigate()
  const [brand, setBrand] = useState('')
  const look = (event: FormEvent): void => {
    event.preventDefault()
    const keyword = brand.trim()
    if (keyword !== '') void navigate(`/custom-category?${new URLSearchParams({ keyword }).toString()}`)
  }
  return (
    <section className={classes.section} aria-labelledby="mentions">
      <div className={classes.mentions}>
        <div>
          <h2 id="mentions" className={classes.heading}>
            Упоминания: что о вас говорят
          </h2>
          <p className={classes.about}>
            Название компании, товар или имя: Эхолот найдёт их в любой форме, отсеет рекламу и ботов и посчитает по
            дням.
          </p>
        </div>
        <form onSubmit={look} className={classes.brand}>
          <TextInput
            label="Название бренда"
            placeholder="например: Эхолот"
            value={brand}
            onChange={(event) => setBrand(event.currentTarget.value)}
            maxLength={MAX_KEYWORD_LETTERS}
            autoComplete="off"
            enterKeyHint="search"
            size="md"
          />
          <Button type="submit" size="md" variant="default">
            Посмотреть упоминания
          </Button>
        </form>
      </div>
    </section>
  )
}

function ComeIn() {
  const { user } = useMe()
  if (user) {
    return (
      <Row gap={3}>
        <Button component={Link} to="/feed" size="md">
          Открыть ленту
        </Button>
      </Row>
    )
  }
  return (
    <Row gap={3}>
      <Button size="md" onClick={openRegistration}>
        Зарегистрироваться
      </Button>
      <Button size="md" variant="default" onClick={openLogin}>
        Войти
      </Button>
    </Row>
  )
}
