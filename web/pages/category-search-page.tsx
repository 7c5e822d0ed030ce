import { useLocation, useNavigate } from 'react-router'
import { useMe } from '../features/people/accounts/use-me.ts'
import { CategoryCloud } from '../features/watching/categories/category-cloud.tsx'
import { CategorySearchForm } from '../features/watching/categories/category-search-form.tsx'
import { FoundCategories } from '../features/watching/categories/found-categories.tsx'
import { readAsked, searchOf, type AskedCategories } from '../features/watching/categories/search-address.ts'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import classes from './category-search-page.module.css'
import { useTimeZoneOf } from './time-zone-of.ts'
import { TryFree } from './try-free.tsx'

/** /podbor-kategorii: words in, categories out. What is asked for stands in the address, so that it can be shared. */
export function CategorySearchPage() {
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = readAsked(search)
  const go = (next: AskedCategories): void => void navigate({ search: searchOf(next) })
  return (
    <PageFrame
      name="Подбор категории"
      head={{
        description:
          'Напишите, что ищут ваши клиенты: Эхолот посмотрит, в каких категориях об этом пишут в социальных сетях и сколько раз.',
        steps: [{ name: 'Подбор категории', path: '/podbor-kategorii' }],
        hidden: asked.keywords.length > 0,
      }}
      width="reading"
    >
      <PageHeading
        title="Какая категория приведёт ваших клиентов"
        lead="Напишите, что ищут ваши клиенты. Эхолот посмотрит, в каких категориях об этом пишут и сколько раз."
      />
      {/* Another address, such as after «назад», fills in the form again. */}
      <CategorySearchForm key={search} asked={asked} busy={false} onSearch={go} />
      {asked.keywords.length > 0 ? (
        <FoundCategories asked={asked} zone={zone} action={(category) => <TryFree category={category} fullWidth />} />
      ) : (
        <Stack as="section" gap={3} aria-labelledby="all-categories">
          <h2 id="all-categories" className={classes.heading}>
            Или выберите из всех
          </h2>
          <CategoryCloud />
        </Stack>
      )}
    </PageFrame>
  )
}
