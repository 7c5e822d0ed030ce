import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { openLogin, openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { CategoryCloud } from '../features/watching/categories/category-cloud.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Row } from '../kit/ui/components/stack.tsx'
import { EchoPicture } from './echo-picture.tsx'
import classes from './home-page.module.css'

export function HomePage() {
  return (
    <>
      <PageTitle name={null} />
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1 className={classes.title}>Слышит тех, кто&nbsp;ищет вас</h1>
          <p className={classes.lead}>
            Эхолот читает посты и комментарии в социальных сетях, отделяет просьбы от шума и приносит их в одну ленту.
            Вы отвечаете человеку, пока он ещё выбирает.
          </p>
          <ComeIn />
        </div>
        <EchoPicture />
      </section>

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
