import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageTitle name="Нет такой страницы" />
      <EmptyState
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
      </EmptyState>
    </>
  )
}
