import { Skeleton, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { categoryLimits, type EditedCategory } from '../../../../contract/watching/editing.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import iconButton from '../../../kit/ui/components/icon-button.module.css'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './categories-tab.module.css'
import { CategoryEditor } from './category-editor.tsx'
import { stateTitles } from './in-words.ts'

/** By its address, or while it has none by its number. */
const nameOf = ({ slug, id, state }: EditedCategory): string => (state === 'new' || slug === '' ? String(id) : slug)
const addressOf = (category: EditedCategory): string => `?tab=categories&category=${nameOf(category)}`

/** The categories, and the one that is chosen beside them. */
export function CategoriesTab({ zone }: { zone: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search).get('category')
  const { data, error, refetch } = useCall('editing', 'listEditedCategories', {}, { staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [adding, setAdding] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const all = data?.categories ?? []
  const words = typed.trim().toLowerCase()
  const fitting = all.filter(({ name, slug }) => name.toLowerCase().includes(words) || slug.includes(words))
  const chosen = all.find((category) => nameOf(category) === asked) ?? all.find(({ id }) => String(id) === asked)
  const step = (by: number): void => {
    const at = fitting.findIndex((category) => category.id === chosen?.id)
    const next = fitting[at < 0 ? 0 : Math.min(fitting.length - 1, Math.max(0, at + by))]
    if (next) void navigate(addressOf(next))
  }
  useHotkeys([
    ['/', () => tools.current?.querySelector('input')?.focus()],
    ['J', () => step(1), { usePhysicalKeys: true }],
    ['K', () => step(-1), { usePhysicalKeys: true }],
  ])
  if (!data && error) return <AdminFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} radius="lg" aria-busy="true" />
  return (
    <div className={classes.columns} data-chosen={chosen !== undefined || undefined}>
      <CategoryList
        tools={tools}
        typed={typed}
        onType={setTyped}
        fitting={fitting}
        chosen={chosen}
        onAdd={() => setAdding(true)}
      />
      <Stack className={classes.chosen}>
        {chosen ? (
          <>
            <Link to="?tab=categories" className={classes.back}>
              <IconArrowLeft size={16} aria-hidden="true" />
              Все категории
            </Link>
            <CategoryEditor
              key={chosen.id}
              id={chosen.id}
              zone={zone}
              onMoved={(to) => {
                const address = to === null ? '?tab=categories' : `?tab=categories&category=${to}`
                if (address !== search) void navigate(address, { replace: true })
              }}
            />
          </>
        ) : (
          <Card>
            <EmptyState
              picture={asked === null ? 'quiet' : 'nothing-fits'}
              title={asked === null ? 'Выберите категорию' : 'Такой категории нет'}
            >
              Правки копятся в черновике. Их увидят, когда вы опубликуете.
            </EmptyState>
          </Card>
        )}
      </Stack>
      {adding && <NewCategoryDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

interface CategoryListProps {
  tools: RefObject<HTMLDivElement | null>
  typed: string
  onType: (text: string) => void
  fitting: readonly EditedCategory[]
  chosen: EditedCategory | undefined
  onAdd: () => void
}

function CategoryList({ tools, typed, onType, fitting, chosen, onAdd }: CategoryListProps) {
  return (
    <Card className={classes.list} aria-label="Категории">
      <Row ref={tools} nowrap align="center">
        <SearchField label="Найти категорию" placeholder="Название" value={typed} onChange={onType} maxLength={60} />
        <button
          type="button"
          className={iconButton.button}
          aria-label="Новая категория"
          title="Новая категория"
          onClick={onAdd}
        >
          <IconPlus size={20} stroke={1.8} aria-hidden="true" />
        </button>
      </Row>
      {fitting.length === 0 && <p className={typography.muted}>Таких категорий нет.</p>}
      <ul className={classes.categories}>
        {fitting.map((category) => (
          <li key={category.id}>
            <CategoryLink category={category} chosen={category.id === chosen?.id} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function CategoryLink({ category, chosen }: { category: EditedCategory; chosen: boolean }) {
  const { name, icon, found, subscribers, state, draft } = category
  const marks = [draft && state !== 'new' && 'черновик', stateTitles[state]].filter(Boolean)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const [own, list] = [link.current, link.current?.closest('section')]
    if (!chosen || !own || !list) return
    // Within the list alone: the page stays where it is.
    const isSeen = own.offsetTop >= list.scrollTop && own.offsetTop < list.scrollTop + list.clientHeight
    if (!isSeen) list.scrollTop = own.offsetTop - list.clientHeight / 2
  }, [chosen])
  return (
    <Link ref={link} to={addressOf(category)} className={classes.category} aria-current={chosen ? 'true' : undefined}>
      <ProductIcon name={icon} size={20} />
      <span className={classes.name}>
        {name === '' ? 'Без названия' : name}
        <span className={typography.small}>
          {state === 'new' ? '' : `${found.toLocaleString('ru')} за неделю · ${subscribers.toLocaleString('ru')} чел.`}
        </span>
      </span>
      {marks.length > 0 && <span className={classes.mark}>{marks.join(', ')}</span>}
    </Link>
  )
}

function NewCategoryDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const create = useAct('editing', 'createCategory', {
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['editing', 'listEditedCategories'] })
      onClose()
      void navigate(`?tab=categories&category=${id}`)
    },
  })
  return (
    <FormDialog
      title="Новая категория"
      size={440}
      submit="Начать черновик"
      loading={create.isPending}
      error={create.error}
      onSubmit={() => name.trim() !== '' && create.mutate({ name })}
      onClose={onClose}
    >
      <TextInput
        label="Название"
        description="Её никто не увидит, пока вы не опубликуете"
        maxLength={categoryLimits.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
    </FormDialog>
  )
}
