import { Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import classes from './not-found-page.module.css'

/** Where no page is: what one may have come for. The field works without scripts too. */
export function NotFoundPage() {
  return (
    <>
      <PageHead
        name="Нет такой страницы"
        description="Такой страницы нет: возможно, адрес написан с ошибкой. Отсюда можно найти то, за чем вы шли."
        hidden
      />
      <EmptyState
        picture="lost"
        level={1}
        title="Здесь ничего не слышно"
        action={
          <Stack gap={5} align="center">
            <Button component={Link} to="/">
              На главную
            </Button>
            <form action="/podbor-kategorii" role="search" className={classes.search}>
              <TextInput
                name="keyword"
                label="Найти своё дело"
                placeholder="например: ремонт квартир"
                maxLength={100}
                required
              />
              <Button type="submit" variant="default">
                Найти
              </Button>
            </form>
            <nav className={classes.ways} aria-label="Куда дальше">
              <Link to="/poisk-klientov">Поиск клиентов</Link>
              <Link to="/monitoring-upominanij">Упоминания</Link>
              <Link to="/monitoring-grupp">Группы</Link>
              <Link to="/tarify">Тарифы</Link>
              <Link to="/faq">Вопросы и ответы</Link>
              <Link to="/contacts">Написать нам</Link>
            </nav>
          </Stack>
        }
      >
        Такой страницы нет. Возможно, адрес написан с ошибкой.
      </EmptyState>
    </>
  )
}
