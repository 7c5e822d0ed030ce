import { Link } from 'react-router'
import { HeardNow } from '../features/site/landing/heard-now.tsx'
import { Band, Hero } from '../features/site/landing/band.tsx'
import { Listening } from '../features/site/landing/drawings.tsx'
import { Tile, Tiles } from '../features/site/landing/parts.tsx'
import { OperatorFacts, useOperator } from '../features/site/legal/legal-text.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import typography from '../kit/ui/typography.module.css'
import { SignUpBand } from './sign-up-band.tsx'
import classes from './landing-pages.module.css'

/** /about: what the service holds to, and who runs it. */
export function AboutPage() {
  const { data } = useOperator()
  const name = data?.operator.name
  return (
    <>
      <PageHead
        name="О сервисе"
        description="Зачем сделан Эхолот, по каким правилам он работает и кто за него отвечает: реквизиты и как с нами связаться."
        steps={[{ name: 'О сервисе', path: '/about' }]}
        data={name == null ? [] : [organisation(name)]}
      />
      <Hero
        eyebrow="О сервисе"
        title="Слушает открытое, не пишет никому сам"
        lead="Люди просят о помощи в открытых чатах, а те, кто мог бы помочь, об этом не знают. Эхолот сделан, чтобы они нашли друг друга: без обзвонов, без купленных баз и без рассылок."
        aside={<Listening />}
      />
      <Band tone="raised" title="Правила, которых он держится">
        <Tiles>
          <Tile title="Только открытое">
            Посты и комментарии, которые видно каждому. Личных сообщений и закрытых групп он не читает.
          </Tile>
          <Tile title="Отвечает человек">
            Эхолот не пишет от вашего имени. Шаблон поможет начать, а отправляете вы сами и один раз.
          </Tile>
          <Tile title="Честные числа">
            Всё, что посчитано на этих страницах, посчитано по сохранённым сообщениям. Отзывов и клиентов мы не
            придумываем.
          </Tile>
          <Tile title="Видно, когда не слышно">
            Сети отдают сообщения по-разному. Если какая-то отстаёт или молчит, об этом написано.
          </Tile>
          <Tile title="Деньги без ловушек">
            Карта не запоминается, подписка не продлевается сама. О её конце предупреждает письмо.
          </Tile>
          <Tile title="Ваши данные — ваши">
            Их можно скачать и удалить в профиле. Что именно хранится и сколько,{' '}
            <Link to="/privacy" className={typography.link}>
              написано по строкам
            </Link>
            .
          </Tile>
        </Tiles>
      </Band>
      <HeardNow />
      <Band title="Кто за это отвечает">
        <OperatorFacts />
        <p className={classes.more}>
          <Link to="/contacts" className={typography.link}>
            Написать нам
          </Link>
          {' · '}
          <Link to="/offer" className={typography.link}>
            Оферта
          </Link>
          {' · '}
          <Link to="/consent" className={typography.link}>
            Согласие на обработку данных
          </Link>
        </p>
      </Band>
      <SignUpBand about="Посмотрите сами, что он слышит о вашем деле." />
    </>
  )
}

const organisation = (name: string): object => ({
  '@type': 'Organization',
  name: 'Эхолот',
  url: '/',
  legalName: name,
})
