import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Blank } from '../kit/ui/blank.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageTitle name="Нет такой страницы" />
      <Blank
        picture="lost"
        level={1}
        title="Здесь ничего не слышно"
        action={
          <Button component={Link} to="/">
            На главную
          </Button>
        }
      >
        Такой страницы нет. Возможно, адрес написан с ошибкой.
      </Blank>
    </>
  )
}
