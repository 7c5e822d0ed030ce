import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '../../../../contract/category.ts'
import type { Sample } from '../../../../contract/watching/projects.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { SampleList } from '../../../kit/ui/components/sample-list.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './asked-samples.module.css'
import { heardDaysInWords, heardInWords } from './heard-in-words.ts'
import { homeSearchOf, type HomeAsked } from './home-address.ts'

const SHOWN = 3
const OTHERS = 4

export interface AskedSamplesProps {
  asked: HomeAsked
  zone: string
  /** The way to have them all, beneath. */
  children: (category: Category) => ReactNode
}

/** Who asks for it right now: how many, and some of their messages, without names. */
export function AskedSamples({ asked, ...rest }: AskedSamplesProps) {
  return 'category' in asked ? (
    <OfCategory slug={asked.category} {...rest} />
  ) : (
    <OfWords words={asked.keyword} {...rest} />
  )
}

type PartProps = Omit<AskedSamplesProps, 'asked'>

function OfCategory({ slug, zone, children }: PartProps & { slug: string }) {
  const { data, error, refetch } = useCall('categories', 'getCategory', { slug, page: 1 }, { staleTime: 60_000 })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <Heard
      category={data.category}
      slug={slug}
      counts={heardInWords(data.heard, data.days)}
      samples={data.samples}
      zone={zone}
    >
      {children(data.category)}
    </Heard>
  )
}

type Found = Result<'categories', 'searchCategories'>

function OfWords({ words, zone, children }: PartProps & { words: string }) {
  const asked = { keywords: [words], operator: 'OR' as const }
  const { data, error, refetch } = useCall('categories', 'searchCategories', asked, { staleTime: 60_000 })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const [best, ...others] = data.categories
  if (!best) return <NoCategory words={words} found={data} />
  return (
    <Heard
      category={best.category}
      slug={best.slug}
      counts={
        best.found > 0
          ? `${heardInWords(best.found, data.days)} с этими словами`
          : `${heardInWords(best.of, data.days)}, с этими словами пока ни одного`
      }
      samples={best.samples}
      others={!best.samplesFit}
      zone={zone}
    >
      {children(best.category)}
      {others.length > 0 && (
        <Row gap="tight" align="center" className={typography.note}>
          Ещё об этом:
          {others.slice(0, OTHERS).map(({ category, slug }) => (
            <Link key={slug} to={{ search: homeSearchOf({ category: slug }) }} className={classes.other}>
              {category.name}
            </Link>
          ))}
        </Row>
      )}
    </Heard>
  )
}

function NoCategory({ words, found: { found, days } }: { words: string; found: Found }) {
  return (
    <EmptyState
      picture="nothing-fits"
      title="Готовой категории нет"
      action={
        <Button
          component={Link}
          to={{ pathname: '/custom-category', search: `?${new URLSearchParams({ keyword: words })}` }}
        >
          Искать по своим словам
        </Button>
      }
    >
      {found > 0
        ? `Но с этими словами ${heardInWords(found, days)}. Их соберут «Упоминания».`
        : `${heardDaysInWords(days).replace('за', 'За')} этих слов никто не писал. Попробуйте другие или более общие.`}
    </EmptyState>
  )
}

interface HeardProps {
  category: Category
  slug: string
  counts: string
  samples: readonly Sample[]
  /** They are not those that were counted. */
  others?: boolean
  zone: string
  children: ReactNode
}

function Heard({ category, slug, counts, samples, others = false, zone, children }: HeardProps) {
  return (
    <Stack as="section" gap={3} aria-label={`Кто вас ищет: ${category.name}`}>
      <Row as="header" gap={3} align="center" nowrap>
        <IconTile size={44}>
          <ProductIcon name={category.icon} size={22} />
        </IconTile>
        <Stack gap={0}>
          <h2 className={typography.heading}>
            <Link to={`/category/${slug}`} className={classes.name}>
              {category.name}
            </Link>
          </h2>
          <p role="status" className={typography.note}>
            {counts}
          </p>
        </Stack>
      </Row>
      {samples.length > 0 ? (
        <>
          {others && <p className={typography.note}>Другие сообщения этой категории:</p>}
          <SampleList samples={samples.slice(0, SHOWN)} zone={zone} gap={2} />
          <p className={typography.small}>Сообщения старше трёх дней, без имён и контактов.</p>
        </>
      ) : (
        <p className={typography.note}>Сообщений старше трёх дней пока нет: примеры появятся здесь чуть позже.</p>
      )}
      {children}
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap={3} aria-busy="true">
      <Skeleton height={44} width={260} radius="md" />
      {Array.from({ length: SHOWN }, (_, n) => (
        <Skeleton key={n} height={104} radius="lg" />
      ))}
    </Stack>
  )
}
