import { Link } from 'react-router'
import { ThemeSwitch } from '../kit/ui/components/theme-switch.tsx'
import { Logo } from '../kit/ui/components/logo.tsx'
import shell from './shell.module.css'
import classes from './site-footer.module.css'

const columns: readonly { title: string; places: readonly (readonly [address: string, name: string])[] }[] = [
  {
    title: 'Что слушать',
    places: [
      ['/poisk-klientov', 'Поиск клиентов'],
      ['/monitoring-upominanij', 'Упоминания'],
      ['/monitoring-grupp', 'Группы'],
      ['/podbor-kategorii', 'Подбор категории'],
    ],
  },
  {
    title: 'Узнать больше',
    places: [
      ['/tarify', 'Тарифы'],
      ['/promo', 'Пробный доступ'],
      ['/faq', 'Вопросы и ответы'],
      ['/blog', 'Блог'],
    ],
  },
  {
    title: 'Мы',
    places: [
      ['/about', 'О сервисе'],
      ['/contacts', 'Контакты'],
      ['/reviews', 'Отзывы'],
      ['/status', 'Как слышно сети'],
      ['/partner-terms', 'Партнёрская программа'],
    ],
  },
  {
    title: 'Документы',
    places: [
      ['/offer', 'Оферта'],
      ['/consent', 'Согласие на обработку данных'],
      ['/privacy', 'Что мы храним о вас'],
    ],
  },
]

/** Under pages for visitors: all of them. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Logo />
          <p>Эхолот слушает открытые сообщения и не пишет никому сам.</p>
          <ThemeSwitch />
        </div>
        <nav className={classes.columns} aria-label="Все страницы">
          {columns.map(({ title, places }) => (
            <div key={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul>
                {places.map(([address, name]) => (
                  <li key={address}>
                    <Link to={address}>{name}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Under pages one works on. */
export function ShortFooter() {
  return (
    <footer className={shell.footer}>
      <div className={shell.bar}>
        <span>Эхолот слушает открытые сообщения и не пишет никому сам.</span>
        <Link to="/faq">Вопросы и ответы</Link>
        <Link to="/contacts">Контакты</Link>
        <Link to="/sources">Слышимость сетей</Link>
        <Link to="/privacy">Что мы храним о вас</Link>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
